/** Waits so many milliseconds. */
export const wait = (time: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), time);
  });
