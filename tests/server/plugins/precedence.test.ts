import fastify from 'fastify';
import { expect, it } from 'vitest';
import { precedence } from '../../../src/server/plugins/precedence';

const [calls, workMs] = [20, 3];

function work(): void {
  const end = performance.now() + workMs;
  while (performance.now() < end);
}

/** Many calls that take a while arrive at once, and somebody who looks at a page after them. Returns in which order they are answered. */
async function rush(withPrecedence: boolean): Promise<string[]> {
  const app = fastify();
  if (withPrecedence) await app.register(precedence);
  const answered: string[] = [];
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'GET') return done();
    work();
    answered.push(request.url);
    void reply.send();
  });
  app.post('/:call', () => undefined);
  app.get('/page', (_request, reply) => {
    answered.push('page');
    void reply.send();
  });
  await app.ready();
  const asked = Array.from({ length: calls }, (_each, index) => app.inject({ method: 'POST', url: `/${index}` }));
  await Promise.all([...asked, app.inject({ url: '/page' })]);
  await app.close();
  return answered;
}

it('who looks at a page is answered before most of the calls that came first; those are answered in their order', async () => {
  const answered = await rush(true);
  expect(answered.indexOf('page')).toBeLessThan(5);
  expect(answered.filter((each) => each !== 'page')).toEqual(Array.from({ length: calls }, (_each, index) => `/${index}`));
});

it('control: without precedence, behind all of them', async () => {
  expect((await rush(false)).indexOf('page')).toBe(calls);
});
