/** Outlines of the controls' icons on a 24 by 24 grid, for the page's own line icons. */
export const glyphs = {
  play: 'M8 5v14l11-7z',
  pause: 'M8.500 5v14M15.500 5v14',
  sound: 'M4 9.500h3.500L12 6v12l-4.500-3.500H4zM15.500 9a4.500 4.500 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11',
  silent: 'M4 9.500h3.500L12 6v12l-4.500-3.500H4zM16 9.500l5 5M21 9.500l-5 5',
  captions:
    'M3.500 5.500h17v13h-17zM11 10.500c-1.800-1.700-4.500-.6-4.500 1.500s2.700 3.200 4.500 1.500M17.500 10.500c-1.800-1.700-4.500-.6-4.500 1.500s2.700 3.200 4.500 1.500',
  enlarge: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  reduce: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
} as const;
