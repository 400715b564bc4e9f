import { pinyin } from 'pinyin-pro';
import { settleItems } from '../../database/benchmarks/items';
import { openDatabase, type Database } from '../../database/connection';
import { putItems } from '../../database/content/writeItems';
import { searchItems } from '../../database/search/search';
import { findReadAlike, suggestItems } from '../../database/search/suggest';
import { createRandom } from '../../pictures/random';
import { chooseQuestions, type Corpus, readCorpus } from './corpus';
import { findMedian, type Row } from './report';
import { openDefinitions } from './served';

const sizes = [10_000, 100_000];
const warmUp = 5;
const repeats = 40;
/** Sentences of an item, and items that are stored at once. */
const sentencesEach = 8;
const batch = 500;

/**
 * Measures the site search among growing numbers of items that are put together of the demo content's titles and sentences: a frequent
 * word, a rare one, two words, and a title.
 */
export async function benchSearch(root: string, dataDir: string): Promise<Row[]> {
  const database = await openDatabase({ dataDir });
  try {
    const corpus = await readCorpus(await openDefinitions(root), root);
    const rows: Row[] = [];
    let filled = 0;
    for (const size of sizes) {
      const rate = await fill(database, corpus, filled, size);
      filled = size;
      for (const [what, asked] of Object.entries(chooseQuestions(corpus))) {
        rows.push({
          what: `search, ${what}, ${size} items, p50`,
          figure: `${findMedian(await measureTimes(() => ask(database, asked))).toFixed(1)} ms`,
          aim: size === 100_000 ? 'under 50 ms' : undefined,
        });
      }
      for (const [what, typed] of Object.entries(chooseTyped(corpus))) {
        rows.push({
          what: `suggestions, ${what}, ${size} items, p50`,
          figure: `${findMedian(await measureTimes(() => suggestItems(database, { ...everywhere, typed, limit: 8 }))).toFixed(1)} ms`,
          aim: size === 100_000 ? 'under 50 ms' : undefined,
        });
      }
      rows.push({
        what: `words near one that finds nothing, ${size} items, p50`,
        figure: `${findMedian(await measureTimes(() => findReadAlike(database, { ...everywhere, asked: spellLetters(corpus), limit: 5 }))).toFixed(1)} ms`,
      });
      if (size === sizes.at(-1)) rows.push({ what: 'items stored with their words', figure: `${Math.round(rate)} /s` });
    }
    return rows;
  } finally {
    await database.close();
  }
}

/** @returns items a second */
async function fill(database: Database, { titles, sentences }: Corpus, from: number, to: number): Promise<number> {
  const random = createRandom(`search ${from}`);
  const begin = performance.now();
  for (let start = from; start < to; start += batch) {
    const items = Array.from({ length: Math.min(batch, to - start) }, (_, index) => {
      const id = `i${start + index}`;
      const title = random.pick(titles).slice(0, 12) + random.pick(titles).slice(-8);
      const text = Array.from({ length: sentencesEach }, () => random.pick(sentences)).join('');
      const pub = new Date(Date.UTC(2026, 0, 1) + random.whole(0, 1e10));
      return { tenant: 'bench', module: 'items', id, pub, title, doc: { id, title, text }, search: { title, text } };
    });
    await putItems(database, items);
  }
  const seconds = (performance.now() - begin) / 1000;
  await settleItems(database);
  return (to - from) / seconds;
}

/** What a visitor has typed when suggestions are asked for: the beginning of a title, and words within it. */
function chooseTyped({ titles }: Corpus): Record<string, string> {
  const title = titles.find((each) => /^\p{Script=Han}{6}/u.test(each)) ?? '';
  const read = (text: string): string[] => pinyin(text, { toneType: 'none', type: 'array', v: true });
  const initials = (text: string): string =>
    read(text)
      .map((syllable) => syllable.charAt(0))
      .join('');
  return {
    'one letter': initials(title.slice(0, 1)),
    'two frequent letters': 'sh',
    'three initials': initials(title.slice(0, 3)),
    'initials within titles': initials(title.slice(2, 6)),
    'two syllables': read(title.slice(0, 2)).join(''),
    'one character': title.slice(0, 1),
    'two characters': title.slice(2, 4),
  };
}

/** A frequent word as it sounds, in letters. */
const spellLetters = (corpus: Corpus): string =>
  pinyin(chooseQuestions(corpus)['the most frequent word'] ?? '', { toneType: 'none', type: 'array', v: true }).join('');

const everywhere = { tenant: 'bench', modules: ['items'] };

/** Searches as the page does: a page of ten, with the counts of all kinds. */
const ask = (database: Database, asked: string): Promise<unknown> =>
  searchItems(database, { ...everywhere, asked, limit: 10, offset: 0, counted: true });

async function measureTimes(work: () => Promise<unknown>): Promise<number[]> {
  const measured: number[] = [];
  for (let run = -warmUp; run < repeats; run += 1) {
    const begin = performance.now();
    await work();
    if (run >= 0) measured.push(performance.now() - begin);
  }
  return measured;
}
