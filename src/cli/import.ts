import { loadDefinitions } from '../definitions/load';
import { runImport } from './import/command';
import { findProjectFolder, resolveTyped } from './terminal/command';

const stop = new AbortController();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
  });
}

process.exitCode = await runImport(process.argv.slice(2), {
  root: findProjectFolder(import.meta.url),
  loadDefinitions,
  folder: resolveTyped('.'),
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
