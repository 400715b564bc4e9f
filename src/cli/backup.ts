import { runBackup } from './backup/command';
import { findProjectFolder } from './terminal/command';

const stop = new AbortController();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stop.signal.aborted) process.exit(130);
    stop.abort(new Error('Stopped: there is no backup'));
  });
}

const code = await runBackup(findProjectFolder(import.meta.url), stop.signal);
process.exitCode = code !== 0 && stop.signal.aborted ? 130 : code;
