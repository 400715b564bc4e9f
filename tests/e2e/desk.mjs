// The programs of an institution's staff, one after the other in one process: starting a program takes longer than its work. Each message
// names one and what is typed after it; the answer is what it prints, and its exit code.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const programs = join(import.meta.dirname, '..', '..', 'dist', 'server');
let runs = 0;

/** Runs a program. @param {{ program: string, words: string[] }} typed */
async function run({ program, words }) {
  /** @type {string[]} */
  const lines = [];
  console.log = console.error = (line) => void lines.push(line);
  process.argv = ['node', program, ...words];
  process.exitCode = 0;
  // An address of its own makes a program run again; what it shares with others is loaded already.
  await import(`${pathToFileURL(join(programs, `${program}.js`)).href}?${(runs += 1)}`).catch((error) => {
    process.exitCode = 1;
    lines.push(String(error));
  });
  process.send?.({ printed: lines.join('\n'), code: process.exitCode });
}

process.on('message', (/** @type {{ program: string, words: string[] }} */ typed) => {
  void run(typed);
});
