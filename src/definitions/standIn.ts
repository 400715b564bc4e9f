import type { Problem } from '../model/problem';
import type { BaseFiles, Document } from './language/document';
import type { Memo } from './memo';

/**
 * Returns the files that all share as they were when nothing was wrong with any of them: all that were changed since, for what is wrong with
 * one may come from another. A file that was not there then is left out if something is wrong with it.
 * @param problems what is wrong with the files as they are
 * @returns undefined when nothing is known from before
 */
export function findStandIn(files: BaseFiles, problems: readonly Problem[], memo: Memo): BaseFiles | undefined {
  const broken = new Set(problems.filter(({ severity }) => severity === 'error').map(({ file }) => file));
  let differs = false;
  const goOn = (document: Document | undefined): Document | undefined => {
    const good = document && memo.lastGood(document.file);
    const found = good ?? (document && broken.has(document.file) ? undefined : document);
    differs ||= found !== document;
    return found;
  };
  const goOnAll = (documents: BaseFiles['modules']): BaseFiles['modules'] =>
    new Map([...documents].map(([name, document]) => [name, goOn(document)] as const).filter(([, document]) => document !== undefined));
  const { texts, modules, fragments, presets, ...others } = files;
  const text = goOn(texts);
  const before = {
    ...others,
    modules: goOnAll(modules),
    fragments: goOnAll(fragments),
    presets: goOnAll(presets),
    ...(text && { texts: text }),
  };
  return differs ? before : undefined;
}
