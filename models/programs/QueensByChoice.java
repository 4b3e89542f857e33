import deadwood.Verify;

/**
 * Shows: a search written down as a choice for each row, with the bad branches cut.
 *
 * <p>The claim is that n queens cannot stand on an n x n board without attacking each other: true for two
 * and three, an error with a solution in its message for the other sizes. Columns given one by one are
 * checked instead.
 *
 * <p>Arguments: [search n | columns...]
 */
public class QueensByChoice {
  private final int[] columns;

  private QueensByChoice(int n) {
    this.columns = new int[n];
  }

  private boolean isFree(int row, int column) {
    for (int above = 0; above < row; above++) {
      int distance = Math.abs(columns[above] - column);
      if (distance == 0 || distance == row - above) return false;
    }
    return true;
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int column : columns) text.append(text.isEmpty() ? "" : " ").append(column);
    return text.toString();
  }

  private void search() {
    for (int row = 0; row < columns.length; row++) {
      int column = Verify.getInt(0, columns.length - 1);
      Verify.ignoreIf(!isFree(row, column));
      columns[row] = column;
    }
    throw new AssertionError("a solution: " + text());
  }

  private void place(int row, int column) {
    if (!isFree(row, column)) throw new AssertionError("row " + row + " is attacked");
    columns[row] = column;
  }

  public static void main(String[] args) {
    String[] words = args.length > 0 ? args : new String[] {"1", "3", "0", "2"};
    if (words[0].equals("search")) {
      new QueensByChoice(words.length > 1 ? Integer.parseInt(words[1]) : 6).search();
      return;
    }
    QueensByChoice board = new QueensByChoice(words.length);
    for (int row = 0; row < words.length; row++) board.place(row, Integer.parseInt(words[row]));
    System.out.println(words.length + " queens: " + board.text());
  }
}
