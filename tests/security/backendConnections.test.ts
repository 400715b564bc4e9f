import { get, type RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { runWithDeadline } from '../../src/database/deadline';
import type { Backend } from '../../src/model/definitions.g';
import type { BackEnd } from '../../src/server/api/backEnd';
import { AddressRefused, explainFailure } from '../../src/server/api/upstream';
import { parseBackendAccess } from '../../src/server/config/backendAccess';
import { at } from '../server/portal';
import { access, article, honest, json, list, openBackend } from './ownBackend';

const backend = openBackend();

describe('connections to back ends', () => {
  const reach = (base: string, named?: string): Promise<unknown> =>
    backend.open(named === undefined ? {} : { access: parseBackendAccess(named) }).ask({
      method: 'GET',
      address: new URL(base),
      headers: {},
      timeoutMs: 2000,
    });

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '127.1', '0177.0.0.1', '[::ffff:127.0.0.1]', '[::1]', '[::]', '0.0.0.0', 'backend.test'])(
    'are not made to http://%s when nobody names it, and are when somebody does',
    async (host) => {
      backend.resolved = [['127.0.0.1']];
      const base = `http://${host}:${backend.port}/`;
      await expect(reach(base)).rejects.toThrow(AddressRefused);
      expect(backend.inside.asked).toBe(0);
      if (/:|^0\.0/.test(host)) return;
      await expect(reach(base, `127.0.0.1:${backend.port}`)).resolves.toMatchObject({ status: 200 });
      expect(backend.inside.asked).toBe(1);
    },
  );

  it('are not made with TLS either', async () => {
    await expect(reach(`https://127.0.0.1:${backend.port}/`)).rejects.toThrow(AddressRefused);
    backend.resolved = [['127.0.0.1']];
    await expect(reach(`https://backend.test:${backend.port}/`)).rejects.toThrow(AddressRefused);
  });

  it('go to the address that was checked: a name that means another one by then leads nowhere', async () => {
    backend.resolved = [[honest], ['127.0.0.1']];
    expect(await backend.ask()).toMatchObject({ status: 200, body: article });
    expect(backend.lookups).toBe(1);
    backend.honest.server.closeAllConnections();
    expect(await backend.ask()).toMatchObject({ status: 503 });
    expect([backend.lookups, backend.inside.asked, backend.honest.asked.length]).toEqual([2, 0, 1]);
  });

  it('control: who checks a name and then connects to the name reaches what the second answer says', async () => {
    backend.resolved = [[honest], ['127.0.0.1']];
    const checked = await new Promise<string>((done) =>
      backend.lookup('backend.test', { all: true }, (_error, [first]) => done(first?.address ?? '')),
    );
    expect(access.mayReach(checked, 'backend.test', backend.port)).toBe(true);
    await new Promise((done) => {
      get(
        `http://backend.test:${backend.port}/`,
        { lookup: (name, options, callback) => backend.lookup(name, { ...options, all: true }, callback), agent: false },
        done,
      );
    });
    expect(backend.inside.asked).toBe(1);
  });

  it('are not made when one of several addresses is refused', async () => {
    backend.resolved = [[honest, '127.0.0.1']];
    expect(await backend.ask()).toMatchObject({ status: 503 });
    expect([backend.inside.asked, backend.honest.asked.length]).toEqual([0, 0]);
  });

  it.each<
    [what: string, reason: string | RegExp, behaviour: RequestListener, addresses: string[], named: string, changes?: Partial<Backend>]
  >([
    [
      'is at a refused address',
      /^the back end backend\.test:\d+ is at 127\.0\.0\.1, which is not public; ALLOW_PRIVATE_BACKENDS does not name it$/,
      json(article),
      ['127.0.0.1'],
      honest,
    ],
    [
      'listens at none of its addresses',
      /^connect ECONNREFUSED 127\.0\.0\.1:1; connect .+ ::1:1/,
      json(article),
      ['127.0.0.1', '::1'],
      '127.0.0.1,::1',
      { base: 'http://backend.test:1' },
    ],
    ['is silent', 'The operation was aborted due to timeout', () => undefined, [honest], honest],
    ['does not speak JSON', 'the reply is not a JSON object', (_request, response) => response.end('<html>13800000000'), [honest], honest],
    ['answers a list', 'the reply is not a JSON object', json([1]), [honest], honest],
    ['redirects', 'the reply has the status 302', json({}, { location: '/' }, 302), [honest], honest],
  ])(
    'of one that %s the operator is told why, and visitors read only that it is away',
    async (_what, reason, behaviour, addresses, named, changes) => {
      [backend.resolved, backend.answer] = [[addresses], behaviour];
      const told: [string, string][] = [];
      const report = (tenant: string, failure: unknown): void => void told.push([tenant, explainFailure(failure)]);
      const proxy = backend.proxy(report, { access: parseBackendAccess(named) });
      const portal = backend.ownedBy('museum', changes);
      const { status, body } = await runWithDeadline(500, () => proxy.answer(portal, { method: 'GET', url: list }));
      expect([status, at(body, 'list', 'message')]).toEqual([503, '暂时无法访问，请稍后再试']);
      expect(told).toEqual([['museum', typeof reason === 'string' ? reason : expect.stringMatching(reason)]]);
    },
  );

  it('of a call that is asked for wrongly the operator is told nothing', async () => {
    const told: unknown[] = [];
    const proxy = backend.proxy((_tenant, failure) => void told.push(failure));
    expect((await proxy.answer(backend.ownedBy('museum'), { method: 'GET', url: `${list}&admin=1` })).status).toBe(400);
    expect(told).toEqual([]);
  });

  it.each([301, 302, 303, 307, 308])('do not follow a redirect (%i)', async (status) => {
    backend.answer = json({}, { location: `http://127.0.0.1:${backend.port}/` }, status);
    expect(await backend.ask()).toMatchObject({ status: 503 });
    expect([backend.inside.asked, backend.honest.asked.length]).toEqual([0, 1]);
  });

  it('are used again, and made anew when the other side has closed them', async () => {
    const proxy = backend.proxy();
    const sockets = new Set<unknown>();
    backend.honest.server.on('connection', (socket) => sockets.add(socket));
    const once = (): ReturnType<BackEnd['answer']> => proxy.answer(backend.ownedBy('museum'), { method: 'GET', url: list });
    expect([await once(), await once()]).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(sockets.size).toBe(1);
    let closed = false;
    backend.answer = (request, response) => {
      if (closed) return json(article)(request, response);
      closed = true;
      request.socket.resetAndDestroy();
    };
    expect(await once()).toMatchObject({ status: 200 });
    expect(sockets.size).toBe(2);
  });
});
