import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { collectWords, fold } from '../../database/search/words';
import type { JsonObject } from '../../model/json';
import type { Portals } from '../../server/config/walkPortals';
import { toSearchEntry } from '../../server/items/searchEntry';

/** What items are made of: titles and sentences of the demo content. */
export interface Corpus {
  titles: string[];
  sentences: string[];
}

/** Reads what the site search finds the demo content by. @throws an Error when there is nothing */
export async function readCorpus(definitions: Portals, root: string): Promise<Corpus> {
  const corpus: Corpus = { titles: [], sentences: [] };
  for (const tenant of definitions.tenants) {
    for (const module of Object.values(definitions.portal(tenant)?.modules ?? {})) {
      const text = await readFile(join(root, 'tenants', tenant, 'content', `${module.name}.ndjson`), 'utf8').catch(() => '');
      for (const line of text.split('\n').filter((each) => each !== '')) {
        const found = toSearchEntry(module, JSON.parse(line) as JsonObject);
        if (!found) continue;
        corpus.titles.push(found.title);
        corpus.sentences.push(...found.text.split(/(?<=[\u3002\n])/).filter((sentence) => sentence.trim().length > 5));
      }
    }
  }
  if (corpus.titles.length === 0) throw new Error('the demo content has nothing that the site search looks in');
  return corpus;
}

/** Questions by what they are: words of the demo content by how many of its sentences have them. */
export function chooseQuestions({ titles, sentences }: Corpus): Record<string, string> {
  const counts = new Map<string, number>();
  for (const sentence of sentences)
    for (const word of collectWords(fold(sentence))) if (/^\p{Script=Han}{2}$/u.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word);
  const at = (share: number): string => words[Math.floor(share * (words.length - 1))] ?? '';
  return { 'the most frequent word': at(0), 'a rare word': at(0.9), 'two words': `${at(0.002)} ${at(0.01)}`, 'a title': titles[0] ?? '' };
}
