import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './prepare.mjs';
import { root } from './process.mjs';

/** Editors write a file in several steps; changes this close together (milliseconds) are one. */
const settleMs = 150;
const signals = ['SIGINT', 'SIGTERM'];

/**
 * Builds, serves, and does both again whenever a source changes. Definitions and contents need no restart: the server
 * watches those itself.
 * @param {string[]} args for the server
 * @returns {Promise<number>} the exit code, once a signal ended it
 */
export async function develop(args) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let server;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let ending = false;
  let working = Promise.resolve();
  const stop = async () => {
    const running = server;
    server = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGTERM');
    await new Promise((resolve) => {
      running.once('close', resolve);
    });
  };
  const restart = async () => {
    try {
      await ensureBuilt();
      await stop();
      if (!ending)
        server = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist/server/listen.js'), ...args], {
          cwd: root,
          stdio: 'inherit',
        });
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  };
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = working.then(restart);
    }, settleMs);
  };
  const watchers = ['src', 'schemas/meta'].map((folder) => watch(join(root, folder), { recursive: true }, changed));
  working = restart();
  await new Promise((resolve) => {
    for (const signal of signals) process.once(signal, resolve);
  });
  ending = true;
  for (const watcher of watchers) watcher.close();
  clearTimeout(timer);
  await working;
  await stop();
  return 0;
}
