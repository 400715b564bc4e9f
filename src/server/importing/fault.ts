import type { TextKey } from '../../model/textKeys.g';

/** What is wrong, for staff: a text of the desk with its values, of which lists are written as such, and among them perhaps another such text, `expected`. */
export interface Said {
  text: TextKey;
  values?: Readonly<Record<string, string | number | readonly string[]>>;
  expected?: Said;
}

/** What is wrong with a field of an item, or with a whole row where it has no place. */
export interface Fault {
  /** The JSON Pointer of the field. */
  place?: string;
  /** For operators. */
  message: string;
  said: Said;
}

/** Why an import cannot be done or go on; the message is for operators, what is said for staff. */
export class ImportFault extends Error {
  constructor(
    message: string,
    readonly said: Said = { text: 'importFailed' },
  ) {
    super(message);
  }
}

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
