// A method of more than 32 KB of code: inlined finally blocks blow it up, so that javac uses goto_w
// and turns conditional jumps around.
package control;

import static java.lang.System.out;

class WideJumps {
    static int trace;

    static int run(int n) {
        int x = n;
        for (int round = 0; round < 4; round++) {
            try {
                switch (x & 31) {
                    case 0: if (x > 70000) return x; x += 5; continue;
                    case 1: if (x > 71000) return x; x += 18; break;
                    case 2: if (x > 72000) return x; x += 31; break;
                    case 3: if (x > 73000) return x; x += 44; continue;
                    case 4: if (x > 74000) return x; x += 57; break;
                    case 5: if (x > 75000) return x; x += 70; break;
                    case 6: if (x > 76000) return x; x += 83; continue;
                    case 7: if (x > 77000) return x; x += 96; break;
                    case 8: if (x > 78000) return x; x += 109; break;
                    case 9: if (x > 79000) return x; x += 122; continue;
                    case 10: if (x > 80000) return x; x += 135; break;
                    case 11: if (x > 81000) return x; x += 148; break;
                    case 12: if (x > 82000) return x; x += 161; continue;
                    case 13: if (x > 83000) return x; x += 174; break;
                    case 14: if (x > 84000) return x; x += 187; break;
                    case 15: if (x > 85000) return x; x += 200; continue;
                    case 16: if (x > 86000) return x; x += 213; break;
                    case 17: if (x > 87000) return x; x += 226; break;
                    case 18: if (x > 88000) return x; x += 239; continue;
                    case 19: if (x > 89000) return x; x += 252; break;
                    case 20: if (x > 90000) return x; x += 265; break;
                    case 21: if (x > 91000) return x; x += 278; continue;
                    case 22: if (x > 92000) return x; x += 291; break;
                    case 23: if (x > 93000) return x; x += 304; break;
                    case 24: if (x > 94000) return x; x += 317; continue;
                    case 25: if (x > 95000) return x; x += 330; break;
                    case 26: if (x > 96000) return x; x += 343; break;
                    case 27: if (x > 97000) return x; x += 356; continue;
                    case 28: if (x > 98000) return x; x += 369; break;
                    case 29: if (x > 99000) return x; x += 382; break;
                    case 30: if (x > 100000) return x; x += 395; continue;
                    case 31: if (x > 101000) return x; x += 408; break;
                }
                if (x % 7 == 3) return -x;
            } finally {
                trace = trace * 80822 + (x ^ 4325656); x ^= trace >>> 29;
                trace = trace * 63496 + (x ^ 8932593); x ^= trace >>> 18;
                trace = trace * 95073 + (x ^ 7851851); x ^= trace >>> 30;
                trace = trace * 56321 + (x ^ 909953); x ^= trace >>> 20;
                trace = trace * 47419 + (x ^ 6277657); x ^= trace >>> 25;
                trace = trace * 96914 + (x ^ 4176805); x ^= trace >>> 24;
                trace = trace * 75635 + (x ^ 1750846); x ^= trace >>> 27;
                trace = trace * 56340 + (x ^ 260019); x ^= trace >>> 29;
                trace = trace * 54203 + (x ^ 6887638); x ^= trace >>> 22;
                trace = trace * 51932 + (x ^ 6573673); x ^= trace >>> 20;
                trace = trace * 89933 + (x ^ 1246814); x ^= trace >>> 20;
                trace = trace * 80496 + (x ^ 7503104); x ^= trace >>> 20;
                trace = trace * 48666 + (x ^ 69777); x ^= trace >>> 18;
                trace = trace * 53726 + (x ^ 3655174); x ^= trace >>> 20;
                trace = trace * 97174 + (x ^ 2833146); x ^= trace >>> 22;
                trace = trace * 60555 + (x ^ 3376809); x ^= trace >>> 26;
                trace = trace * 97417 + (x ^ 3475630); x ^= trace >>> 20;
                trace = trace * 85261 + (x ^ 3343082); x ^= trace >>> 24;
                trace = trace * 59581 + (x ^ 401888); x ^= trace >>> 23;
                trace = trace * 67191 + (x ^ 2824280); x ^= trace >>> 20;
                trace = trace * 57289 + (x ^ 1132863); x ^= trace >>> 23;
                trace = trace * 59749 + (x ^ 9873818); x ^= trace >>> 18;
                trace = trace * 79058 + (x ^ 5708968); x ^= trace >>> 19;
                trace = trace * 60313 + (x ^ 6001806); x ^= trace >>> 22;
                trace = trace * 71506 + (x ^ 5338129); x ^= trace >>> 20;
                trace = trace * 71537 + (x ^ 7967877); x ^= trace >>> 29;
                trace = trace * 51542 + (x ^ 996316); x ^= trace >>> 22;
                trace = trace * 41498 + (x ^ 6040271); x ^= trace >>> 24;
                trace = trace * 41184 + (x ^ 9251797); x ^= trace >>> 30;
                trace = trace * 67448 + (x ^ 6183556); x ^= trace >>> 24;
                trace = trace * 77913 + (x ^ 192310); x ^= trace >>> 25;
                trace = trace * 43062 + (x ^ 3075325); x ^= trace >>> 27;
                trace = trace * 52879 + (x ^ 2036833); x ^= trace >>> 30;
                trace = trace * 56127 + (x ^ 7794519); x ^= trace >>> 23;
                trace = trace * 73586 + (x ^ 5992442); x ^= trace >>> 26;
                trace = trace * 56442 + (x ^ 7805330); x ^= trace >>> 19;
                trace = trace * 78650 + (x ^ 6202224); x ^= trace >>> 22;
                trace = trace * 42400 + (x ^ 7304143); x ^= trace >>> 19;
                trace = trace * 53663 + (x ^ 5756677); x ^= trace >>> 26;
                trace = trace * 80031 + (x ^ 6123846); x ^= trace >>> 20;
                trace = trace * 62279 + (x ^ 4665082); x ^= trace >>> 29;
                trace = trace * 75726 + (x ^ 1584734); x ^= trace >>> 22;
                trace = trace * 84955 + (x ^ 5355021); x ^= trace >>> 22;
                trace = trace * 51631 + (x ^ 1351915); x ^= trace >>> 28;
                trace = trace * 49756 + (x ^ 5229252); x ^= trace >>> 25;
                trace = trace * 50585 + (x ^ 854570); x ^= trace >>> 19;
                trace = trace * 79364 + (x ^ 8991160); x ^= trace >>> 24;
                trace = trace * 42085 + (x ^ 4021847); x ^= trace >>> 29;
            }
        }
        return x;
    }

    public static void main(String[] args) {
        for (int n = -20; n < 60; n++) out.println(n + " " + run(n * 37) + " " + trace);
        boolean odd = false;
        do {
            odd = !odd;
        } while (run(trace & 1023) % 2 == 0 && odd);
        out.println(odd + " " + trace);
    }
}
