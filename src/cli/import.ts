import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importCommand } from './import/command';

// The program is as deep in the project before it is built as after.
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const stop = new AbortController();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
  });
}

process.exitCode = await importCommand(process.argv.slice(2), {
  root,
  // npm starts programs in the project's folder, and says where it was called.
  folder: process.env['INIT_CWD'] ?? process.cwd(),
  env: process.env,
  stdin: process.stdin,
  isTerminal: process.stderr.isTTY,
  signal: stop.signal,
  out: (text) => {
    process.stdout.write(text);
  },
  err: (text) => {
    process.stderr.write(text);
  },
});
