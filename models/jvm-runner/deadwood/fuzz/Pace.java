package deadwood.fuzz;

/** How the threads of a run are held up. */
enum Pace {
    STRAIGHT,
    YIELDING,
    PAUSING
}
