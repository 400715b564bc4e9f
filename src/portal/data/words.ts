import type { PagePayload, Payload, SharedWords } from '../../model/payload';

let shared: SharedWords['patterns'] = {};

/**
 * Returns the payload of a document with the words that all pages of the institution share: the document tells where they are, as browsers
 * keep them from page to page.
 * @throws when they cannot be had: without them the page stays as the server rendered it
 */
export async function completeWords({ shell, page }: Payload): Promise<Payload> {
  if (shell.words === undefined) return { shell, page };
  const { texts, patterns } = await fetchWords(shell.words).catch(() => fetchWords(shell.words ?? ''));
  shared = patterns;
  return { shell: { ...shell, texts }, page: completePatterns(page) };
}

/** Returns a page with the patterns of the shared words besides its own. */
export const completePatterns = (page: PagePayload): PagePayload => ({ ...page, patterns: { ...shared, ...page.patterns } });

/** As the preload link of the document asks for it, so that it is fetched once. */
async function fetchWords(address: string): Promise<SharedWords> {
  const response = await fetch(address, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${address} cannot be had: ${response.status}`);
  return (await response.json()) as SharedWords;
}
