import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

let desk: ChildProcess | undefined;

/**
 * Runs a program that an institution's staff use, as they type it, on the server's database.
 * @param words what is typed after the command's name
 * @returns what it prints
 * @throws Error with what it prints when its exit code is not 0
 */
export async function runProgram(program: 'review' | 'bookings' | 'points' | 'staff', ...words: string[]): Promise<string> {
  // It ends with this process, which it hears from.
  desk ??= fork(join(import.meta.dirname, 'desk.mjs'), { env: { ...process.env, DATA_DIR: process.env.PORTAL_DATA }, execArgv: [] });
  const answered = once(desk, 'message') as Promise<[{ printed: string; code: number }]>;
  desk.send({ program, words });
  const [{ printed, code }] = await answered;
  if (code !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${code}:\n${printed}`);
  return printed;
}
