import deadwood.Verify;

/**
 * Shows: a search for the best plan: is there one within so many minutes?
 *
 * <p>People cross a bridge in the dark, two at a time at most, always with the only torch, at the pace of
 * the slower. "search" claims that they need longer than the limit; the error is a plan within it. A plan
 * names who crosses at each step (the first is 0); it is played, and must keep the limit.
 *
 * <p>Arguments: [search|plan] [minutes allowed] [minutes of the first] [of the second] ...
 */
public class BridgeCrossing {
  private final int[] paces;
  private final boolean[] across;
  private boolean torchAcross;
  private int minutes;

  private BridgeCrossing(int[] paces) {
    this.paces = paces;
    this.across = new boolean[paces.length];
  }

  private boolean cross(int one, int other) {
    if (across[one] != torchAcross || across[other] != torchAcross) return false;
    torchAcross = !torchAcross;
    across[one] = torchAcross;
    across[other] = torchAcross;
    minutes += Math.max(paces[one], paces[other]);
    return true;
  }

  private boolean isSolved() {
    for (boolean each : across) if (!each) return false;
    return true;
  }

  private void search(int limit) {
    while (true) {
      int one = Verify.getInt(0, paces.length - 1);
      int other = Verify.getInt(0, one);
      Verify.ignoreIf(!cross(one, other) || minutes > limit);
      if (isSolved()) throw new AssertionError("all have crossed in " + minutes + " minutes");
    }
  }

  private void play(String plan, int limit) {
    for (String step : plan.split(",")) {
      int one = step.charAt(0) - '0';
      if (!cross(one, step.charAt(step.length() - 1) - '0')) {
        throw new AssertionError("the crossing of " + step + " is not possible");
      }
    }
    if (!isSolved()) throw new AssertionError("not all have crossed");
    if (minutes > limit) throw new AssertionError(minutes + " minutes are too long");
    System.out.println(paces.length + " people have crossed in " + minutes + " minutes: " + plan);
  }

  public static void main(String[] args) {
    String plan = args.length > 0 ? args[0] : "01,0,23,1,01";
    int limit = args.length > 1 ? Integer.parseInt(args[1]) : 17;
    int[] paces = {1, 2, 5, 10};
    if (args.length > 2) {
      paces = new int[args.length - 2];
      for (int i = 0; i < paces.length; i++) paces[i] = Integer.parseInt(args[i + 2]);
    }
    BridgeCrossing bridge = new BridgeCrossing(paces);
    if (plan.equals("search")) bridge.search(limit);
    else bridge.play(plan, limit);
  }
}
