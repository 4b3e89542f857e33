import deadwood.Verify;
import java.util.ArrayList;
import java.util.List;

/**
 * The sliding-tiles puzzle, played by all choices: every move makes a new board,
 * a list of the moves that there are, and a text, and throws the old ones away.
 * Arguments: columns and rows.
 */
public class SlidingTiles {
    private static final class Board {
        final byte[] tiles;
        final int gap;

        Board(byte[] tiles, int gap) {
            this.tiles = tiles;
            this.gap = gap;
        }

        Board with(int to) {
            byte[] moved = tiles.clone();
            moved[gap] = moved[to];
            moved[to] = 0;
            return new Board(moved, to);
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder();
            for (byte tile : tiles) {
                text.append((char) ('a' + tile));
            }
            return text.toString();
        }
    }

    public static void main(String[] args) {
        int columns = Integer.parseInt(args[0]);
        int rows = Integer.parseInt(args[1]);
        byte[] tiles = new byte[columns * rows];
        for (int i = 1; i < tiles.length; i++) {
            tiles[i] = (byte) i;
        }
        Board board = new Board(tiles, 0);
        for (;;) {
            List<Board> next = new ArrayList<>();
            int column = board.gap % columns;
            int row = board.gap / columns;
            if (column > 0) next.add(board.with(board.gap - 1));
            if (column < columns - 1) next.add(board.with(board.gap + 1));
            if (row > 0) next.add(board.with(board.gap - columns));
            if (row < rows - 1) next.add(board.with(board.gap + columns));
            board = next.get(Verify.getInt(0, next.size() - 1));
            if (board.toString().indexOf('a') != board.gap) {
                throw new AssertionError(board.toString());
            }
        }
    }
}
