package java.security;

import java.util.Random;

/**
 * Numbers that are the same in each run, because a run must be repeatable.
 * Nothing is secure about them; a program that only wants to be unpredictable
 * cannot tell.
 */
public class SecureRandom extends Random {
    private static final long serialVersionUID = 4940670005562187L;
    private static final long SEED = 0x5DEECE66DL;

    private final String algorithm;

    public SecureRandom() {
        this("NativePRNG");
    }

    public SecureRandom(byte[] seed) {
        this("NativePRNG");
        setSeed(seed);
    }

    private SecureRandom(String algorithm) {
        super(SEED);
        this.algorithm = algorithm;
    }

    public static SecureRandom getInstance(String algorithm) throws NoSuchAlgorithmException {
        switch (algorithm) {
            case "NativePRNG":
            case "NativePRNGBlocking":
            case "NativePRNGNonBlocking":
            case "DRBG":
            case "SHA1PRNG":
                return new SecureRandom(algorithm);
            default:
                throw new NoSuchAlgorithmException(algorithm + " SecureRandom not available");
        }
    }

    public static SecureRandom getInstanceStrong() {
        return new SecureRandom("NativePRNGBlocking");
    }

    public String getAlgorithm() {
        return algorithm;
    }

    @Override
    public String toString() {
        return algorithm;
    }

    public void setSeed(byte[] seed) {
        long mixed = SEED;
        for (int i = 0; i < seed.length; i++) {
            mixed = mixed * 31 + seed[i];
        }
        setSeed(mixed);
    }

    public byte[] generateSeed(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("numBytes cannot be negative");
        }
        byte[] seed = new byte[count];
        nextBytes(seed);
        return seed;
    }

    public static byte[] getSeed(int count) {
        return new SecureRandom().generateSeed(count);
    }

    public void reseed() {
    }
}
