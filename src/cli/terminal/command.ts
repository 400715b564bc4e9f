/** What visitors wrote, for a terminal, where control characters have no business; at most 120 characters. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 120);
}
