import { afterEach, expect, test, vi } from 'vitest';
import { completePatterns, completePayload } from '../../../src/portal/data/carried';
import type { CarriedPayload } from '../../../src/model/payload';
import { listPayload } from '../payloads';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const { shell, page } = listPayload();
const { definition, cards, forms, codelists, endpoints, patterns: _patterns, ...shown } = page;
const { prefix, platform, ...frame } = shell;
const declaration = { definition, cards, forms, codelists, endpoints, patterns: { own: [1] } };
const carried: CarriedPayload = {
  shell: { prefix, platform, shell: { login: '/enter' }, frame: '/frame' },
  page: { ...shown, declared: '/page' },
};
const parts: Record<string, object> = {
  '/frame': { shell: { ...frame, texts: { noData: '没有' } }, patterns: { shared: [0] } },
  '/page': declaration,
};

/** Answers what is asked for, but for the first calls of each address, which fail. */
function answer(failure: () => Response | Promise<Response>, failing = 0): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return asked.filter((other) => other === address).length <= failing ? failure() : Response.json(parts[address]);
  });
  return asked;
}

const refuse = (): Response => new Response('', { status: 503 });

test('a document gets the frame and the declaration that it leaves out, and the pages after it the patterns of the frame', async () => {
  const asked = answer(refuse);
  const whole = await completePayload(carried);
  expect(whole).toEqual({
    shell: { ...shell, shell: { ...shell.shell, login: '/enter' }, texts: { noData: '没有' } },
    page: { ...shown, ...declaration, patterns: { own: [1], shared: [0] } },
  });
  expect(asked).toEqual(['/frame', '/page']);
  expect((await completePatterns({ ...page, patterns: { shared: ['mine'] } })).patterns).toEqual({ shared: ['mine'] });
  expect((await completePatterns({ ...page, patterns: { own: [2] } })).patterns).toEqual({ own: [2], shared: [0] });
});

test('a page that carries its declaration itself keeps it', async () => {
  const asked = answer(refuse);
  const whole = await completePayload({ ...carried, page });
  expect(whole.page).toEqual({ ...page, patterns: { ...page.patterns, shared: [0] } });
  expect(asked).toEqual(['/frame']);
});

test.each([
  ['an answer that is none', refuse],
  ['none at all', () => Promise.reject(new Error('offline'))],
])('what is left out is asked for again after %s, a few times, and given up after that', async (_what, failure) => {
  vi.useFakeTimers();
  const asked = answer(failure, 3);
  const whole = completePayload(carried);
  await vi.runAllTimersAsync();
  expect((await whole).page.definition).toEqual(definition);
  expect(asked).toHaveLength(8);
  answer(failure, 4);
  const refused = completePayload(carried).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await refused).toBeInstanceOf(Error);
});
