import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fingerprint, listSources, loadDefinitions, type Definitions, type KeptPortals } from '../../definitions/load';
import { collectCopies, writeCopies, type SourceTexts } from '../../definitions/read/copies';
import type { Document } from '../../definitions/language/document';
import { atOnce, type Disk, inBetween } from '../../definitions/read/disk';
import { parseDefinition } from '../../definitions/read/parse';
import type { Sources } from '../../definitions/read/sources';
import { SoundDefinitions } from '../../definitions/soundDefinitions';
import { asObject, asText, type Json } from '../../model/json';
import type { DefinitionSource, DefinitionStore } from './definitionStore';
import { rest } from './walkPortals';

/** What kept files look like; others are left aside. */
const format = 1;
/** Before that many copies of what institutions share are there, none is removed. */
const mostBases = 8;
/** So long a copy that no institution needs stays: another process may be about to name it. */
const spareMs = 60 * 60 * 1000;

/** The definition files of an institution as they were when they had no error. */
interface KeptTenant {
  program: string;
  /** The hash of what it shares with others. */
  base: string;
  files: SourceTexts;
}

/** Where definitions come from, where they are kept and which program keeps them. */
export interface KeptPlace {
  root: string;
  folder: string;
  program: string;
  /** Changes with whatever the program finds wrong; absent: nothing is trusted that was checked before. */
  build?: string | undefined;
  /** Is told what was left aside, a line each. */
  note: (line: string) => void;
}

/**
 * Definitions whose last good files outlive the program: overlay rule 6 also after a restart. Kept are the files and not what was made of them, so that a
 * newer program reads them as it reads any others; what has errors for it is left aside.
 */
export class KeptDefinitions implements DefinitionSource {
  private readonly kept = new Map<string, string>();
  private keeping: Promise<void> = Promise.resolve();
  private sound: SoundDefinitions | undefined;

  constructor(private readonly place: KeptPlace) {}

  fingerprint(previous?: Definitions): Promise<string> {
    return fingerprint(this.place.root, previous === undefined);
  }

  async load(previous: Definitions | undefined): Promise<Definitions> {
    if (previous) return loadDefinitions(this.place.root, previous);
    const found = this.place.build === undefined ? undefined : await this.readSound(this.place.build);
    this.sound = found;
    const findKept = (sources: Sources): Promise<KeptPortals | undefined> =>
      this.open(sources).catch((error: unknown) => this.leaveAside('the kept definitions', error));
    const findGood = (): Promise<readonly Document[]> => this.findGood().catch(() => []);
    return loadDefinitions(this.place.root, undefined, { findKept, findGood, ...(found && { sound: found }) });
  }

  /** Keeps the files of every institution that has no errors, now and each time that files have changed. */
  watch(definitions: DefinitionStore): void {
    const keep = (): void => {
      this.keeping = this.keeping
        .then(() => this.keep(definitions))
        .catch((error: unknown) => {
          this.place.note(`Definitions could not be kept: ${String(error)}`);
        });
    };
    definitions.onChange(keep);
    keep();
  }

  /** Waits until what is to be kept is. */
  settle(): Promise<void> {
    return this.keeping;
  }

  /** Returns the texts that all institutions share, those that were kept when the file cannot be read. */
  async readCommonTexts(): Promise<Record<string, string>> {
    const current = await readFile(join(this.place.root, 'schemas/texts.json'), 'utf8').catch(() => '');
    const kept = async (): Promise<string[]> => {
      const bases = await listFiles(join(this.place.folder, 'bases'));
      return Promise.all(bases.map(async (name) => (await this.readBase(name))?.['schemas/texts.json'] ?? ''));
    };
    for (const text of parseTexts(current) ? [current] : await kept()) {
      const texts = parseTexts(text);
      if (texts) return texts;
    }
    return {};
  }

  /** Returns what all institutions shared when one was kept last. */
  private async findGood(): Promise<Document[]> {
    const names = await listFiles(join(this.place.folder, 'tenants'));
    const stamped = await Promise.all(names.map(async (name) => ({ name, at: (await stat(this.pathOf(join('tenants', name)))).mtimeMs })));
    const [newest] = stamped.sort((one, other) => other.at - one.at);
    const kept = newest && (await this.readTenant(newest.name, atOnce));
    const files = kept && (await this.readBase(kept.base));
    return Object.entries(files ?? {}).flatMap(([file, text]) => parseDefinition(file, new TextEncoder().encode(text)).document ?? []);
  }

  /** Loads what was kept of institutions whose files are others now; of most there is nothing to load. */
  private async open(sources: Sources): Promise<KeptPortals | undefined> {
    const { base, tenants } = collectCopies(sources);
    const current = hash(base);
    const groups = new Map<string, Map<string, KeptTenant>>();
    for (const name of await listFiles(join(this.place.folder, 'tenants'))) {
      const kept = await this.readTenant(name, atOnce);
      if (!kept) continue;
      this.kept.set(name, toKey(kept.base, kept.files));
      const files = isRead(sources, name) ? tenants.get(name) : undefined;
      if (files && toKey(current, files) === toKey(kept.base, kept.files)) continue;
      groups.set(kept.base, (groups.get(kept.base) ?? new Map<string, KeptTenant>()).set(name, kept));
    }
    const opened = await Promise.all([...groups].map(([name, group]) => this.openGroup(name, group)));
    const all = opened.flat();
    const portals = new Map(all.map((one) => [one.tenant, one]));
    return {
      tenants: [...portals.keys()],
      hosts: new Map(all.flatMap(({ hosts }) => hosts)),
      portal: (tenant, locale) => {
        const one = portals.get(tenant);
        if (one?.definitions.isSound(tenant)) return one.definitions.portal(tenant, locale);
        if (one) this.place.note(`What was kept of tenants/${tenant} by version ${one.program} has errors for this one and is left aside.`);
        portals.delete(tenant);
        return undefined;
      },
    };
  }

  /** Loads institutions together with what they shared when they were kept. */
  private async openGroup(
    base: string,
    group: ReadonlyMap<string, KeptTenant>,
  ): Promise<{ tenant: string; program: string; definitions: Definitions; hosts: [string, string][] }[]> {
    const files = await this.readBase(base);
    if (!files) return [];
    const root = await mkdtemp(join(tmpdir(), 'kept-definitions-'));
    try {
      for (const texts of [files, ...[...group.values()].map((kept) => kept.files)]) await writeCopies(root, texts);
      const definitions = await loadDefinitions(root);
      return [...group].map(([tenant, { program }]) => ({
        tenant,
        program,
        definitions,
        hosts: [...definitions.hosts].filter(([, owner]) => owner === tenant),
      }));
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  }

  private async keep(definitions: DefinitionStore): Promise<void> {
    const known = definitions.fingerprint;
    const sources = listSources(definitions.current);
    if (!sources) return;
    await this.keepSound();
    const { base, tenants } = collectCopies(sources);
    const shared = hash(base);
    for (const [tenant, files] of tenants) {
      const key = toKey(shared, files);
      if (this.kept.get(tenant) === key) continue;
      // Each may be compiled for it; requests come in between.
      const begin = performance.now();
      const isSound = definitions.isSound(tenant);
      await rest(performance.now() - begin);
      if (definitions.fingerprint !== known) return;
      if (!isSound) continue;
      await this.write(join('bases', shared), { format, files: base }, 'once');
      await this.write(join('tenants', tenant), { format, program: this.place.program, base: shared, files });
      this.kept.set(tenant, key);
    }
    await this.keepSound();
    await this.tidy(shared);
  }

  /** Keeps what need not be checked again by the next program. */
  private async keepSound(): Promise<void> {
    const keys = this.sound?.takeNew();
    if (keys) await this.write('sound', { format, keys });
  }

  private async readSound(build: string): Promise<SoundDefinitions> {
    const isThere = await stat(this.pathOf('sound')).catch(() => undefined);
    const keys = isThere && (await this.read('sound'))?.['keys'];
    return new SoundDefinitions(build, Array.isArray(keys) ? keys.map(asText) : []);
  }

  /** Removes copies of what institutions shared that none of them needs any more. */
  private async tidy(current: string): Promise<void> {
    const bases = await listFiles(join(this.place.folder, 'bases'));
    if (bases.length <= mostBases) return;
    const kept = await Promise.all((await listFiles(join(this.place.folder, 'tenants'))).map((name) => this.readTenant(name)));
    const needed = new Set([current, ...kept.map((tenant) => tenant?.base)]);
    for (const name of bases.filter((base) => !needed.has(base))) {
      const path = this.pathOf(join('bases', name));
      const { mtimeMs } = await stat(path);
      if (Date.now() - mtimeMs > spareMs) await rm(path, { force: true });
    }
  }

  private async readTenant(name: string, disk?: Disk): Promise<KeptTenant | undefined> {
    const kept = await this.read(join('tenants', name), disk);
    return kept && { program: asText(kept['program']), base: asText(kept['base']), files: toTexts(kept['files']) };
  }

  private async readBase(name: string): Promise<SourceTexts | undefined> {
    const kept = await this.read(join('bases', name));
    return kept && toTexts(kept['files']);
  }

  private async read(name: string, disk: Disk = inBetween): Promise<Record<string, Json | undefined> | undefined> {
    const readAll = async (): Promise<Uint8Array> => disk.readFile(this.pathOf(name));
    const bytes = await readAll().catch((error: unknown) => this.leaveAside(name, error));
    if (bytes === undefined) return undefined;
    const value = asObject(parseJson(new TextDecoder().decode(bytes)));
    return value['format'] === format ? value : this.leaveAside(name, 'this program cannot read it');
  }

  /** Writes a file as a whole or not at all, whatever ends the program meanwhile. */
  private async write(name: string, value: object, how: 'once' | 'anew' = 'anew'): Promise<void> {
    const path = this.pathOf(name);
    if (how === 'once' && (await stat(path).catch(() => undefined))) return;
    await mkdir(dirname(path), { recursive: true });
    const written = `${path}.${process.pid}.tmp`;
    const file = await open(written, 'w');
    try {
      await file.writeFile(JSON.stringify(value));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(written, path);
  }

  private pathOf(name: string): string {
    return join(this.place.folder, `${name}.json`);
  }

  private leaveAside(what: string, reason: unknown): undefined {
    this.place.note(`${what}: left aside, ${reason instanceof Error ? reason.message : String(reason)}`);
    return undefined;
  }
}

/** Whether all files of an institution, and those that all share, could be read: their copies are whole then. */
const isRead = ({ base, tenants }: Sources, tenant: string): boolean =>
  [base, tenants.get(tenant)].every((files) => files !== undefined && !files.problems.some(({ severity }) => severity === 'error'));

/** Returns what a text says as JSON; null when it is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the names of the JSON files of a folder without their ending; none where there is no folder. */
async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));
}

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
const toKey = (base: string, files: SourceTexts): string => `${base} ${hash(files)}`;

/** Texts of files below `schemas` and `tenants` alone: what was kept is written nowhere else. */
const toTexts = (value: Json | undefined): SourceTexts =>
  Object.fromEntries(
    Object.entries(asObject(value)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && /^(schemas|tenants)(\/[\w-]+)+\.json$/.test(entry[0]),
    ),
  );

function parseTexts(text: string): Record<string, string> | undefined {
  const found = Object.entries(asObject(parseJson(text))).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}
