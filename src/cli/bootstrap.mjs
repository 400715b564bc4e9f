// The door to the project: `node src/cli/bootstrap.mjs <command> [arguments]`. Plain JavaScript without dependencies,
// because it runs before anything is installed or built.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { develop } from './tooling/develop.mjs';
import { runFuzz } from './tooling/fuzz.mjs';
import { ensureBuilt, ensureInstalled } from './tooling/prepare.mjs';
import { endWithNpm, root } from './tooling/process.mjs';
import { runTests } from './tooling/test.mjs';

const oldestNode = 20;
/** Programs of the build by command. @type {Record<string, { entry: string, production?: boolean }>} */
const programs = {
  start: { entry: 'listen' },
  // Films are broadcast from the start on; this name is for who looks for them.
  'demo:live': { entry: 'listen' },
  bench: { entry: 'bench', production: true },
  chaos: { entry: 'chaos' },
  'cluster-test': { entry: 'cluster' },
  check: { entry: 'check' },
  import: { entry: 'import' },
  review: { entry: 'review' },
  staff: { entry: 'staff' },
  signin: { entry: 'signin' },
  bookings: { entry: 'bookings' },
  points: { entry: 'points' },
  members: { entry: 'members' },
  keys: { entry: 'keys' },
  files: { entry: 'files' },
  privacy: { entry: 'privacy' },
  backup: { entry: 'backup' },
  restore: { entry: 'restore' },
  upgrade: { entry: 'upgrade' },
  deploy: { entry: 'deploy' },
  publish: { entry: 'publish' },
  contract: { entry: 'contract' },
  demo: { entry: 'demo' },
  film: { entry: 'film' },
  generate: { entry: 'generate' },
  lsp: { entry: 'lsp' },
  'translate-form': { entry: 'translateForm' },
};

/**
 * Runs a command.
 * @param {string | undefined} command
 * @param {string[]} args
 * @returns {Promise<number | undefined>} the exit code; undefined when a program of the build took over, which sets its own
 */
async function main(command, args) {
  if (Number.parseInt(process.versions.node, 10) < oldestNode) {
    console.error(`Node.js ${oldestNode} or newer is needed, this is ${process.versions.node} (${process.execPath}).`);
    return 1;
  }
  const program = command !== undefined && Object.hasOwn(programs, command) ? programs[command] : undefined;
  if (!program && !['test', 'fuzz', 'build', 'dev'].includes(command ?? '')) {
    console.error(
      `Usage: node src/cli/bootstrap.mjs <${[...Object.keys(programs), 'test', 'fuzz', 'build', 'dev'].join(' | ')}> [arguments]`,
    );
    return 2;
  }
  // What it writes there is for the editor alone.
  if (command === 'lsp') console.log = console.error;
  await ensureInstalled();
  if (command === 'test') return runTests(args);
  if (command === 'fuzz') return runFuzz(args);
  if (command === 'dev') return develop(args);
  await ensureBuilt();
  if (!program) return 0;
  const file = join(root, 'dist', 'server', `${program.entry}.js`);
  if (!existsSync(file)) {
    console.error(`The build has no program for "${command}" (${file}).`);
    return 1;
  }
  // React picks its slow development build unless told otherwise.
  if (program.production) process.env.NODE_ENV = process.env.NODE_ENV || 'production';
  if (program.entry === 'listen') endWithNpm();
  // In this very process, so that signals and exit codes need no courier.
  process.setSourceMapsEnabled(true);
  process.argv = [process.execPath, file, ...args];
  await import(pathToFileURL(file).href);
  return undefined;
}

main(process.argv[2], process.argv.slice(3)).then(
  (code) => {
    if (code !== undefined) process.exitCode = code;
  },
  (error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
