import type { DictionaryEntry, TenantSettings } from '../../model/definitions.g';
import type { Problem } from '../../model/problem';
import type { Locate } from '../language/document';
import * as messages from '../problems/messages';

/** Warns of two entries of one dictionary that have one code, whichever level they stand on: what items hold can then mean either. */
export function checkDictionaries({ dictionaries = {} }: TenantSettings, locate: Locate): Problem[] {
  const { problems, report } = messages.collectProblems(locate);
  for (const [dictionary, { entries }] of Object.entries(dictionaries)) {
    const known = new Map<string, { name: string; path: readonly string[] }>();
    const visit = (all: Readonly<Record<string, DictionaryEntry>>, path: readonly string[]): void => {
      for (const [name, { dictCode, children = {} }] of Object.entries(all)) {
        const at = [...path, name];
        const first = known.get(dictCode);
        if (first) report([...at, 'dictCode'], messages.sameDictCode(dictCode, first.name, locate([...first.path, 'dictCode'])));
        else known.set(dictCode, { name, path: at });
        visit(children, [...at, 'children']);
      }
    };
    visit(entries, ['dictionaries', dictionary, 'entries']);
  }
  return problems;
}
