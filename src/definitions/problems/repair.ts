/** What a text of some form becomes when it is written as it was probably meant, by the title of the form in the meta-schemas. */
const repairs: Readonly<Record<string, (found: string) => string>> = {
  Pointer: repairReference,
  Data: (found) => repairReference(`/${found.split(/[/.]/).at(-1) ?? ''}`),
  Name: repairName,
  Colour: repairColour,
  Template: addSlash,
  Path: addSlash,
  Source: (found) => found.replace(/[\uff1a.]/, ':'),
  '^[a-z0-9]+$': (found) => found.toLowerCase().replace(/^\./, ''),
  '^#[0-9a-fA-F]{6}$': repairColour,
  Host: (found) =>
    found
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .split(/[:/]/, 1)
      .join(''),
};

/**
 * Returns a text in the form that its place asks for, when only the way of writing is wrong.
 * @param title the title of the form
 * @param pattern the regular expression that the form has
 */
export function repairForm(title: string, pattern: string, found: unknown): string | undefined {
  const repair = repairs[title] ?? repairs[pattern];
  const repaired = typeof found === 'string' ? repair?.(found) : undefined;
  return repaired !== undefined && repaired !== found && new RegExp(pattern).test(repaired) ? repaired : undefined;
}

/** Whether something is named like a file. */
export const isFile = (found: string): boolean => /\.(?:png|jpe?g|svg|gif|webp|avif|ico|pdf|mp[34]|html?|json)$/i.test(found);

/** `row/name`, `row.name` and `/row//name/` are `/row/name`; of words nothing is made. */
function repairReference(found: string): string {
  return /^[/\w.]+$/.test(found) && !isFile(found) ? `/${found.split(/[/.]+/).filter(Boolean).join('/')}` : found;
}

/** `work-list` and `WorkList` are `workList`. */
function repairName(found: string): string {
  const joined = found.trim().replace(/[-_ ]+(\w?)/g, (_match, letter: string) => letter.toUpperCase());
  return `${joined.slice(0, 1).toLowerCase()}${joined.slice(1)}`;
}

function repairColour(found: string): string {
  return `#${found.replace(/^[#\uff03]/, '')}`.toLowerCase();
}

function addSlash(found: string): string {
  return /^[A-Za-z][\w.{?-]/.test(found) && !found.includes(':') ? `/${found}` : found;
}
