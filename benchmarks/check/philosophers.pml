/*
 * DiningPhilosophers of models/programs in "ordered" form, for SPIN: one step here for each
 * step that other threads can see there. What only touches a thread's own variables, and
 * leaving a monitor, is joined to the step before it, as Deadwood does.
 *
 * SEATS and MEALS are given on the command line of spin.
 */
byte owner[SEATS];   /* the seat that holds the fork, counted from 1; 0: nobody */
byte uses[SEATS];
byte eaten[SEATS];
bit ended[SEATS];

proctype Philosopher(byte seat; byte first; byte second) {
  byte meal;
  byte value;
  do
  :: d_step { meal < MEALS && owner[first] == 0 -> owner[first] = seat + 1 };
     d_step { owner[second] == 0 -> owner[second] = seat + 1 };
     value = uses[first];
     d_step { uses[first] = value + 1; value = 0 };
     value = uses[second];
     d_step { uses[second] = value + 1; value = 0 };
     value = eaten[seat];
     d_step {
       eaten[seat] = value + 1;
       value = 0;
       owner[second] = 0;
       owner[first] = 0;
       meal++
     }
  :: atomic { meal == MEALS -> ended[seat] = 1; break }
  od
}

init {
  byte seat;
  byte total;
  byte used;
  do
  :: atomic { seat < SEATS - 1 -> run Philosopher(seat, seat, seat + 1); seat++ }
  :: atomic { seat == SEATS - 1 -> run Philosopher(seat, 0, seat); seat = 0; break }
  od;
  do
  :: d_step { seat < SEATS && ended[seat] -> skip };
     d_step { total = total + eaten[seat]; seat++ }
  :: atomic { seat == SEATS -> seat = 0; break }
  od;
  do
  :: d_step { seat < SEATS -> used = used + uses[seat]; seat++ }
  :: atomic { seat == SEATS -> break }
  od;
  assert(used == 2 * total)
}
