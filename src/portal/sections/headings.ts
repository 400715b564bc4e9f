const opening = /<h([2-6])(?=[\s>])/g;

/**
 * Returns rich text whose headings begin with one of the second level, for where no heading stands above them but that of the page: nothing is
 * left out between two levels (WCAG 2.2, technique G141). What begins so already stays as it is.
 * @param html as the server sanitised it
 */
export function raiseHeadings(html: string): string {
  const levels = [...html.matchAll(opening)].map(([, level]) => Number(level));
  const above = levels.length === 0 ? 0 : Math.min(...levels) - 2;
  return above === 0
    ? html
    : html.replace(/<(\/?)h([2-6])(?=[\s>])/g, (_tag, slash: string, level: string) => `<${slash}h${Number(level) - above}`);
}
