import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkAll } from '../../definitions/load';
import { repairText } from '../../definitions/read/repairText';
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
      const after = repairText(before, listRepairs(problems, file), told);
      if (after === before) continue;
      await writeFile(join(folder, file), after);
      isChanged = true;
    }
    if (!isChanged) break;
    problems = await checkAll(folder);
  }
  return problems;
}

/** What seems to have no effect may have one as soon as the errors around it are put right. */
function listRepairs(problems: readonly Problem[], file: string): Problem[] {
  const found = problems.filter((problem) => problem.file === file);
  const isFaulty = found.some(({ severity }) => severity === 'error');
  return isFaulty ? found.filter(({ code, severity }) => code !== 'changes-nothing' || severity === 'error') : found;
}
