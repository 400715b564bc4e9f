/** Outlines of the controls' icons on a 24 by 24 grid, for the page's own line icons. */
export const glyphs = {
  play: 'M8 5v14l11-7z',
  pause: 'M8.5 5v14M15.5 5v14',
  sound: 'M4 9.5h3.5L12 6v12l-4.5-3.5H4zM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  silent: 'M4 9.5h3.5L12 6v12l-4.5-3.5H4zM16 9.5l5 5M21 9.5l-5 5',
  captions: 'M3.5 5.5h17v13h-17zM11 10.5c-1.8-1.7-4.5-.6-4.5 1.5s2.7 3.2 4.5 1.5M17.5 10.5c-1.8-1.7-4.5-.6-4.5 1.5s2.7 3.2 4.5 1.5',
  enlarge: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  reduce: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
} as const;
