/** Returns the address that is shared; `share=1` lets the page count the visits that it brings (ledger COUNT-08, COUNT-09). */
export function buildSharedAddress(canonical: string): string {
  const url = new URL(canonical);
  url.searchParams.set('share', '1');
  return url.toString();
}
