// StringTokenizer, Scanner over a string and over standard input, BufferedReader.
// @stdin first line\n42 3.5 word true\n\nlast without newline
package strings;

import static java.lang.System.out;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.util.InputMismatchException;
import java.util.NoSuchElementException;
import java.util.Scanner;
import java.util.StringTokenizer;

class Tokens {
    public static void main(String[] args) throws Exception {
        StringTokenizer t = new StringTokenizer(" a b,,c ", " ,");
        out.print(t.countTokens() + ":");
        while (t.hasMoreTokens()) out.print(t.nextToken() + ";");
        t = new StringTokenizer("x=1;y=2", "=;", true);
        while (t.hasMoreElements()) out.print("<" + t.nextElement() + ">");
        out.println();
        try {
            t.nextToken();
        } catch (NoSuchElementException e) {
            out.println("no token");
        }
        Scanner s = new Scanner("10 -20 abc 7 rest of line\nnext 99999999999 true");
        out.println(s.nextInt() + s.nextInt() + " " + s.hasNextInt() + " " + s.next() + " " + s.nextLong() + s.nextLine() + "|" + s.next() + s.nextLong() + s.nextBoolean() + s.hasNext());
        try {
            new Scanner("x").nextInt();
        } catch (InputMismatchException e) {
            out.println(e.getMessage());
        }
        Scanner d = new Scanner("a,b;c").useDelimiter("[,;]");
        while (d.hasNext()) out.print(d.next() + ".");
        out.println();
        BufferedReader r = new BufferedReader(new StringReader("l1\r\nl2\n\nl4"));
        for (String line; (line = r.readLine()) != null; ) out.print("[" + line + "]");
        out.println();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        out.println(in.readLine());
        String[] parts = in.readLine().split(" ");
        out.println(Integer.parseInt(parts[0]) + Double.parseDouble(parts[1]) + parts[2] + Boolean.parseBoolean(parts[3]));
        out.println("[" + in.readLine() + "]" + in.readLine() + in.readLine());
        java.io.StringWriter w = new java.io.StringWriter();
        try (java.io.PrintWriter p = new java.io.PrintWriter(w)) {
            p.print(1);
            p.println("x");
            p.printf("%3d|", 5);
        }
        out.println(w.toString().replace(System.lineSeparator(), "/"));
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        java.io.PrintStream old = System.out;
        System.setOut(new java.io.PrintStream(bytes, true));
        System.out.println("captured");
        System.setOut(old);
        out.println(bytes.size() + bytes.toString().trim());
    }
}
