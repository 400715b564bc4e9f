import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDemoContent } from '../../../src/demo/loadDemoContent';
import { joinPieces } from '../../../src/runtime/pieces';
import type { Payload } from '../../../src/model/payload';
import { renderPage } from '../../../src/portal/app/entryServer';
import { Kept, renderKeeping } from '../../../src/portal/app/keptParts';
import { Portal } from '../../../src/portal/app/Portal';
import { serverKinds } from '../../../src/portal/app/serverRegistry';
import { noCall, PageProvider } from '../../../src/portal/data/context';
import { buildPageAddress } from '../../../src/portal/data/roots';
import { localizeAddress } from '../../../src/runtime/locale';
import { accountPortal, type AccountPortal } from '../../server/accountPortal';
import { projectRoot } from '../../server/projectDefinitions';
import { listPayload, rowsOf } from '../payloads';

/** Renders a page with nothing kept of others. */
function renderAfresh(payload: Payload): string {
  const address = buildPageAddress(payload.page);
  return renderToString(
    <StaticRouter basename={payload.shell.prefix} location={localizeAddress(address, payload.shell.prefix)}>
      <Portal payload={payload} kinds={{ ...serverKinds, kept: undefined }} call={noCall} address={address} />
    </StaticRouter>,
  );
}

describe('pages of the institutions', () => {
  const hosts = ['localhost', 'museum.localhost', 'library.localhost'];
  const payloads: Payload[] = [];
  let portal: AccountPortal;
  beforeAll(async () => {
    portal = await accountPortal(projectRoot, {
      render: (payload) => {
        payloads.push(payload);
        return renderPage(payload);
      },
    });
    await loadDemoContent(portal.database, portal.definitions, projectRoot, Date.now());
  });
  afterAll(() => portal.close());

  /** Returns the pages that a page leads to. */
  async function follow(host: string, url: string): Promise<string[]> {
    const { body } = await portal.app.inject({ url, headers: { host } });
    return [...body.matchAll(/ href="(\/(?!pictures|files|assets|api|admin|feeds|portal)[^"#]*)"/g)].map((found) =>
      (found[1] ?? '').replaceAll('&amp;', '&'),
    );
  }

  it.each(hosts)('are of %s what they are without any part of them kept', { timeout: 180_000 }, async (host) => {
    payloads.length = 0;
    const seen = new Set(['/']);
    const found = [...(await follow(host, '/')), '/nowhere'];
    const reached = (await Promise.all(found.slice(0, 40).map((url) => follow(host, url)))).flat();
    // Every third: more lists in other orders, and more of their entries.
    for (const url of [...found, ...reached.filter((_url, index) => index % 3 === 0)]) {
      if (seen.size >= 160 || seen.has(url)) continue;
      seen.add(url);
      await portal.app.inject({ url, headers: { host } });
    }
    expect(payloads.length).toBeGreaterThan(60);
    const differing = payloads.filter((payload) => joinPieces(renderPage(payload).pieces) !== renderAfresh(payload));
    expect(differing.map(({ page }) => buildPageAddress(page))).toEqual([]);
  });
});

describe('a card that is kept', () => {
  const rendered = (change: (payload: Payload) => void): string => {
    const payload = structuredClone(base);
    // As the server hands it on: what is declared of a page is the same object each time.
    Object.assign(payload.page, { cards: base.page.cards });
    Object.assign(payload.shell, { texts: base.shell.texts });
    change(payload);
    const { pieces, fault } = renderPage(payload);
    const html = joinPieces(pieces);
    expect(fault).toBeUndefined();
    expect(html === renderAfresh(payload)).toBe(true);
    return html;
  };
  const base = listPayload({ rows: rowsOf(2) });

  it.each<[string, (payload: Payload) => void]>([
    ['entry', ({ page }) => Object.assign(page.data.main?.rows[0] as object, { title: 'another title' })],
    ['query that its links hand on', ({ page }) => Object.assign(page.query, { columnId: '7777' })],
    ['language', ({ shell }) => Object.assign(shell, { prefix: '/en', locale: 'en' })],
    ['colours', ({ shell }) => Object.assign(shell.theme, { motif: 'waves' })],
  ])('is rendered anew for another %s', (_what, change) => {
    const before = rendered(() => undefined);
    expect(rendered(change) === before).toBe(false);
    expect(rendered(() => undefined) === before).toBe(true);
  });
});

describe('a part with something fresh in it', () => {
  const { shell, page } = listPayload();
  const rendered = (part: ReactElement): string =>
    joinPieces(
      renderKeeping(
        <StaticRouter location="/">
          <PageProvider shell={shell} page={page} busy={false} retry={() => undefined}>
            {part}
          </PageProvider>
        </StaticRouter>,
      ),
    );
  const swapped = (name: string, time: number): ReactElement => (
    <Kept of={() => [name]} fresh={[<i key="i">{time}</i>, <b key="b">{time}</b>]}>
      {(one, two) => (
        <p title={`${time}`}>
          {two}
          {one}
        </p>
      )}
    </Kept>
  );

  it('is kept but for that, which stands where it was put', () => {
    const pages = [1, 2].map((time) => rendered(swapped('swapped', time)));
    expect(pages).toEqual(['<p title="1"><b>1</b><i>1</i></p>', '<p title="1"><b>2</b><i>2</i></p>']);
  });

  it('keeps what it stands in from being kept as a whole', () => {
    const pages = [1, 2].map((time) => rendered(<Kept of={() => ['around']}>{swapped('within', time)}</Kept>));
    expect(pages).toEqual(['<p title="1"><b>1</b><i>1</i></p>', '<p title="1"><b>2</b><i>2</i></p>']);
  });
});
