import { readFile } from 'node:fs/promises';
import { asObject, type Json } from '../../model/json';
import { readSource } from '../../translation/readSource';
import { translateForm } from '../../translation/translate';
import type { Loss } from '../../translation/translation';
import { resolveTyped, runCommand, UsageError } from '../terminal/command';

const usage = `Usage: npm run translate-form -- [--source CALL] FILE
Writes the form that a JSON file describes as a form of a module, for its "forms". The file has a schema, and if wanted a layout and data, as
"schema", "uischema" and "data" of JSON Forms, or as "schema", "uiSchema" and "formData" of react-jsonschema-form, or is a JSON Schema itself.
What is lost, and what our forms do in their own way, is told beside it.

  --source CALL  the call of the module that the form is sent with; "send" unless said
  --help         this text

Exit code: 0 nothing was lost, 1 something was, 2 there was nothing to translate.`;

const describe = (what: string, { path, keyword, reason }: Loss): string => `${what} ${path || '/'} ${keyword}: ${reason}`;

/** Translates a form of JSON Forms or rjsf. @returns the exit code */
export const runTranslateForm = (): Promise<number> =>
  runCommand(usage, { source: { type: 'string' } }, async ([file, ...more], { source }) => {
    if (file === undefined || more.length > 0) throw new UsageError('');
    const read = await readJson(file);
    if (read === undefined) return 2;
    const { form, losses, differences } = translateForm(readSource(asObject(read)), source);
    process.stdout.write(`${JSON.stringify(form, null, 2)}\n`);
    const told = [...losses.map((loss) => describe('lost', loss)), ...differences.map((way) => describe('different', way))];
    for (const line of new Set(told)) console.error(line);
    return losses.length > 0 ? 1 : 0;
  });

/** Returns what a file holds; of one that cannot be read it is told why, since nothing was lost by that. */
async function readJson(file: string): Promise<Json | undefined> {
  try {
    return JSON.parse(await readFile(resolveTyped(file), 'utf8')) as Json;
  } catch (error) {
    console.error(`${file} is no JSON that can be read: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
