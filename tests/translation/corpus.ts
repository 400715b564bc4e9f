import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../src/model/json';
import { readSource } from '../../src/translation/readSource';
import { translateForm } from '../../src/translation/translate';
import type { FormSource, Translation } from '../../src/translation/translation';

const folder = join(import.meta.dirname, '../../../shared/corpora');

/** A form of a collection, and what became of it. */
export interface Example {
  name: string;
  source: FormSource;
  translation: Translation;
}

/** Returns the forms of a collection of examples; none where it is not at hand. */
export function readExamples(collection: string): Example[] {
  const at = join(folder, collection);
  if (!existsSync(at)) return [];
  return readdirSync(at)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const source = readSource(JSON.parse(readFileSync(join(at, file), 'utf8')) as JsonObject);
      return { name: file.slice(0, -5), source, translation: translateForm(source) };
    });
}
