// Enums: values, valueOf, bodies, fields, interfaces, EnumMap and EnumSet, compareTo.
package objects;

import static java.lang.System.out;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

class Enums {
    interface Priced { int price(); }
    enum Coin implements Priced {
        PENNY(1), NICKEL(5) { @Override public String toString() { return "five!"; } }, DIME(10), QUARTER(25) { @Override public int price() { return super.price() + 1; } };
        private final int cents;
        private static int total;
        static { for (Coin c : values()) total += c.cents; }
        Coin(int cents) { this.cents = cents; }
        public int price() { return cents; }
        Coin next() { return values()[(ordinal() + 1) % values().length]; }
        static int total() { return total; }
    }
    enum Single { INSTANCE; int count; int bump() { return ++count; } }
    enum None { }
    enum Planet { MERCURY(3.303e+23, 2.4397e6), EARTH(5.976e+24, 6.37814e6); final double mass, radius; Planet(double m, double r) { mass = m; radius = r; } double g() { return 6.67300E-11 * mass / (radius * radius); } }

    public static void main(String[] args) {
        for (Coin c : Coin.values()) out.println(c + " " + c.name() + " " + c.ordinal() + " " + c.price() + " " + c.next() + " " + c.getDeclaringClass().getSimpleName() + " " + c.getClass().getName());
        out.println(Coin.total() + " " + Arrays.toString(Coin.values()) + " " + (Coin.values() == Coin.values()) + " " + Coin.valueOf("DIME").compareTo(Coin.PENNY) + " " + None.values().length);
        for (String s : new String[] {"dime", "", "five!"}) {
            try {
                out.println(Coin.valueOf(s));
            } catch (IllegalArgumentException e) {
                out.println(e.getMessage());
            }
        }
        try {
            Coin.valueOf(null);
        } catch (NullPointerException e) {
            out.println(e.getMessage());
        }
        out.println(Enum.valueOf(Single.class, "INSTANCE").bump() + Single.INSTANCE.bump());
        EnumMap<Coin, String> map = new EnumMap<>(Coin.class);
        map.put(Coin.QUARTER, "q");
        map.put(Coin.PENNY, "p");
        map.put(Coin.NICKEL, null);
        out.println(map + " " + map.containsKey(Coin.DIME) + map.containsKey(Coin.NICKEL) + map.size() + map.remove(Coin.PENNY) + map);
        for (Map.Entry<Coin, String> e : map.entrySet()) out.print(e.getKey().name() + "=" + e.getValue() + ";");
        out.println();
        EnumSet<Coin> set = EnumSet.of(Coin.DIME, Coin.PENNY);
        out.println(set + " " + EnumSet.complementOf(set) + " " + EnumSet.allOf(Coin.class) + EnumSet.noneOf(Coin.class) + EnumSet.range(Coin.NICKEL, Coin.QUARTER) + set.contains(Coin.NICKEL) + set.add(Coin.DIME));
        set.removeIf(c -> c.price() > 5);
        out.println(set);
        for (Planet p : Planet.values()) out.println(p + " " + p.g());
        out.println(Coin.PENNY.equals(Coin.PENNY) + " " + Coin.DIME.hashCode() * 0 + " " + Coin.class.isEnum() + " " + Coin.NICKEL.getClass().isEnum() + " " + Coin.class.getEnumConstants().length);
    }
}
