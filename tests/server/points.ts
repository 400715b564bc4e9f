import type { JsonObject } from '../../src/model/json';
import { formatIso } from '../../src/runtime/time';
import { type AccountPortal, type Ask, at, type Reply } from './accountPortal';
import type { Asker } from './enrolments';

const day = 86_400_000;

/** Goods that can be had now, for 100 points, as an import would bring them. */
export const goods = (portal: AccountPortal, id: string, more: JsonObject = {}): JsonObject => ({
  id,
  menuId: '6182',
  name: `商品${id}`,
  price: 100,
  startTime: formatIso(portal.clock.now() - day),
  endTime: formatIso(portal.clock.now() + day),
  ...more,
});

/** What the form of an exchange sends. @param more replaces fields; undefined leaves one out */
export const exchangeCall = (member: Partial<Asker>, commodityId: string, more: JsonObject = {}, headers?: Ask['headers']): Ask => ({
  method: 'POST',
  url: '/api/personal/credit/web/creditExchange',
  token: member.token,
  headers,
  body: { commodityId, userName: '林晓', contact: '13812345678', address: '柳湾路1号', remark: '', ...more },
});

/** Exchanges points for goods. */
export const exchanged = (portal: AccountPortal, member: Partial<Asker>, commodityId: string, more?: JsonObject): Promise<Reply> =>
  portal.ask(exchangeCall(member, commodityId, more));

/** How many points a member has. */
export const creditOf = async (portal: AccountPortal, { token }: Asker): Promise<unknown> =>
  at((await portal.ask({ url: '/api/personal/credit/web/credit/100001', token })).body, 'data', 'credit');

/** A member's entries, the newest first: what for, about what, how many. */
export async function entriesOf(portal: AccountPortal, { token }: Asker, query = ''): Promise<unknown[][]> {
  const { body } = await portal.ask({ url: `/api/personal/credit/web/creditEntry/100001/page${query}`, token });
  return (body['data'] as JsonObject[]).map(({ title, about, credit }) => [title, about, credit]);
}

/** A member's orders, the newest first. */
export async function ordersOf(portal: AccountPortal, { token }: Asker): Promise<JsonObject[]> {
  const { body } = await portal.ask({ url: '/api/personal/credit/web/creditrOrder/100001/page', token });
  return body['data'] as JsonObject[];
}

/** Takes an order back. */
export const withdrawn = (portal: AccountPortal, { token }: Asker, id: string): Promise<Reply> =>
  portal.ask({ method: 'PUT', url: `/api/personal/credit/web/creditrOrder/withdraw/${id}`, token, body: {} });
