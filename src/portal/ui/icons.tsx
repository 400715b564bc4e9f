import type { ReactElement } from 'react';
import type { Icon as IconName } from '../../model/definitions.g';

/** Icons of the language and those that controls of the portal need besides. */
export type Glyph = IconName | 'back' | 'forward' | 'down' | 'close' | 'pause' | 'weibo' | 'qzone' | 'wechat' | 'text' | 'link';

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
  cup: 'M5 8h11v6a4.5 4.5 0 0 1-4.5 4.5h-2A4.5 4.5 0 0 1 5 14zM16 9.5h1.5a2.5 2.5 0 0 1 0 5H16M8 5c0-1 1-1 1-2M12 5c0-1 1-1 1-2M4 21.500h13',
  download: 'M12 4v11M7 10.5l5 5 5-5M4.5 20h15',
  eye: `M2.500 12C5 7.500 8.300 5.500 12 5.500s7 2 9.500 6.500c-2.500 4.500-5.800 6.500-9.500 6.500S5 16.500 2.500 12z${circle(12, 12, 3)}`,
  expand: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  external: 'M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9',
  gift: 'M4 9h16v4H4zM5.500 13h13v7.500h-13zM12 9v11.500M12 9C9 9 7 7.800 7 6s3.500-2.500 5 3c1.500-5.500 5-4.800 5-3s-2 3-5 3z',
  globe: `${circle(12, 12, 8.5)}M3.500 12h17M12 3.500c5 5 5 12 0 17c-5-5-5-12 0-17z`,
  hall: 'M3 9.500L12 4l9 5.500zM5 9.500V18M9.500 9.500V18M14.500 9.500V18M19 9.500V18M3 20.500h18M4 18h16',
  heart: 'M12 20C6 15.500 3.500 12.500 3.500 9A4.500 4.500 0 0 1 12 7a4.500 4.500 0 0 1 8.500 2c0 3.500-2.500 6.500-8.500 11z',
  home: 'M4 11l8-7 8 7v9h-5.500v-6h-5v6H4z',
  hotel: 'M3.500 19V6M3.500 16h17v3M20.500 16v-2.500a3 3 0 0 0-3-3H11V16M5.500 12.500a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  map: 'M3.500 6.500L9 4l6 2.500L20.500 4v13.500L15 20l-6-2.500L3.500 20zM9 4v13.500M15 6.500V20',
  menu: 'M4 7h16M4 12h16M4 17h16',
  message: 'M4 5h16v11.500H10L6 20v-3.500H4zM8 9.500h8M8 12.500h5',
  news: 'M4 5h13v14.500H6a2 2 0 0 1-2-2zM17 9h3v8.500a2 2 0 0 1-2 2M7 8.500h7M7 12h7M7 15.500h4',
  phone:
    'M6 3.500l3 .5 1.500 4-2 2c1 2.500 3 4.500 5.500 5.500l2-2 4 1.500.500 3c0 1.500-1 2.500-2.500 2.500C10.500 20 4 13.500 3.500 6A2.500 2.500 0 0 1 6 3.500z',
  pin: `M12 21c-4.500-5-6.500-8-6.500-11a6.500 6.500 0 0 1 13 0c0 3-2 6-6.500 11z${circle(12, 10, 2.5)}`,
  play: 'M7.500 5v14l11-7z',
  pause: 'M8 5v14M16 5v14',
  price: `${circle(12, 12, 8.5)}M8.500 7.500L12 12l3.500-4.500M12 12v5M9 12.500h6M9 15h6`,
  search: `${circle(11, 11, 6.5)}M16 16l4.500 4.500`,
  share: `${circle(6, 12, 2.5)}${circle(17.5, 6, 2.5)}${circle(17.5, 18, 2.5)}M8.300 10.800l7-3.600M8.300 13.200l7 3.600`,
  sound: 'M4 9.500h3.500L12 6v12l-4.500-3.500H4zM15.500 9a4.500 4.500 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11',
  star: 'M12 4l2.500 5.200 5.500.8-4 4 1 5.700-5-2.700-5 2.700 1-5.700-4-4 5.500-.8z',
  ticket: 'M3.500 6.500h17v3.500a2 2 0 0 0 0 4v3.500h-17V14a2 2 0 0 0 0-4zM14.500 6.500v2M14.500 11v2M14.500 15.500v2',
  top: 'M12 20V8M6.500 13L12 7.500l5.500 5.500M5 4h14',
  user: `${circle(12, 8, 4)}M4.500 20c.8-4 3.800-6 7.500-6s6.700 2 7.500 6`,
  exhibit:
    'M9 3.500h6M10 3.500c0 3-3.500 4-3.500 8.500 0 4 2 6 3 8.500h5c1-2.500 3-4.500 3-8.500 0-4.500-3.500-5.500-3.500-8.500M6.800 10.500h10.400',
  bowl: 'M3.500 11h17c0 4.500-3 7.500-6 8.500h-5c-3-1-6-4-6-8.500zM9 8c0-1.500 1.500-1.500 1.500-3.500M13.500 8c0-1.500 1.500-1.500 1.500-3.500',
  shop: 'M5 8.500h14l1 12H4zM8.500 11V7a3.500 3.500 0 0 1 7 0v4',
  building: 'M5 20.500V4h9v16.500M14 9h5v11.500M3 20.500h18M8 8h3M8 12h3M8 16h3M16.500 13v0M16.500 16.500v0',
  book: 'M12 6.500C10 5 7 4.500 3.500 4.500V18c3.500 0 6.500.5 8.500 2 2-1.500 5-2 8.500-2V4.500C17 4.500 14 5 12 6.500zM12 6.500V20',
  people: `${circle(9, 8.5, 3.5)}M2.500 19.500c.7-3.500 3.200-5.500 6.500-5.500s5.800 2 6.500 5.500M15.500 5.200a3.500 3.500 0 0 1 0 6.600M18 14.300c2 .8 3.200 2.600 3.500 5.200`,
  settings: `${circle(15, 7, 2.5)}${circle(9, 17, 2.5)}M4 7h8.500M17.500 7H20M4 17h2.500M11.500 17H20`,
  video: 'M3.500 6.500h12v11h-12zM15.500 10.500l5-3v9l-5-3',
  weibo: `${circle(9.5, 14.5, 2)}M10 9c-3.500 0-7 3-7 6s3 4.500 6.500 4.500 7-2 7-5c0-2-1.500-2.500-2-2.800.5-1.700-.5-3.200-4.500-2.700zM15 5.500a5 5 0 0 1 5.500 6M15.500 8.500a2 2 0 0 1 2 2.500`,
  qzone: 'M12 3.500l2.500 5.700 6 .6-4.500 4.200 1.500 6-5.500-3-5.500 3 1.500-6-4.500-4.200 6-.6zM9 11.500h6l-6 4h6',
  wechat:
    'M9.500 4.500C5.500 4.500 3 7 3 10c0 1.800 1 3.200 2.500 4.200L5 16.500l2.500-1.200c.7.200 1.300.2 2 .2M9.500 4.500c3.500 0 6 2 6.500 4.700M21 14.500c0-2.700-2.500-4.800-5.500-4.800S10 11.800 10 14.500s2.500 4.800 5.500 4.800c.7 0 1.300-.1 1.900-.3l2.100 1.000-.5-1.900c1.200-.9 2-2.100 2-3.600z',
  text: 'M3.500 18.500L8.500 6l5 12.500M5.300 14.500h6.400M15 18.500l3-7.500 3 7.500M16 16h4',
  link: 'M10 14a4 4 0 0 0 5.700 0l3.500-3.500a4 4 0 0 0-5.700-5.700L12 6.300M14 10a4 4 0 0 0-5.700 0l-3.500 3.500a4 4 0 0 0 5.700 5.700L12 17.700',
};

/** The outline of an icon, as the path of an SVG drawing of 24 by 24. */
export const outlineOf = (name: Glyph): string => outlines[name];

/** A line icon in the colour of the words around it; it says nothing to assistive technology, words beside it do. */
export function Icon({ name, className }: { name: Glyph; className?: string }): ReactElement {
  return <Outline path={outlines[name]} className={className} />;
}

/** An outline on a 24 by 24 grid, drawn as icons are: for icons that only some pages need. */
export function Outline({ path, className = 'icon' }: { path: string; className?: string }): ReactElement {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}
