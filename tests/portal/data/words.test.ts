import { afterEach, expect, test, vi } from 'vitest';
import { completePatterns, completeWords } from '../../../src/portal/data/words';
import { listPayload } from '../payloads';

afterEach(() => vi.unstubAllGlobals());

const { shell, page } = listPayload();
const sent = { shell: { ...shell, texts: {}, words: '/words.json' }, page: { ...page, patterns: { own: [1] } } };
const shared = { texts: { noData: '没有' }, patterns: { shared: [0] } };
const answer = (...replies: (() => Response)[]) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return replies[asked.length - 1]?.() ?? Promise.reject(new Error('offline'));
  });
  return asked;
};

test('a document gets the shared words, and so do the pages after it, whose own patterns stay', async () => {
  const asked = answer(() => Response.json(shared));
  const whole = await completeWords(sent);
  expect([whole.shell.texts, whole.page.patterns]).toEqual([shared.texts, { own: [1], shared: [0] }]);
  expect(completePatterns({ ...page, patterns: { shared: ['mine'] } }).patterns).toEqual({ shared: ['mine'] });
  expect(completePatterns({ ...page, patterns: { own: [2] } }).patterns).toEqual({ own: [2], shared: [0] });
  expect(asked).toEqual(['/words.json']);
});

test.each([
  ['an answer that is none', () => new Response('', { status: 503 })],
  ['none at all', () => Promise.reject<Response>(new Error('offline')) as never],
])('words are asked for again after %s, and given up after that', async (_what, failure) => {
  const asked = answer(failure, () => Response.json(shared));
  expect((await completeWords(sent)).shell.texts).toEqual(shared.texts);
  expect(asked).toHaveLength(2);
  answer(failure, failure);
  await expect(completeWords(sent)).rejects.toThrow();
});

test('a payload that has its words is left as it is', async () => {
  const asked = answer();
  expect(await completeWords({ shell, page })).toEqual({ shell, page });
  expect(asked).toEqual([]);
});
