/** How far the initialisation of a class has come, in its word of the static area. */
export const UNINITIALIZED = 0;
export const INITIALIZED = 1;
/** Its initialiser threw an exception. */
export const FAILED = 2;
/** This, and above it the number of the thread that initialises the class. */
export const INITIALIZING = 4;
