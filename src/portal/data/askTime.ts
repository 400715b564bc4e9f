/**
 * Asks the server for the time by its clock: a page may have been made a while ago, and the clock of a visitor may be wrong.
 * @returns milliseconds since 1970, to half a second, as the header Date has whole seconds; undefined when there is no answer
 */
export async function askTime(): Promise<number | undefined> {
  try {
    const reply = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' });
    const time = Date.parse(reply.headers.get('date') ?? '');
    return Number.isNaN(time) ? undefined : time + 500;
  } catch {
    return undefined;
  }
}
