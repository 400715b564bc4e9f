import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asObject, asText } from '../../model/json';

/** Returns the program's version, as package.json has it. */
export const readVersion = async (root: string): Promise<string> =>
  asText(asObject(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))['version']);
