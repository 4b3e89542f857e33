package p;

public class Nulls {
  static class Node { Node next; int v; long l; String s; int[] ints; Node[] nodes; Node[][] grid;
    Node next() { return null; } Node same() { return this; } static Node make() { return null; }
    Node take(int a, String b, Object c, int[] d, String[] e, Object[][] f, StringBuilder g, long h) { return null; }
    void act(Node n) {} Inner inner; class Inner { Inner deep; int w; } }
  interface Shape { double area(); default Shape twin() { return null; } }
  static Nulls sf; static Node sn; static int[] sa; static int si; static boolean flag; static String text; static Object any;
  Node f; int[] arr; Nulls me; static long[][][] cube;
  static final Object LOCK = null;

  static int length(String s) { return s.length(); }
  static int lengthLocal() { String s = text; return s.length(); }
  static int readField(Node n) { return n.v; }
  static void writeField(Node n) { n.v = 3; }
  static void writeLong(Node n) { n.l = 3L; }
  static int fieldOfField(Node n) { return n.next.v; }
  static int chain(Node n) { n = new Node(); n.next = new Node(); return n.next.next.next.v; }
  static int staticField() { return sn.v; }
  static int staticChain() { return sf.me.f.v; }
  int thisField() { return f.v; }
  int thisChain() { return this.me.f.next.v; }
  static int returnStatic() { return Node.make().v; }
  static int returnVirtual(Node n) { n = new Node(); return n.next().v; }
  static void invokeOnReturn(Node n) { n = new Node(); n.same().next().act(null); }
  static double iface(Shape s) { return s.area(); }
  static double ifaceReturn(Shape s) { s = () -> 1.0; return s.twin().area(); }
  static int loadInt(int[] a, int i) { return a[i]; }
  static long loadLong(long[] a) { return a[2]; }
  static float loadFloat(float[] a) { return a[si]; }
  static double loadDouble(double[] a, Node n) { return a[n.v]; }
  static Object loadObject(Object[] a) { return a[length("abc")]; }
  static byte loadByte(byte[] a) { return a[127]; }
  static boolean loadBoolean(boolean[] a) { return a[-1]; }
  static char loadChar(char[] a) { return a[1000]; }
  static short loadShort(short[] a, int i) { return a[i + 1]; }
  static void storeInt(int[] a) { a[0] = 1; }
  static void storeLong(long[] a) { a[0] = 1; }
  static void storeFloat(float[] a) { a[0] = 1; }
  static void storeDouble(double[] a) { a[0] = 1; }
  static void storeObject(Object[] a) { a[0] = "x"; }
  static void storeByte(byte[] a) { a[0] = 1; }
  static void storeBoolean(boolean[] a) { a[0] = true; }
  static void storeChar(char[] a) { a[0] = 1; }
  static void storeShort(short[] a) { a[0] = 1; }
  static int arrayLength(int[] a) { return a.length; }
  static int elementField(Node[] a, int i) { a = new Node[4]; return a[i].v; }
  static int element2(Node[][] a, int i, int j) { a = new Node[4][]; return a[i][j].v; }
  static int element2b(Node n, int i, int j) { n = new Node(); n.grid = new Node[2][2]; return n.grid[i][j].next.v; }
  static long cubeLoad() { cube = new long[2][2][]; return cube[1][0][5]; }
  static int indexByCall(Node[] a) { a = new Node[4]; return a[length("ab")].v; }
  static int indexByElement(Node[] a, int[] k) { a = new Node[4]; k = new int[] {1, 2}; return a[k[k[0]]].v; }
  static int indexByField(Node[] a, Node n) { a = new Node[4]; n = new Node(); return a[n.v].v; }
  static int indexArithmetic(Node[] a, int i) { a = new Node[4]; return a[i * 2].v; }
  static void throwNull() { RuntimeException e = null; throw e; }
  static void throwField() throws Exception { throw (Exception) any; }
  static void sync(Object o) { synchronized (o) { si++; } }
  static void syncStatic() { synchronized (LOCK) { si++; } }
  static int constantNull() { return ((Node) null).v; }
  static int constantNullCall() { return ((String) null).length(); }
  static int ternary(Node a, Node b, boolean c) { return (c ? a : b).v; }
  static int casted(Object o) { return ((Node) o).v; }
  static int castedField(Node n) { n = new Node(); any = null; return ((int[]) any).length; }
  static Node manyArgs(Node n) { return n.take(1, "b", null, null, null, null, null, 5L); }
  static int returnManyArgs(Node n) { n = new Node(); return n.take(1, "b", null, null, null, null, null, 5L).v; }
  static int unboxing(Integer i) { return i + 1; }
  static int assignedParam(Node n) { n = n.next = null; return n.v; }
  static int wideParams(long a, double b, Node n) { return n.v; }
  int instanceParams(int a, Node n) { return n.v; }
  static void paramInLoop(Node n) { while (true) { si += n.v; n = n.next; } }
  static void loopVar(Node[] ns) { ns = new Node[2]; for (Node n : ns) n.act(n); }
  static void forEachNull(Node[] ns) { for (Node n : ns) n.act(n); }
  static void forIterable(java.util.List<Node> ns) { for (Node n : ns) n.act(n); }
  static int stringSwitch(String s) { switch (s) { case "a": return 1; default: return 2; } }
  static int enumSwitch(Thread.State s) { switch (s) { case NEW: return 1; default: return 2; } }
  static int depth(Node n) { n = new Node(); n.next = new Node(); n.next.next = new Node(); n.next.next.next = new Node(); n.next.next.next.next = new Node(); n.next.next.next.next.next = new Node(); return n.next.next.next.next.next.next.v; }
  static int depth2() { sn = new Node(); sn.nodes = new Node[1]; sn.nodes[0] = new Node(); sn.nodes[0].nodes = new Node[1]; sn.nodes[0].nodes[0] = new Node(); return sn.nodes[0].nodes[0].nodes[0].v; }
  static void argEvaluated(Node n, Node o) { n.act(n = o); }
  static void incField(Node n) { n.v++; }
  static void incElement(int[] a) { a[1]++; }
  static void compoundLong(Node n) { n.l += 2; }
  static String superCall(String s) { return s.concat(String.valueOf(1)); }
  static Object stringMethods(String s) { return s.compareTo("x") + s.indexOf("a", 2); }
  static Object objectMethod(Object o) { return o.toString(); }
  static Class<?> getClassCall(Object o) { return o.getClass(); }
  static Object arrayClone(int[] a) { return a.clone(); }
  static Object arrayClone2(String[] a) { return a.clone(); }
  static int twoDimIndex(int[][] a) { return a[1][2]; }
  static int lambdaCapture(Node n) { java.util.function.IntSupplier s = () -> n.v; return s.getAsInt(); }
  static int newInner(Node n) { Node.Inner i = n.new Inner(); return i.w; }
  static Object methodRef(Node n) { Runnable r = n::next; return r; }
  static int tryFinally(Node n) { try { return n.v; } finally { si = 1; } }
  static int caught(Node n) { try { throw new IllegalStateException(); } catch (IllegalStateException e) { return n.v + e.hashCode(); } }
  static int shadow() { { Node a = new Node(); si = a.v; } { String b = text; return b.length(); } }
  static int concatLength(Node n) { return ("a" + n.s).length(); }
  static int afterBranch(Node n, int k) { Node x; if (k > 0) x = n; else x = n; return x.v; }
  static int sharedOperand(Node n, int k) { return n.take(k > 0 ? 1 : 2, "x", k, null, null, null, null, 1L).v; }
  static int requireInline(Node n) { return java.util.Objects.requireNonNull(n).v; }
  int outerThis() { class L { int g() { return f.v; } } return new L().g(); }
  static void invokePrivate(Nulls n) { n.hidden(); }
  private void hidden() {}
  static int varArg(Object... xs) { return xs.length; }
  static int recordOf(R r) { return r.node().v; }
  record R(Node node) {}
  static String generic(java.util.Map<String, Node> m) { m = new java.util.HashMap<>(); return m.get("x").s; }
  static int conditionalIndex(int[][] a, boolean b) { a = new int[4][]; return a[b ? 1 : 2][0]; }
  static int shortConst(Node[] a) { a = new Node[40000]; return a[32767].v + a[39999].v; }
  static int ldcIndex(Node[] a) { a = new Node[40000]; return a[39999].v; }
  static int longIndex(Node[] a, long k) { a = new Node[4]; return a[(int) k].v; }
  static int dupUse(Node n) { Node m; return (m = n).v; }
  static int syncReturn() { synchronized (Node.make()) { return 1; } }
  static void throwReturn() throws Throwable { throw thrown(); }
  static Throwable thrown() { return null; }
  static void nestedArray(Node[] a) { a = new Node[1]; a[0].nodes[1] = null; }
  static int primitiveArrayReturn() { return ints()[0]; }
  static int[] ints() { return null; }
  static int fieldArrayIndexField(Node n) { n = new Node(); n.nodes = new Node[1]; n.ints = new int[1]; return n.nodes[n.ints[0]].v; }
  static int manyLocals(Node n) { long a=1,b=2,c=3,d=4,e=5,f=6,g=7,h=8,i=9,j=10,k=11,l=12,m=13,o=14,p=15,q=16,r=17,s=18,t=19,u=20,v=21,w=22,x=23,y=24,z=25,aa=26,bb=27,cc=28,dd=29,ee=30,ff=31,gg=32,hh=33; Node last = n; return last.v; }

  interface Body { Object run() throws Throwable; }
  public static void main(String[] args) throws Throwable {
    for (java.lang.reflect.Method m : Nulls.class.getDeclaredMethods()) {
      if (m.getName().equals("main") || m.isSynthetic()) continue;
      Class<?>[] ps = m.getParameterTypes(); Object[] as = new Object[ps.length];
      for (int i = 0; i < ps.length; i++) {
        if (ps[i] == int.class) as[i] = 1; else if (ps[i] == long.class) as[i] = 1L; else if (ps[i] == double.class) as[i] = 1.0; else if (ps[i] == boolean.class) as[i] = true;
      }
      if (m.getName().equals("fieldOfField") || m.getName().equals("paramInLoop")) as[0] = new Node();
      if (m.getName().equals("loadDouble")) as[1] = new Node();
      if (m.getName().equals("assignedParam")) as[0] = new Node();
      if (m.getName().equals("argEvaluated")) as[1] = new Node();
      if (m.getName().equals("sharedOperand")) as[0] = new Node();
      if (m.getName().equals("recordOf")) as[0] = new R(null);
      sf = null; sn = null; text = null; any = null;
      if (m.getName().equals("staticChain")) { sf = new Nulls(); sf.me = new Nulls(); }
      Nulls self = new Nulls();
      if (m.getName().equals("thisChain")) { self.me = new Nulls(); self.me.f = new Node(); }
      try { m.invoke(self, as); }
      catch (java.lang.reflect.InvocationTargetException e) {
        Throwable c = e.getCause(); StackTraceElement t = c.getStackTrace()[0];
        System.out.println("MSG\t" + m.getName() + "\t" + t.getClassName() + "\t" + t.getMethodName() + "\t" + t.getLineNumber() + "\t" + c.getMessage());
      }
    }
  }
}
