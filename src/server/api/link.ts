/**
 * Returns an address as it may be linked to, when a visitor or an import said what it is: a path of this site, or an http or https address
 * of another. Control characters and backslashes, which browsers read as nothing or as slashes, make a path lead elsewhere.
 * @returns the address, or an empty text
 */
export function safeLink(address: string): string {
  if (/[\u0000-\u0020\u007f\\]/.test(address)) return '';
  if (address.startsWith('/')) return address.startsWith('//') ? '' : address;
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : '';
}
