import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asObject } from '../../model/json';

/** Returns the text of `src/model/textKeys.g.ts`: the names of the shared texts. Throws when they cannot be read. */
export async function generateTextKeys(root: string): Promise<string> {
  const files = ['schemas/texts.json', 'schemas/desk/texts.json'];
  const texts = await Promise.all(files.map(async (file) => asObject(JSON.parse(await readFile(join(root, file), 'utf8')))));
  const names = [...new Set(texts.flatMap(Object.keys))].filter((name) => name !== '$schema');
  return `/* Generated from ${files.join(' and ')} by \`npm run generate\`. Do not edit. */

/** The name of a shared text. Institutions may add texts of their own, which only their definitions name. */
export type TextKey =
${names.map((name) => `  | '${name}'`).join('\n')};

/** The shared texts of an institution by name. */
export type Texts = Readonly<Partial<Record<TextKey, string>>>;
`;
}
