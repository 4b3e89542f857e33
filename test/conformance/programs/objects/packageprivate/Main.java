// Package-private methods are overridden only within their package, even through a class of another one.
package objects.packageprivate;

import static java.lang.System.out;
import objects.packageprivate.other.Middle;

public class Main extends Middle {
    String hidden() { return "Main.hidden"; }
    @Override protected String shown() { return "Main.shown/" + super.shown(); }

    static class Same extends Base {
        @Override String hidden() { return "Same.hidden"; }
    }

    static class Deep extends Main {
        @Override String hidden() { return "Deep.hidden"; }
        @Override public String widened() { return "Deep.widened"; }
    }

    public static void main(String[] args) {
        Base[] all = {new Base(), new Middle(), new Main(), new Same(), new Deep()};
        for (Base b : all) out.println(b.getClass().getSimpleName() + " " + b.hidden() + " " + b.shown() + " " + b.callHidden() + " " + b.callWidened());
        out.println(new Middle().callOwn() + " " + new Main().callOwn() + " " + new Deep().callOwn());
        out.println(new Main().hidden() + " " + ((Base) new Main()).hidden() + " " + new Deep().widened());
        out.println(Middle.PROTECTED_CONSTANT + Middle.counter() + Middle.counter());
    }
}
