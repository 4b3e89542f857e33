package objects.packageprivate.other;

import objects.packageprivate.Base;

public class Middle extends Base {
    public static final String PROTECTED_CONSTANT = "const";
    private static int count;

    String hidden() { return "Middle.hidden"; }
    public String callOwn() { return hidden(); }
    public String widened() { return "Middle.widened"; }
    @Override protected String shown() { return "Middle.shown"; }
    public static int counter() { return ++count; }
}
