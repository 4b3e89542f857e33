/** Strings and builders that grow until the heap is full. */
final class TextsWithoutEnd {
    private TextsWithoutEnd() {
    }

    public static void main(String[] args) {
        try {
            String text = "text";
            StringBuilder builder = new StringBuilder();
            for (;;) {
                switch (args[0]) {
                    case "concat" -> text = text.concat(text);
                    case "builder" -> builder.append("some more text");
                    default -> throw new IllegalArgumentException(args[0]);
                }
            }
        } catch (OutOfMemoryError error) {
            System.out.println(error.getMessage());
        }
    }
}
