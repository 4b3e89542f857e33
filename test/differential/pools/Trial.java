/** Something that a program does with pools, timers or threads, and a number that says what came of it. */
interface Trial {
    int run() throws Exception;
}
