/** Tells who waits how far it is, with the seconds since the program began. */
export const tell = (text: string): void => console.error(`${(performance.now() / 1_000).toFixed(0).padStart(4)} s  ${text}`);
