import deadwood.Verify;

/**
 * Shows: a puzzle solved by the checker: the claim is that it has no solution, the error is the solution.
 *
 * <p>A wolf, a goat and a cabbage must cross a river (with more things: a chain in which each eats the next).
 * The boat carries the farmer and a few of them; neighbours in the chain must not be left alone. "search"
 * tries all crossings. A plan names what each crossing carries ("-" for nothing); it is played, and must
 * bring all across.
 *
 * <p>Arguments: [search|plan] [things] [places in the boat]
 */
public class RiverCrossing {
  private final int things;
  private final int places;
  /** One bit for each thing on the far side. */
  private int across;
  private boolean farmerAcross;

  private RiverCrossing(int things, int places) {
    this.things = things;
    this.places = places;
  }

  private boolean isSafe(int alone) {
    return (alone & (alone >> 1)) == 0;
  }

  /** False if the load cannot go or something is eaten. */
  private boolean cross(int load) {
    int everything = (1 << things) - 1;
    int here = farmerAcross ? across : everything & ~across;
    if ((load & ~here) != 0 || Integer.bitCount(load) > places || !isSafe(here & ~load)) return false;
    across ^= load;
    farmerAcross = !farmerAcross;
    return true;
  }

  private boolean isSolved() {
    return farmerAcross && across == (1 << things) - 1;
  }

  private void search() {
    while (true) {
      Verify.ignoreIf(!cross(Verify.getInt(0, (1 << things) - 1)));
      if (isSolved()) throw new AssertionError("all have crossed");
    }
  }

  private void play(String plan) {
    for (String step : plan.split(",")) {
      int load = 0;
      for (int i = 0; i < step.length(); i++) {
        if (step.charAt(i) != '-') load |= 1 << (step.charAt(i) - '0');
      }
      if (!cross(load)) throw new AssertionError("the crossing with " + step + " is not possible");
    }
    if (!isSolved()) throw new AssertionError("not all have crossed");
    System.out.println(things + " things have crossed: " + plan);
  }

  public static void main(String[] args) {
    String plan = args.length > 0 ? args[0] : "1,-,0,1,2,-,1";
    int things = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    int places = args.length > 2 ? Integer.parseInt(args[2]) : 1;
    RiverCrossing river = new RiverCrossing(things, places);
    if (plan.equals("search")) river.search();
    else river.play(plan);
  }
}
