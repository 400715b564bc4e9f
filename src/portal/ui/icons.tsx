import type { ReactElement } from 'react';
import type { Icon as IconName } from '../../model/definitions.g';

/** Icons of the language and those that controls of the portal need besides. */
export type Glyph = IconName | 'back' | 'forward' | 'down' | 'close' | 'text';

const circle = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

/** Outlines on a 24 by 24 grid, drawn with a line of 1.5. */
const outlines: Record<Glyph, string> = {
  arrow: 'M4 12h15M13 6l6 6-6 6',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  down: 'M6 9.5l6 6 6-6',
  close: 'M6 6l12 12M18 6L6 18',
  calendar: 'M4 6.5h16v13.5H4zM4 10.5h16M8 4v4M16 4v4M8 14h3M8 17h6',
  card: 'M3.5 6h17v12.5h-17zM3.5 10h17M7 14.5h4',
  clock: `${circle(12, 12, 8.5)}M12 7.5V12l3.5 2.5`,
  cup: 'M5 8h11v6a4.5 4.5 0 0 1-4.5 4.5h-2A4.5 4.5 0 0 1 5 14zM16 9.5h1.5a2.5 2.5 0 0 1 0 5H16M8 5c0-1 1-1 1-2M12 5c0-1 1-1 1-2M4 21.5h13',
  download: 'M12 4v11M7 10.5l5 5 5-5M4.5 20h15',
  eye: `M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12z${circle(12, 12, 3)}`,
  expand: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  external: 'M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9',
  gift: 'M4 9h16v4H4zM5.5 13h13v7.5h-13zM12 9v11.5M12 9C9 9 7 7.8 7 6s3.5-2.5 5 3c1.5-5.5 5-4.8 5-3s-2 3-5 3z',
  globe: `${circle(12, 12, 8.5)}M3.5 12h17M12 3.5c5 5 5 12 0 17c-5-5-5-12 0-17z`,
  hall: 'M3 9.5L12 4l9 5.5zM5 9.5V18M9.5 9.5V18M14.5 9.5V18M19 9.5V18M3 20.5h18M4 18h16',
  heart: 'M12 20C6 15.5 3.5 12.5 3.5 9A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8.5 2c0 3.5-2.5 6.5-8.5 11z',
  home: 'M4 11l8-7 8 7v9h-5.5v-6h-5v6H4z',
  hotel: 'M3.5 19V6M3.5 16h17v3M20.5 16v-2.5a3 3 0 0 0-3-3H11V16M5.5 12.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  map: 'M3.5 6.5L9 4l6 2.5L20.5 4v13.5L15 20l-6-2.5L3.5 20zM9 4v13.5M15 6.5V20',
  menu: 'M4 7h16M4 12h16M4 17h16',
  message: 'M4 5h16v11.5H10L6 20v-3.5H4zM8 9.5h8M8 12.5h5',
  news: 'M4 5h13v14.5H6a2 2 0 0 1-2-2zM17 9h3v8.5a2 2 0 0 1-2 2M7 8.5h7M7 12h7M7 15.5h4',
  phone: 'M6 3.5l3 .5 1.5 4-2 2c1 2.5 3 4.5 5.5 5.5l2-2 4 1.5.5 3c0 1.5-1 2.5-2.5 2.5C10.5 20 4 13.5 3.5 6A2.5 2.5 0 0 1 6 3.5z',
  pin: `M12 21c-4.5-5-6.5-8-6.5-11a6.5 6.5 0 0 1 13 0c0 3-2 6-6.5 11z${circle(12, 10, 2.5)}`,
  play: 'M7.5 5v14l11-7z',
  price: `${circle(12, 12, 8.5)}M8.5 7.5L12 12l3.5-4.5M12 12v5M9 12.5h6M9 15h6`,
  search: `${circle(11, 11, 6.5)}M16 16l4.5 4.5`,
  share: `${circle(6, 12, 2.5)}${circle(17.5, 6, 2.5)}${circle(17.5, 18, 2.5)}M8.3 10.8l7-3.6M8.3 13.2l7 3.6`,
  sound: 'M4 9.5h3.5L12 6v12l-4.5-3.5H4zM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  star: 'M12 4l2.5 5.2 5.5.8-4 4 1 5.7-5-2.7-5 2.7 1-5.7-4-4 5.5-.8z',
  ticket: 'M3.5 6.5h17v3.5a2 2 0 0 0 0 4v3.5h-17V14a2 2 0 0 0 0-4zM14.5 6.5v2M14.5 11v2M14.5 15.5v2',
  top: 'M12 20V8M6.5 13L12 7.5l5.5 5.5M5 4h14',
  user: `${circle(12, 8, 4)}M4.5 20c.8-4 3.8-6 7.5-6s6.7 2 7.5 6`,
  exhibit: 'M9 3.5h6M10 3.5c0 3-3.5 4-3.5 8.5 0 4 2 6 3 8.5h5c1-2.5 3-4.5 3-8.5 0-4.5-3.5-5.5-3.5-8.5M6.8 10.5h10.4',
  bowl: 'M3.5 11h17c0 4.5-3 7.5-6 8.5h-5c-3-1-6-4-6-8.5zM9 8c0-1.5 1.5-1.5 1.5-3.5M13.5 8c0-1.5 1.5-1.5 1.5-3.5',
  shop: 'M5 8.5h14l1 12H4zM8.5 11V7a3.5 3.5 0 0 1 7 0v4',
  building: 'M5 20.5V4h9v16.5M14 9h5v11.5M3 20.5h18M8 8h3M8 12h3M8 16h3M16.5 13v0M16.5 16.5v0',
  book: 'M12 6.5C10 5 7 4.5 3.5 4.5V18c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2V4.5C17 4.5 14 5 12 6.5zM12 6.5V20',
  people: `${circle(9, 8.5, 3.5)}M2.5 19.5c.7-3.5 3.2-5.5 6.5-5.5s5.8 2 6.5 5.5M15.5 5.2a3.5 3.5 0 0 1 0 6.6M18 14.3c2 .8 3.2 2.6 3.5 5.2`,
  settings: `${circle(15, 7, 2.5)}${circle(9, 17, 2.5)}M4 7h8.5M17.5 7H20M4 17h2.5M11.5 17H20`,
  video: 'M3.5 6.5h12v11h-12zM15.5 10.5l5-3v9l-5-3',
  text: 'M3.5 18.5L8.5 6l5 12.5M5.3 14.5h6.4M15 18.5l3-7.5 3 7.5M16 16h4',
};

/** Returns the outline of an icon, as the path of an SVG drawing of 24 by 24. */
export const getOutline = (name: Glyph): string => outlines[name];

/** A line icon in the colour of the words around it; it says nothing to assistive technology, words beside it do. */
export function Icon({ name, className }: { name: Glyph; className?: string }): ReactElement {
  return <Outline path={outlines[name]} className={className} />;
}

/** An outline on a 24 by 24 grid, drawn as icons are: for icons that only some pages need. How its lines look the class `icon` says. */
export function Outline({ path, className = 'icon' }: { path: string; className?: string }): ReactElement {
  return (
    <svg className={className} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
