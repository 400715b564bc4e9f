/** The styles of all pages, as the build leaves them in `dist/client/styles.json`. */
export interface PageStyles {
  /** The text of each sheet, in the order of the cascade. */
  sheets: readonly string[];
  /** Places in it: the sheets that every page has. */
  frame: readonly number[];
  /** Places in it: the sheets of what only some pages show, by the name of the component. */
  parts: Readonly<Record<string, readonly number[]>>;
  /** The address of one sheet that has them all. */
  whole: string;
}

/**
 * Returns the styles of a page, in the order of the cascade.
 * @param components the names of what the page shows
 */
export function pickStyles({ sheets, frame, parts }: PageStyles, components: readonly string[]): string {
  const places = new Set([...frame, ...components.flatMap((name) => parts[name] ?? [])]);
  return sheets.filter((_, place) => places.has(place)).join('');
}
