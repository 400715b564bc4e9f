/** How many milliseconds an answer may take where a test says nothing of it: it is no test of how fast the machine is. */
export const patientMs = 25_000;
