/** Outlines on a 24 by 24 grid for what only forms show; they come with the first form. */
export const glyphs = {
  alert: 'M12 3.5L21.5 20h-19zM12 10v4.5M12 17v0.3',
  check: 'M4.5 12.5l5 5L19.5 7',
  cross: 'M6 6l12 12M18 6L6 18',
  news: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M12 11v5.5M12 7.5v0.3',
  plus: 'M12 5v14M5 12h14',
  up: 'M6 14.5l6-6 6 6',
  down: 'M6 9.5l6 6 6-6',
  bin: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10 10.5v6M14 10.5v6',
  file: 'M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5M9 12.5h6M9 16h6',
  film: 'M3.5 5.5h17v13h-17zM7.5 5.5v13M16.5 5.5v13M3.5 10h4M3.5 14h4M16.5 10h4M16.5 14h4',
  picture: 'M3.5 5h17v14h-17zM3.5 16l5-5 4.5 4.5 2.5-2.5 5 4.5M15.5 8.5a1.2 1.2 0 1 0 0 2.4a1.2 1.2 0 1 0 0-2.4',
  upload: 'M12 15.5V4M7.5 8.5L12 4l4.5 4.5M4 15v5h16v-5',
} as const;

/** The name of an outline of forms. */
export type FormGlyph = keyof typeof glyphs;
