package apart.near;

/** Between two classes of another package and what they override. */
public class Middle extends Base {
    @Override
    protected int cost() {
        return hidden() + own;
    }

    @Override
    public Middle self() {
        return this;
    }

    public static Base make() {
        return new Middle();
    }
}
