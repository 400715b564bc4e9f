/**
 * The title of a page in a browser's tab: its own before the institution's.
 * @param own the page's own title; empty for the institution's alone
 */
export const documentTitle = (own: string, site: string): string => (own === '' || own === site ? site : `${own} - ${site}`);
