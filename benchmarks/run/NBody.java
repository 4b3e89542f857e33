/** Planets pulling at each other: double arithmetic on fields of objects. */
public class NBody {
  private static final class Body {
    double x;
    double y;
    double z;
    double vx;
    double vy;
    double vz;
    final double mass;

    Body(double x, double y, double z, double vx, double vy, double vz, double mass) {
      this.x = x;
      this.y = y;
      this.z = z;
      this.vx = vx;
      this.vy = vy;
      this.vz = vz;
      this.mass = mass;
    }

    void pull(Body other, double dt) {
      double dx = x - other.x;
      double dy = y - other.y;
      double dz = z - other.z;
      double squared = dx * dx + dy * dy + dz * dz + 0.01;
      double scale = dt / (squared * Math.sqrt(squared));
      vx -= dx * other.mass * scale;
      vy -= dy * other.mass * scale;
      vz -= dz * other.mass * scale;
      other.vx += dx * mass * scale;
      other.vy += dy * mass * scale;
      other.vz += dz * mass * scale;
    }

    void drift(double dt) {
      x += vx * dt;
      y += vy * dt;
      z += vz * dt;
    }

    double kinetic() {
      return 0.5 * mass * (vx * vx + vy * vy + vz * vz);
    }
  }

  public static void main(String[] args) {
    int steps = args.length > 0 ? Integer.parseInt(args[0]) : 75_000;
    Body[] bodies = {
      new Body(0, 0, 0, 0, 0, 0, 40),
      new Body(5, 0, 0.5, 0, 2.5, 0, 0.04),
      new Body(0, 8, -0.3, -2, 0, 0.1, 0.011),
      new Body(-13, 1, 0.2, 0, -1.6, 0, 0.0017),
      new Body(2, -15, 0.1, 1.5, 0.2, 0, 0.002),
    };
    for (int step = 0; step < steps; step++) {
      for (int i = 0; i < bodies.length; i++) {
        for (int j = i + 1; j < bodies.length; j++) bodies[i].pull(bodies[j], 0.001);
      }
      for (Body body : bodies) body.drift(0.001);
    }
    double energy = 0;
    for (Body body : bodies) energy += body.kinetic();
    System.out.println("NBody " + Long.toHexString(Double.doubleToLongBits(energy)));
  }
}
