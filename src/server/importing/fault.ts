/** Why an import cannot be done or go on; the message is for operators. */
export class ImportFault extends Error {}

const longest = 40;

/** Returns a value as it is shown to operators: as JSON, at most 40 characters of it. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  const characters = [...text.slice(0, 4 * longest)];
  const shown = characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text;
  return typeof value === 'string' ? JSON.stringify(shown) : shown;
}

/** Returns names for people, `a, b and 3 more`. */
export function listNames(names: readonly string[], most = 12): string {
  return names.length > most ? `${names.slice(0, most).join(', ')} and ${names.length - most} more` : names.join(', ');
}
