/**
 * Shows: that a program runs at all. Prints a greeting for its first argument, or for the world.
 *
 * <p>Arguments: [name]
 */
public class Hello {
  public static void main(String[] args) {
    System.out.println("Hello, " + (args.length > 0 ? args[0] : "World") + "!");
  }
}
