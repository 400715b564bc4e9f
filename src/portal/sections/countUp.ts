/**
 * Words whose first number has come a part of its way up from nought; its decimals and thousands separators stay.
 * @param part 0 to 1; at 1 the words are as they were
 */
export function countUp(words: string, part: number): string {
  if (part >= 1) return words;
  return words.replace(/\d[\d,]*(?:\.(\d+))?/, (number, decimals: string = '') => {
    const value = Number(number.replaceAll(',', '')) * part;
    return number.includes(',')
      ? value.toLocaleString('en', { minimumFractionDigits: decimals.length, maximumFractionDigits: decimals.length })
      : value.toFixed(decimals.length);
  });
}
