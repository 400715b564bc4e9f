/**
 * Returns a function that fetches a part of the program once and has it at once from then on: `import()` takes tasks of its own even for what
 * is there, and behind a press these wait until the press is rendered.
 * @param load fetches it; where that fails, the next use tries again
 */
function keepLoaded<Part>(load: () => Promise<Part>): () => Part | Promise<Part> {
  let loaded: Part | undefined;
  return () => loaded ?? load().then((part) => (loaded = part));
}

/** What makes calls of the back end. */
export const loadApi = keepLoaded(() => import('./api'));
/** What fetches the data of a page's next state. */
export const loadPageData = keepLoaded(() => import('../../runtime/pageData'));
/** What uses replies of a moment ago again. */
export const loadKeepReplies = keepLoaded(() => import('./keepReplies'));
