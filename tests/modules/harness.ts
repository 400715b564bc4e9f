import { afterAll, beforeAll } from 'vitest';
import { addToCounter, type Counters } from '../../src/database/content/counters';
import { asObjects, type JsonObject } from '../../src/model/json';
import { accountPortal, type AccountPortal } from '../server/accountPortal';
import { at, testPortal, type TestPortal } from '../server/portal';
import { cardsPerPage, chosen, linkTo, open } from './page';

/** A Friday, on Shanghai's clocks. */
export const friday = Date.parse('2026-11-20T10:00:00+08:00');

/** A portal with items of modules, seen as visitors and back ends see it. */
export interface ModulePortal extends TestPortal {
  /** Counts what was done with an item of the cultural centre. */
  count(column: string, id: string, counts: Partial<Counters>): Promise<unknown>;
  /** Opens a page as the server sends it. */
  open(url: string, host?: string): Promise<Document>;
  /** What a browser fetches of a page. */
  payload(url: string): Promise<JsonObject>;
  /** The ids of the rows that a call answers at a path of keys. */
  ids(url: string, ...path: string[]): Promise<unknown[]>;
  /** The column of an institution's menu with a title: its id, the number of its page, and what its link on the home page opens. */
  inMenu(title: string, host?: string): Promise<[id: unknown, routeId: unknown, href: string | undefined]>;
  /** The titles of a list page after a choice of a filter was made by its link. */
  chosen(page: Document, row: string, choice: string): Promise<string[]>;
  /** How many cards the first pages of a column show. */
  cardsPerPage(address: string): Promise<number[]>;
  /** Lets time go by, where it does not by itself. */
  pass(milliseconds: number): void;
}

/**
 * Opens a portal for the tests of a file, and closes it after them.
 * @param now when it is; absent: now, and time goes by
 * @param copy serve a copy of schemas and tenants that the tests may change
 * @param fill stores the items that they look at
 */
export function openModules(
  { now, copy = false }: { now?: number; copy?: boolean },
  fill?: (portal: ModulePortal) => Promise<void>,
): ModulePortal {
  let passed = 0;
  const start = async (): Promise<ModulePortal> => {
    const portal = await testPortal({ copy, ...(now === undefined ? {} : { clock: () => now + passed }) });
    return {
      ...portal,
      count: (column, id, counts) => addToCounter(portal.database, { tenant: 'centre', column, id }, counts),
      open: (url, host) => open(portal, url, host),
      payload: async (url) => (await portal.get(`/portal/page?url=${encodeURIComponent(url)}`)).body,
      async ids(url, ...path) {
        const rows = at((await portal.get(url)).body, ...path);
        return (Array.isArray(rows) ? rows : []).map((row) => at(row, 'id'));
      },
      async inMenu(title, host = 'localhost') {
        const { code = '' } = portal.definitions.portalOfHost(host)?.settings ?? {};
        const { body } = await portal.get(`/api/admin/front/menu/department/${code}`, host);
        const entry = listEntries(body['data']).find((each) => each['title'] === title);
        return [entry?.['id'], entry?.['backRouteId'], linkTo(await open(portal, '/', host), title)];
      },
      chosen: (page, row, choice) => chosen(portal, page, row, choice),
      cardsPerPage: (address) => cardsPerPage(portal, address),
      pass(milliseconds) {
        if (now === undefined) throw new Error('Time goes by itself here');
        passed += milliseconds;
      },
    };
  };
  return openBefore(start, fill);
}

/** Opens a portal with accounts for the tests of a file, and closes it after them. @param fill stores what they look at */
export const openAccounts = (fill: (portal: AccountPortal) => Promise<void>): AccountPortal => openBefore(accountPortal, fill);

/** Returns what is there from the first test of a file to its last; asked earlier, it throws. */
function openBefore<T extends { close(): Promise<void> }>(start: () => Promise<T>, fill?: (opened: T) => Promise<void>): T {
  let opened: T | undefined;
  beforeAll(async () => {
    opened = await start();
    await fill?.(opened);
  });
  afterAll(() => opened?.close());
  return new Proxy({} as T, {
    get(_none, name) {
      if (!opened) throw new Error('Opened by the first test');
      return Reflect.get(opened, name);
    },
  });
}

/** The entries of a menu at all depths. */
const listEntries = (entries: unknown): JsonObject[] => asObjects(entries).flatMap((entry) => [entry, ...listEntries(entry['children'])]);
