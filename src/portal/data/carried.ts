import type { CarriedPayload, PageDeclaration, PagePayload, Payload, SharedFrame } from '../../model/payload';
import { fetchFormat } from './laterFormat';

let shared: SharedFrame['patterns'] = {};

/**
 * Returns the payload of a document with what it leaves out: browsers keep that from page to page.
 * @throws when it cannot be had: without it the page stays as the server rendered it
 */
export async function completePayload({ shell: { frame, shell: settings, ...shell }, page }: CarriedPayload): Promise<Payload> {
  const [{ shell: rest, patterns }, whole] = await Promise.all([fetchPart<SharedFrame>(frame), completePage(page)]);
  shared = patterns;
  return {
    shell: { menu: [], ...rest, ...shell, shell: { ...rest.shell, ...settings } },
    page: await completePatterns(whole),
  };
}

async function completePage(page: CarriedPayload['page']): Promise<PagePayload> {
  if (!('declared' in page)) return page;
  const { declared, ...shown } = page;
  return { ...shown, ...(await fetchPart<PageDeclaration>(declared)) };
}

/**
 * Returns a page with the patterns of the shared frame besides its own, once there is what formats them.
 * @throws when that cannot be had
 */
export async function completePatterns(page: PagePayload): Promise<PagePayload> {
  const patterns = { ...shared, ...page.patterns };
  await fetchFormat(patterns);
  return { ...page, patterns };
}

/** Milliseconds before it is asked for again, each time that it fails: telephones lose their connection for moments. */
const pauses = [500, 3_000, 15_000];

/** The document's preload link asks in the same way, so that what is there is fetched once. */
async function fetchPart<T>(address: string, [pause, ...later] = pauses): Promise<T> {
  try {
    return await readPart<T>(address);
  } catch (error) {
    if (pause === undefined) throw error;
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
    return fetchPart(address, later);
  }
}

async function readPart<T>(address: string): Promise<T> {
  const response = await fetch(address, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${address} cannot be had: ${response.status}`);
  return (await response.json()) as T;
}
