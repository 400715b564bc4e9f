import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BaseFiles, Document, LocaleFiles, TenantFiles } from '../language/document';
import { mapConcurrently } from './files';
import type { Sources } from './sources';

/** Texts of definition files by their paths below the root. */
export type SourceTexts = Readonly<Record<string, string>>;

/** The texts of all definition files: those that all institutions share, and those of each. */
export interface SourceCopies {
  base: SourceTexts;
  tenants: ReadonlyMap<string, SourceTexts>;
}

type Documents = Iterable<Document | undefined>;

/** Returns the texts of all definition files that were read; one that could not be is left out. */
export const collectCopies = ({ base, tenants }: Sources): SourceCopies => ({
  base: toTexts(listBase(base)),
  tenants: new Map([...tenants].map(([name, tenant]) => [name, toTexts(listTenant(tenant))])),
});

/** Lists the files that all institutions share; undefined for one that cannot be read. */
export function* listBase({ modules, fragments, presets, texts, tenant, desk, locales }: BaseFiles): Documents {
  yield* [texts, tenant, desk.texts, desk.settings];
  for (const part of [modules, fragments, presets, desk.modules]) yield* part.values();
  yield* listLocales(locales);
}

function* listTenant({ settings, texts, modules, locales }: TenantFiles): Documents {
  yield* [settings, texts];
  yield* modules.values();
  yield* listLocales(locales);
}

function* listLocales(locales: ReadonlyMap<string, LocaleFiles>): Documents {
  for (const { settings, texts, modules, fragments } of locales.values()) {
    yield* [settings, texts];
    for (const part of [modules, fragments]) yield* part.values();
  }
}

const toTexts = (documents: Documents): SourceTexts =>
  Object.fromEntries([...documents].flatMap((document): [string, string][] => (document ? [[document.file, document.text]] : [])));

/** Writes definition files below a folder. */
export async function writeCopies(root: string, texts: SourceTexts): Promise<void> {
  await mapConcurrently(Object.entries(texts), async ([file, text]) => {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  });
}
