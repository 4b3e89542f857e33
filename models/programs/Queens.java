/**
 * Shows: a search by recursion in one thread, without any library.
 *
 * <p>Counts the ways to place n queens on an n x n board so that none attacks another, and draws the first.
 *
 * <p>Arguments: [n]
 */
public class Queens {
  private final int n;
  private final int[] columnOfRow;
  private int solutions;

  private Queens(int n) {
    this.n = n;
    this.columnOfRow = new int[n];
  }

  private boolean isFree(int row, int column) {
    for (int above = 0; above < row; above++) {
      int other = columnOfRow[above];
      if (other == column || Math.abs(other - column) == row - above) return false;
    }
    return true;
  }

  private void place(int row) {
    if (row == n) {
      solutions++;
      if (solutions == 1) draw();
      return;
    }
    for (int column = 0; column < n; column++) {
      if (isFree(row, column)) {
        columnOfRow[row] = column;
        place(row + 1);
      }
    }
  }

  private void draw() {
    for (int column : columnOfRow) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < n; i++) line.append(i == column ? 'Q' : '.');
      System.out.println(line);
    }
  }

  public static void main(String[] args) {
    Queens board = new Queens(args.length > 0 ? Integer.parseInt(args[0]) : 6);
    board.place(0);
    System.out.println(board.solutions + " solutions");
  }
}
