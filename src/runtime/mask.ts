/** A phone as pages show it: 3 leading and 4 trailing characters (ledger CONV-34); what is too short to hide anything keeps one of each. */
export function maskedPhone(phone: string): string {
  const [leading, trailing] = phone.length > 7 ? [3, 4] : [1, 1];
  return `${phone.slice(0, leading)}${'*'.repeat(Math.max(0, phone.length - leading - trailing))}${phone.slice(-trailing)}`;
}
