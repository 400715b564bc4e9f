import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { mapConcurrently } from './files';
import { listSources } from './sources';

/** Texts of definition files by their paths below the root. */
export type SourceTexts = Readonly<Record<string, string>>;

/** The texts of all definition files: those that all institutions share, and those of each. */
export interface SourceCopies {
  base: SourceTexts;
  tenants: ReadonlyMap<string, SourceTexts>;
}

/** Reads all definition files below a root as they are; one that cannot be read is left out. */
export async function readCopies(root: string): Promise<SourceCopies> {
  const files = await listSources(root);
  const texts = await mapConcurrently(files, (file) => readFile(join(root, file), 'utf8').catch(() => undefined));
  const base: Record<string, string> = {};
  const tenants = new Map<string, Record<string, string>>();
  for (const [index, file] of files.entries()) {
    const text = texts[index];
    if (text === undefined) continue;
    const tenant = /^tenants\/([^/]+)\//.exec(file)?.[1];
    if (tenant === undefined) base[file] = text;
    else tenants.set(tenant, { ...tenants.get(tenant), [file]: text });
  }
  return { base, tenants };
}

/** Writes definition files below a folder. */
export async function writeCopies(root: string, texts: SourceTexts): Promise<void> {
  await mapConcurrently(Object.entries(texts), async ([file, text]) => {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  });
}
