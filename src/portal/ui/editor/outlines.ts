/** Outlines of the editor's tools on a 24 by 24 grid. */
export const outlines = {
  bold: 'M7.5 4.5h5.5a3.75 3.75 0 0 1 0 7.5h-5.5zM7.5 12h6.5a3.75 3.75 0 0 1 0 7.5h-6.5z',
  italic: 'M10 4.5h7M7 19.5h7M14 4.5l-4 15',
  heading: 'M6 5v14M18 5v14M6 12h12',
  bullets: 'M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h0.3M4.5 12h0.3M4.5 17.5h0.3',
  numbers: 'M10 6.5h10M10 12h10M10 17.5h10M4 5l1.5-0.8v4.5M3.8 15.5c0.4-1.2 2.7-1.2 2.7 0.2c0 1-1 1.6-2.7 3.3h2.9',
  quote: 'M5 7h5v5c0 2.5-1.5 4-4 4.5M14 7h5v5c0 2.5-1.5 4-4 4.5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.5-3.5a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.5 3.5a4 4 0 0 0 5.7 5.7L12 17.7',
  file: 'M3.5 5h17v14h-17zM3.5 16l5-5 4.5 4.5 2.5-2.5 5 4.5M15.5 8.5a1.2 1.2 0 1 0 0 2.4a1.2 1.2 0 1 0 0-2.4',
  undo: 'M8.5 5L4 9.5 8.5 14M4 9.5h10a5.5 5.5 0 0 1 0 11h-3',
  redo: 'M15.5 5L20 9.5 15.5 14M20 9.5H10a5.5 5.5 0 0 0 0 11h3',
} as const;

/** The name of an outline of the editor. */
export type ToolGlyph = keyof typeof outlines;
