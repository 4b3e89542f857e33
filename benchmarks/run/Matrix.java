/** Square int and double matrices multiplied the plain way: two-dimensional array reads. */
public class Matrix {
  private static int[][] multiply(int[][] a, int[][] b) {
    int n = a.length;
    int[][] product = new int[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum += a[i][k] * b[k][j];
        product[i][j] = sum;
      }
    }
    return product;
  }

  private static double[][] multiply(double[][] a, double[][] b) {
    int n = a.length;
    double[][] product = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int k = 0; k < n; k++) sum += a[i][k] * b[k][j];
        product[i][j] = sum / n;
      }
    }
    return product;
  }

  public static void main(String[] args) {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 6;
    int n = 80;
    int[][] ints = new int[n][n];
    int[][] factor = new int[n][n];
    double[][] doubles = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        ints[i][j] = i * 7 - j;
        factor[i][j] = (i * j) % 11 | 1;
        doubles[i][j] = (i + 1.0) / (j + 1.0);
      }
    }
    for (int round = 0; round < rounds; round++) {
      ints = multiply(ints, factor);
      doubles = multiply(doubles, doubles);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) doubles[i][j] = doubles[i][j] % 3.0 + 0.25;
      }
    }
    int checksum = 0;
    double trace = 0;
    for (int i = 0; i < n; i++) {
      trace += doubles[i][i];
      for (int j = 0; j < n; j++) checksum = checksum * 31 + ints[i][j];
    }
    System.out.println("Matrix " + checksum + " " + Long.toHexString(Double.doubleToLongBits(trace)));
  }
}
