package apart.far;

import apart.near.Base;
import apart.near.Middle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Uses, extends and implements what is in another package. */
@Base.Note(level = Base.Level.HIGH, type = Middle.class)
public class Far extends Middle implements Base.Nameable {
    private final List<Base> all = new ArrayList<>();

    public Far() {
        super();
    }

    Far(int amount) {
        this();
        shared = amount;
        cache = all;
    }

    @Override
    protected int cost() {
        return super.cost() + twice(own) + made;
    }

    @Override
    public Far self() {
        all.add(super.self());
        return this;
    }

    static class Near extends Base {
        Near() {
            super(7);
        }

        @Override
        public int cost() {
            return own;
        }

        @Override
        public Base self() {
            return NONE.get();
        }
    }

    static class Deep extends Base.Nested {
        Base.Level again() {
            return level;
        }
    }

    static int use(Base base, Object thing) throws Base.Problem {
        Supplier<Base> made = Middle::make;
        Function<Base, String> name = Base::name;
        if (thing instanceof Base.Pair pair && pair.left() > 1) return pair.right().weight();
        if (thing instanceof Base.Nested[]) throw new Base.Problem("nested");
        return name.apply(made.get()).length() + base.total(1, 2);
    }

    static String pick(Base.Level level) {
        switch (level) {
            case LOW:
                return "low";
            default:
                return level.name();
        }
    }

    public static void main(String[] args) throws Base.Problem {
        Base.Nameable named = new Far(2);
        System.out.println(named.both() + use(new Far().self(), new Base.Pair(1, Base.Level.HIGH)));
        System.out.println(pick(new Deep().again()) + new Near().compareTo(new Middle()));
        System.out.println(Base.Nested.order().compare(new Deep(), new Base.Nested(Base.Level.HIGH)));
    }
}
