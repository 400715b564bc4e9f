import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder, absolute. */
export const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

const isWindows = process.platform === 'win32';

/**
 * Runs a program in the project's root with our own input and output. Signals that we get are passed on, and we wait for
 * the program to end by itself: a server closes its connections first.
 * @param {string} program @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, shell?: boolean, stdio?: readonly ['inherit', number, number] }} [options]
 * @returns {Promise<number>} its exit code; 128 and the signal's number when a signal ended it
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, ...options, stdio: options.stdio ? [...options.stdio] : 'inherit' });
    const release = forwardSignals(child);
    child.on('error', (error) => {
      release();
      reject(error);
    });
    child.on('close', (code, signal) => {
      release();
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/**
 * Runs a program and keeps what it writes.
 * @param {string} program @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, shell?: boolean, timeout?: number }} [options] timeout in milliseconds
 * @returns {Promise<{ code: number, output: string }>} code -1 when it could not be started or was stopped
 */
export function capture(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const release = forwardSignals(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    child.on('error', (error) => {
      release();
      resolve({ code: -1, output: error.message });
    });
    child.on('close', (code) => {
      release();
      resolve({ code: code ?? -1, output });
    });
  });
}

/**
 * Returns npm as program and arguments: the npm that runs us when there is one, for another on the PATH may be older.
 * @param {string[]} args
 * @returns {[string, string[], { shell: boolean }]} for {@link run} and {@link capture}
 */
export function resolveNpm(args) {
  const own = process.env.npm_execpath ?? '';
  if (/npm-cli\.[cm]?js$/.test(own)) return [process.execPath, [own, ...args], { shell: false }];
  return [isWindows ? 'npm.cmd' : 'npm', args, { shell: isWindows }];
}

/**
 * Ends this process as by SIGTERM once the npm that started it is gone. npm puts a shell between itself and us: a signal to
 * npm ends the shell, or npm alone when it is SIGKILL, and never reaches us.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || isWindows) return;
  const ancestors = () => `${process.ppid} ${findParent(process.ppid)}`;
  const first = ancestors();
  let ending = false;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.on(signal, () => {
      ending = true;
      // The program that is to say goodbye is still being loaded.
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
  const timer = setInterval(() => {
    if (ancestors() === first) return;
    clearInterval(timer);
    if (!ending) process.kill(process.pid, 'SIGTERM');
  }, 250);
  timer.unref();
}

/** @param {number} pid @returns {string} the number of its parent; empty where there is no /proc */
function findParent(pid) {
  try {
    // The name, in brackets, may hold anything; state and parent follow it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')[1] ?? '';
  } catch {
    return '';
  }
}

/** @param {import('node:child_process').ChildProcess} child @returns {() => void} stops forwarding */
function forwardSignals(child) {
  // A terminal sends Ctrl-C to the child as well; twice would mean "at once, without saying goodbye".
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  return () => {
    for (const signal of signals) process.off(signal, forward);
  };
}
