import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findNodeAtLocation, getLocation, parseTree } from 'jsonc-parser';
import { checkAll } from '../../definitions/load';
import { parseDefinition } from '../../definitions/read/parse';
import type { Problem } from '../../model/problem';

/** One thing may hide the next, as the first mistake in a file's syntax does. */
const maxRounds = 50;

/**
 * Puts right what is known for sure how, as long as there is something; all else in the files stays as it was written.
 * @param told is given each Problem that was put right
 * @returns the Problems that remain
 */
export async function repairAll(folder: string, told: (problem: Problem) => void): Promise<Problem[]> {
  let problems = await checkAll(folder);
  for (let round = 0; round < maxRounds; round += 1) {
    let isChanged = false;
    for (const file of new Set(problems.filter(({ fix }) => fix).map((problem) => problem.file))) {
      const before = await readFile(join(folder, file), 'utf8');
      const after = repairText(
        before,
        problems.filter((problem) => problem.file === file),
        told,
      );
      if (after === before) continue;
      await writeFile(join(folder, file), after);
      isChanged = true;
    }
    if (!isChanged) break;
    problems = await checkAll(folder);
  }
  return problems;
}

/** Puts right what can be in one file: from its end, so that places before it stay where they are. */
function repairText(text: string, problems: readonly Problem[], told: (problem: Problem) => void): string {
  const places = new Map(problems.map((problem) => [offsetOf(text, problem), problem]));
  const repaired = [...places]
    .sort(([one], [other]) => other - one)
    .reduce((done, [offset, problem]) => {
      const next = repairOne(done, offset, problem);
      if (next !== done) told(problem);
      return next;
    }, text);
  return repaired;
}

function repairOne(text: string, offset: number, { file, code, fix }: Problem): string {
  if (fix === undefined || !text.startsWith(fix.from, offset)) return text;
  const edited = fix.to === null ? removeMember(text, offset) : text.slice(0, offset) + fix.to + text.slice(offset + fix.from.length);
  // The right name may stand beside the wrong one.
  const isWorse =
    code !== 'not-json' &&
    parseDefinition(file, Buffer.from(edited)).document === undefined &&
    parseDefinition(file, Buffer.from(text)).document !== undefined;
  return isWorse ? text : edited;
}

const offsetOf = (text: string, { line, column }: Problem): number =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, before) => sum + before.length + 1, column - 1);

/** Takes a member away with its comma and the space up to what is beside it; jsonc-parser's own edit joins what is before and behind. */
function removeMember(text: string, offset: number): string {
  const tree = parseTree(text);
  const member = tree && findNodeAtLocation(tree, getLocation(text, offset + 1).path)?.parent;
  if (member === undefined) return text;
  const [before, behind] = [text.slice(0, member.offset), text.slice(member.offset + member.length)];
  return /^\s*,/.test(behind) ? before + behind.replace(/^\s*,\s*/, '') : before.replace(/,\s*$/, '') + behind;
}
