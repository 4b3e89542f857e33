package my.java.lang;

public class StringThing {
  static class ObjectLike { int v; static ObjectLike one; ObjectLike[] many; long count; StringThing owner; }
  static int si; static int[][] table;
  void take(StringThing s, ObjectLike[] o, java.lang.StringBuffer b, Object... rest) {}

  static void owner(StringBuilder sb) { sb.append("x"); }
  static void ownerParams(StringBuilder sb, Object o) { sb.append(o); }
  static void odd(StringThing t) { t.take(null, null, null); }
  static int incremented(ObjectLike[] a, int i) { a = new ObjectLike[4]; i++; return a[i].v; }
  static int postIncrement(ObjectLike[] a, int i) { a = new ObjectLike[4]; return a[i++].v; }
  static int preIncrement(ObjectLike[] a, int i) { a = new ObjectLike[4]; return a[++i].v; }
  static int unknownArray(ObjectLike[] a, ObjectLike[] b, boolean c) { a = b = new ObjectLike[3]; return (c ? a : b)[1].v; }
  static int unknownField(ObjectLike a, ObjectLike b, boolean c) { a = b = new ObjectLike(); return (c ? a : b).owner.hashCode(); }
  static int staticOdd() { return ObjectLike.one.v; }
  static int wholeChain(StringThing t) { return ObjectLike.one.many[si].owner.hashCode(); }
  static int returnIndexed() { return array()[1].v; }
  static ObjectLike[] array() { return new ObjectLike[2]; }
  static int returnField() { return make().owner.hashCode(); }
  static ObjectLike make() { return new ObjectLike(); }
  static int returnInIndex(int[][] a) { a = new int[3][]; return a[zero()][array().length]; }
  static int zero() { return 0; }
  static int nestedReturnIndex(int[][] a) { a = new int[3][]; return a[array()[0].v][1]; }
  static int longField(ObjectLike[] a) { a = new ObjectLike[2]; a[1].count = 7; return 0; }
  static int longIndexExpr(ObjectLike[] a, long k) { a = new ObjectLike[2]; return a[(int) (k & 1)].v; }
  static int deepIndex(int[] k) { k = new int[1]; table = new int[1][]; return table[k[k[k[k[k[k[0]]]]]]][0]; }
  static int indexOfStatic() { table = new int[1][]; return table[si][si]; }
  static int localReuse(int n) { if (n > 5) { int x = 3; si = x; } Object o = null; return o.hashCode(); }
  static int loopBack(ObjectLike p) { ObjectLike q = null; for (int i = 0; i < 3; i++) { if (i == 2) si = q.v; } return 0; }
  static int paramAssignedInBranch(ObjectLike p, boolean b) { if (b) p = null; return p.v; }
  static int paramAssignedBefore(ObjectLike p, boolean b) { if (!b) { p = new ObjectLike(); si = 1; } return p.v; }
  static int doubleSlots(double d, ObjectLike p) { d = 2.0; return p.v; }
  static int throwInTry(ObjectLike p) { try { si = 1; } finally { si = 2; } return p.v; }
  static int withSwitch(ObjectLike p, int k) { switch (k) { case 1: p = null; break; case 2: return 2; default: si = 3; } return p.v; }
  static int booleanIndex(ObjectLike[] a) { a = new ObjectLike[2]; return a[si == 0 ? 1 : 0].v; }
  static int charIndex(ObjectLike[] a, char c) { a = new ObjectLike[200]; return a[c].v + a['x'].v; }
  static int byteCast(ObjectLike[] a, int c) { a = new ObjectLike[200]; return a[(byte) c].v; }
  static int elementOfReturn(int[][] k) { k = new int[2][]; return k[array().length - 1].length; }
  static int assignExpr(ObjectLike a, ObjectLike b) { return (a = b).v; }
  static void superField() { new Sub().go(); }
  static class Sub extends ObjectLike { void go() { super.owner.hashCode(); } void go2(Sub other) { other.owner.hashCode(); } }
  static void storeElementValue(Object[][] a) { a = new Object[2][]; a[1][0] = make().owner; }
  static void storeLongElement(long[][] a, long v) { a = new long[2][]; a[1][0] = v; }
  static void storeDoubleInto(double[][] a) { a = new double[2][]; a[0][1] += 3.0; }
  static void multi(Object[][][] m) { m = new Object[2][2][]; m[1][1][1].hashCode(); }
  static void classLiteral() { Class<?> c = null; c.getName(); }
  static void nullVarArgs(String f) { String.format(f, (Object[]) null).length(); f.isEmpty(); }
  static void invokeStaticIface() { java.util.List<String> l = null; l.size(); }
  static void genericReturn(java.util.List<String> l) { l = new java.util.ArrayList<>(); l.add(null); l.get(0).length(); }
  static void charSeq(CharSequence s) { s.charAt(0); }
  static void thread(Thread t) { t.start(); }
  static void defaultCtor(ObjectLike o) { synchronized (o.owner) { si = 1; } }
  synchronized void nested(StringThing t) { t.nested(this); }

  public static void main(String[] args) throws Throwable {
    for (java.lang.reflect.Method m : StringThing.class.getDeclaredMethods()) {
      if (m.getName().equals("main") || m.isSynthetic() || m.getName().equals("take")) continue;
      Class<?>[] ps = m.getParameterTypes(); Object[] as = new Object[ps.length];
      for (int i = 0; i < ps.length; i++) {
        if (ps[i] == int.class) as[i] = 1; else if (ps[i] == long.class) as[i] = 1L; else if (ps[i] == double.class) as[i] = 1.0; else if (ps[i] == boolean.class) as[i] = true; else if (ps[i] == char.class) as[i] = 'a';
      }
      if (m.getName().equals("defaultCtor")) as[0] = new ObjectLike();
      ObjectLike.one = null; si = 0;
      if (m.getName().equals("wholeChain")) { ObjectLike.one = new ObjectLike(); ObjectLike.one.many = new ObjectLike[1]; }
      try { m.invoke(new StringThing(), as); }
      catch (java.lang.reflect.InvocationTargetException e) {
        Throwable c = e.getCause(); StackTraceElement t = c.getStackTrace()[0];
        System.out.println("MSG\t" + m.getName() + "\t" + t.getClassName() + "\t" + t.getMethodName() + "\t" + t.getLineNumber() + "\t" + c.getMessage());
      }
    }
  }
}
