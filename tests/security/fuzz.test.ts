import fastify, { type FastifyInstance } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fuzzer } from './fuzzer';

/** Set by `npm run fuzz`. */
const { FUZZ_REQUESTS = '2500', FUZZ_SEED = '1' } = process.env;

let fuzzer: Fuzzer;
beforeAll(async () => {
  fuzzer = await Fuzzer.start();
});
afterAll(() => fuzzer.close());

describe('requests of every call, changed at random', () => {
  it(
    `are answered below 500, in a second and with nothing of the inside: ${FUZZ_REQUESTS} from seed ${FUZZ_SEED}`,
    async () => {
      const { faults } = await fuzzer.run(Number(FUZZ_SEED), Number(FUZZ_REQUESTS));
      expect(faults).toEqual([]);
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
    60_000 + Number(FUZZ_REQUESTS) * 100,
  );

  it('are the same ones for the same seed', async () => {
    const seen: string[] = [];
    const app = fastify();
    app.addHook('onRequest', async ({ method, url }) => void seen.push(`${method} ${url}`));
    await fuzzer.run(7, 20, app);
    const first = seen.splice(0);
    await fuzzer.run(7, 20, app);
    expect(first.length).toBeGreaterThan(10);
    expect(seen).toEqual(first);
    await app.close();
  });
});

describe('control: a server that', () => {
  it.each<[string, (app: FastifyInstance) => unknown, RegExp]>([
    ['fails', (app) => app.setNotFoundHandler(async (_request, reply) => reply.code(500).send('')), /was answered with 500/],
    [
      'tells a stack',
      (app) => app.setNotFoundHandler(async (_request, reply) => reply.send(new Error('x').stack)),
      /was told at .*npm run/s,
    ],
    [
      'tells what the database says',
      (app) => app.setNotFoundHandler(async () => ({ message: 'invalid input syntax for type uuid' })),
      /was told invalid input syntax/,
    ],
    ['tells where files are', (app) => app.setNotFoundHandler(async () => ({ path: import.meta.filename })), /was told /],
    ['is slow', (app) => app.setNotFoundHandler(() => delay(1_100)), /took \d{4} ms/],
  ])('%s is found', async (what, build, fault) => {
    const app = fastify();
    build(app);
    const { faults } = await fuzzer.run(1, what === 'is slow' ? 1 : 5, app);
    expect(faults.join('\n')).toMatch(fault);
    await app.close();
  });
});
