/** After how many milliseconds nothing is waited for where the browser paints nothing, such as in a window that is covered. */
const longestMs = 100;

/**
 * Settles once the browser has painted. What a press leads to may be there before that, and would be rendered in the frame of the press
 * itself, which is then late by as much (Interaction to Next Paint).
 */
export const nextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, document.visibilityState === 'hidden' ? 0 : longestMs);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      // A task of its own, which comes when the frame is painted.
      setTimeout(resolve);
    });
  });
