import { mkdtemp, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Definitions, fingerprint, loadDefinitions } from '../../src/definitions/load';
import type { Problem } from '../../src/model/problem';
import { DefinitionStore } from '../../src/server/config/definitionStore';
import { copyDefinitions } from '../globalSetup';

/** The project's root folder. */
export const projectRoot = resolve(import.meta.dirname, '../..');

/** A copy of the project's definitions that no test changes. */
const pristine = join(process.env.TEST_FOLDER ?? '', 'pristine');
let project: Promise<Definitions> | undefined;

/**
 * Loads the definitions below a folder: those of the project once for all test files of a worker, of a copy of them only what a test
 * changed.
 */
export async function loadKnownDefinitions(root: string): Promise<Definitions> {
  project ??= loadDefinitions(pristine);
  return root === projectRoot ? project : loadDefinitions(root, await project);
}

/**
 * Opens the definitions below a folder, as `loadKnownDefinitions` knows them.
 * @param root the folder of schemas and tenants
 * @param problems takes what is wrong with them
 * @param clock what counts as now
 */
export function openDefinitions(root: string, problems: Problem[] = [], clock: () => number = Date.now): Promise<DefinitionStore> {
  const load = (previous?: Definitions): Promise<Definitions> => (previous ? loadDefinitions(root, previous) : loadKnownDefinitions(root));
  return DefinitionStore.open({ fingerprint: () => fingerprint(root), load }, (found) => problems.push(...found), clock);
}

/** Copies the project's definitions into a folder that a test may change. */
export async function copyOfDefinitions(): Promise<string> {
  const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? '', 'definitions-'));
  await copyDefinitions(pristine, folder);
  return folder;
}

/** Returns what is wrong with the definitions below a folder, all institutions included; of a copy only what a test changed is looked at anew. */
export async function findProblems(root: string): Promise<Problem[]> {
  const definitions = await loadKnownDefinitions(root);
  for (const tenant of definitions.tenants) definitions.portal(tenant);
  return definitions.problems;
}

/** Returns the definitions and patches that schemas/README.md shows to authors, as they stand there. */
export async function readExamples(): Promise<string[]> {
  const readme = await readFile(join(projectRoot, 'schemas/README.md'), 'utf8');
  return [...readme.matchAll(/```json\n([\s\S]*?)\n```/g)].map(([, text = '']) => text);
}
