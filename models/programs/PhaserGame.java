import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Shows: a game in rounds, kept in step by a phaser whose parties come and go.
 *
 * <p>In each round every player moves, and looks at the board when all have moved; the next round begins
 * when all have looked. The first player goes home after the first round. "correct" tells the phaser so.
 * "vanishing" goes without a word, and the others wait for it. "hasty" says that it has moved and looks at
 * the board at once. The phaser counts the rounds, and ends the game.
 *
 * <p>Arguments: [correct|vanishing|hasty] [players] [rounds]
 */
public class PhaserGame {
  /** Of each round: all have moved, all have looked. */
  private static final int PHASES = 2;

  private final String variant;
  private final int players;
  private final int rounds;
  private final AtomicInteger moves = new AtomicInteger();
  private final Phaser phaser;

  private PhaserGame(String variant, int players, int rounds) {
    this.variant = variant;
    this.players = players;
    this.rounds = rounds;
    this.phaser =
        new Phaser(players) {
          @Override
          protected boolean onAdvance(int phase, int parties) {
            return phase + 1 == PHASES * rounds || parties == 0;
          }
        };
  }

  private void play(int player) {
    for (int round = 0; round < rounds; round++) {
      moves.incrementAndGet();
      if (variant.equals("hasty")) phaser.arrive();
      else phaser.arriveAndAwaitAdvance();
      look(player, round);
      if (player == 0) {
        if (!variant.equals("vanishing")) phaser.arriveAndDeregister();
        return;
      }
      phaser.arriveAndAwaitAdvance();
    }
  }

  private void look(int player, int round) {
    int seen = moves.get();
    int expected = players + round * (players - 1);
    if (seen != expected) {
      throw new AssertionError("player " + player + " sees " + seen + " moves, not " + expected);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.matches("correct|vanishing|hasty")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct, vanishing or hasty");
    }
    Thread[] players = new Thread[args.length > 1 ? Integer.parseInt(args[1]) : 2];
    int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 1;

    PhaserGame game = new PhaserGame(variant, players.length, rounds);
    for (int i = 0; i < players.length; i++) {
      int player = i;
      players[i] = new Thread(() -> game.play(player));
    }
    for (Thread player : players) player.start();
    for (Thread player : players) player.join();
    if (!game.phaser.isTerminated()) throw new AssertionError("the game is not over");
    System.out.println(game.moves.get() + " moves in " + rounds + " rounds");
  }
}
