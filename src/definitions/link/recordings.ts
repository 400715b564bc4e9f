import type { Module } from '../../model/definitions.g';
import { getOwn } from '../../model/json';
import type { Problem } from '../../model/problem';
import { compareReply } from '../../runtime/upstreamContract';
import type { Document, Locate } from '../language/document';
import * as messages from '../problems/messages';

/**
 * Compares the recorded replies of an institution's own back ends with what its calls declare of them.
 * @param recorded the replies by `module:endpoint`
 */
export function checkRecordings(
  recorded: ReadonlyMap<string, Document | undefined>,
  modules: readonly { name: string; definition: Module; locate: Locate }[],
): Problem[] {
  const problems: Problem[] = [];
  for (const [name, document] of recorded) {
    const [moduleName = '', key = ''] = name.split(':');
    const module = modules.find((one) => one.name === moduleName);
    const endpoint = getOwn(module?.definition.endpoints, key);
    if (document === undefined || module === undefined) continue;
    if (endpoint === undefined) {
      const known = Object.keys(module.definition.endpoints ?? {});
      // What is left of a call that is gone keeps nothing from being served.
      problems.push(messages.createFileProblem(document.file, { ...messages.unknownName('endpoint', key, known), severity: 'warning' }));
      continue;
    }
    const { status, body } = document.value;
    const shape = module.definition.item ?? { properties: {} };
    for (const { path, reference, mismatch } of compareReply(
      { ...endpoint, shape },
      typeof status === 'number' ? status : 200,
      body ?? null,
    ))
      problems.push(
        messages.createProblemAt(
          module.locate,
          ['endpoints', key, ...path],
          messages.differentReply(reference, mismatch),
          // What is named by where it lies is told at its name.
          path.at(-2) === 'ok' ? 'key' : 'value',
        ),
      );
  }
  return problems;
}
