package objects.packageprivate;

public class Base {
    String hidden() { return "Base.hidden"; }
    protected String shown() { return "Base.shown"; }
    public String callHidden() { return hidden(); }
    String widened() { return "Base.widened"; }
    public String callWidened() { return widened(); }
}
