/** Outlines on a 24 by 24 grid for what only forms show; they come with the first form. */
export const glyphs = {
  alert: 'M12 3.500L21.500 20h-19zM12 10v4.500M12 17v0.300',
  check: 'M4.500 12.500l5 5L19.500 7',
  cross: 'M6 6l12 12M18 6L6 18',
  news: 'M12 3.500a8.500 8.500 0 1 0 0 17a8.500 8.500 0 1 0 0-17M12 11v5.500M12 7.500v0.300',
  plus: 'M12 5v14M5 12h14',
  bin: 'M4.500 7h15M9.500 7V4.500h5V7M6.500 7l1 13h9l1-13M10 10.500v6M14 10.500v6',
  file: 'M6 3.500h8l4.500 4.500v12.500H6zM14 3.500V8h4.500M9 12.500h6M9 16h6',
  film: 'M3.500 5.500h17v13h-17zM7.500 5.500v13M16.500 5.500v13M3.500 10h4M3.500 14h4M16.500 10h4M16.500 14h4',
  picture:
    'M3.500 5h17v14h-17zM3.500 16l5-5 4.500 4.500 2.500-2.500 5 4.500M15.500 8.500a1.200 1.200 0 1 0 0 2.400a1.200 1.200 0 1 0 0-2.400',
  upload: 'M12 15.500V4M7.500 8.500L12 4l4.500 4.500M4 15v5h16v-5',
} as const;

/** The name of an outline of forms. */
export type FormGlyph = keyof typeof glyphs;
