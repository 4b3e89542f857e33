package made

/** What groovyc writes: closures, properties, traits, call sites. */
trait Priced {
    int price
    int withTax(int percent) { price + (price * percent).intdiv(100) }
}

class Article implements Priced, Comparable<Article> {
    String name
    List<String> tags = []

    int compareTo(Article other) { name <=> other.name ?: price <=> other.price }

    String toString() { "$name for $price (${tags.join(', ')})" }
}

class Shop<T extends Article> implements Iterable<T> {
    private final Map<String, T> articles = [:].withDefault { null }

    Shop add(T article) {
        articles[article.name] = article
        this
    }

    Iterator<T> iterator() { articles.values().iterator() }

    def cheapest(int count = 1) {
        articles.values().sort { it.price }.take(count).collect { a -> [a.name, a.withTax(19)] }
    }

    int total() throws IOException {
        try {
            return articles.values()*.price.sum() as int
        } catch (NullPointerException e) {
            throw new IOException("no articles", e)
        }
    }

    static void main(String[] args) {
        def shop = new Shop<Article>()
        ['pen', 'book', 'cup'].eachWithIndex { name, i -> shop.add(new Article(name: name, price: 3 * i + 1, tags: [name[0]])) }
        println shop.cheapest(2)
        println "${shop.total()} ${shop.toList()}"
    }
}
