/** Objects that are made by one thread and found by the other. */
final class Objects {
    private Objects() {
    }

    static class Node {
        int value;
        Node next;
    }

    static final class Publication extends Experiment {
        private volatile Node head;
        private int seen;

        @Override
        void first() {
            Node node = new Node();
            node.next = new Node();
            node.next.value = 1;
            head = node;
            synchronized (node.next) {
                node.next.value += 2;
            }
        }

        @Override
        void second() {
            Node node = head;
            if (node == null) {
                return;
            }
            synchronized (node.next) {
                seen = node.next.value;
                node.next.value = 5;
            }
        }

        @Override
        int outcome() {
            return seen * 10 + head.next.value;
        }
    }

    /** Made at most once? */
    static final class LazyTwice extends Experiment {
        private volatile Node node;
        private volatile int made;

        private Node get() {
            if (node == null) {
                synchronized (this) {
                    made++;
                }
                node = new Node();
            }
            return node;
        }

        @Override
        void first() {
            get().value = 1;
        }

        @Override
        void second() {
            get().value = 1;
        }

        @Override
        int outcome() {
            return made * 10 + node.value;
        }
    }

    static final class DoubleChecked extends Experiment {
        private volatile Node node;
        private int made;

        private Node get() {
            Node found = node;
            if (found == null) {
                synchronized (this) {
                    found = node;
                    if (found == null) {
                        found = new Node();
                        made++;
                        node = found;
                    }
                }
            }
            return found;
        }

        @Override
        void first() {
            get();
        }

        @Override
        void second() {
            get();
        }

        @Override
        int outcome() {
            return made;
        }
    }

    static final class Leak {
        static volatile Leak last;
        final int value;

        Leak(int value) {
            last = this;
            this.value = value;
        }
    }

    static final class FinalLeak extends Experiment {
        private int seen;

        FinalLeak() {
            Leak.last = null;
        }

        @Override
        void first() {
            new Leak(7);
        }

        @Override
        void second() {
            Leak leak = Leak.last;
            seen = leak == null ? -1 : leak.value;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    static final class NullRace extends Experiment {
        private volatile Node node = new Node();

        @Override
        void first() {
            node = null;
        }

        @Override
        void second() {
            if (node != null) {
                node.value = 1;
            }
        }

        @Override
        int outcome() {
            return 0;
        }
    }

    static final class IndexRace extends Experiment {
        private final int[] values = new int[2];
        private volatile int index;

        @Override
        void first() {
            if (index < values.length) {
                values[index++] = 1;
            }
        }

        @Override
        void second() {
            if (index < values.length) {
                values[index++] += 2;
            }
        }

        @Override
        void third() {
            index++;
        }

        @Override
        int count() {
            return 3;
        }

        @Override
        int outcome() {
            return values[0] * 10 + values[1] + index * 100;
        }
    }
}
