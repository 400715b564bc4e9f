import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../../database/connection';
import { listAuthored, type Authorship, overwriteAuthored } from '../../../database/content/authored';
import type { ItemFilter } from '../../../database/content/filters';
import { getItem, listItems, type StoredItem } from '../../../database/content/items';
import { putItems } from '../../../database/content/writeItems';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import { asString, type Json, type JsonObject } from '../../../model/json';
import { maskPhone } from '../../../runtime/mask';
import { stripTags } from '../../../runtime/display';
import { formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import { readWindow } from '../../api/parameters';
import { omitPrivateFields } from '../../api/reply';
import type { ApiRequest, PersonalData, Room } from '../../api/room';
import { sanitizeComment } from '../../api/sanitize';
import { requireViewer } from '../../api/viewer';
import { itemExists } from '../../items/query';
import { toRecord } from '../../items/record';
import type { AccountServices } from '../../security/accountServices';
import { limitUses, type Rule } from '../../security/limits';
import { findWord } from './words';

/** The parent of a comment that is no reply (ledger COM-11). */
const none = '-1';
const maxReplies = 1000;
const maxLength = 2000;
const perMember: readonly Rule[] = [
  { name: 'comment-minute', most: 5, milliseconds: 60_000 },
  { name: 'comment-day', most: 60, milliseconds: 86_400_000 },
];

const nobody = { memberId: '', image: '', mobilePhone: '' };

/** A member's comments. Others have answered to them, so they stay, without a word of who wrote them. */
const commentData: PersonalData<AccountServices> = {
  name: 'comments',
  read: async ({ db }, _tenant, member, portal) => (await listAuthored(db, toAuthorship(portal, member))).map(({ doc }) => doc) as Json[],
  forget: (tx, _tenant, member, portal) =>
    overwriteAuthored(tx, toAuthorship(portal, member), { ...nobody, name: portal.texts['removedMember'] ?? '' }),
};

function toAuthorship({ tenant, endpoints }: CompiledPortal, member: string): Authorship {
  const modules = new Set(Object.values(endpoints).flatMap(({ module, service }) => (service === 'comments.add' ? [module] : [])));
  return { tenant, modules: [...modules], member };
}

/**
 * Comments on items, kept as items of the module whose call it is: new ones await review, published ones are listed, replies
 * one level below (ledger COM-01 to 15).
 */
export const commentsRoom: Room<AccountServices> = {
  services: {
    'comments.list': async (request, { db }) => {
      const module = findModule(request);
      const { portal, endpoint, parameters } = request;
      const menuId = parameters.get('menuId');
      const filters = (parent: string[]): ItemFilter[] => [
        toSlotFilter(module, '/dataId', [parameters.get('dataId') ?? '']),
        toSlotFilter(module, '/parentId', parent),
      ];
      const selection = { tenant: portal.tenant, module: module.name, ...(menuId === undefined ? {} : { columns: [menuId] }), order: [] };
      const { rows, total } = await listItems(db, { ...selection, filters: filters([none]), ...readWindow(endpoint, parameters) });
      const ids = rows.map(({ id }) => id);
      const below = { ...selection, order: [{ by: 'pub' as const, direction: 'asc' as const }], filters: filters(ids) };
      const replies = ids.length === 0 ? [] : (await listItems(db, { ...below, limit: maxReplies, offset: 0 })).rows;
      const repliesTo = (id: string): JsonObject[] =>
        replies.filter(({ doc }) => doc['parentId'] === id).map((reply) => toCommentRow(reply, module));
      return { total, rows: rows.map((row) => ({ ...toCommentRow(row, module), children: repliesTo(row.id) })) };
    },
    'comments.add': async (request, accounts) => {
      const { db } = accounts;
      const module = findModule(request);
      const { portal, body, viewer, now } = request;
      const member = requireViewer(viewer);
      const dataId = asString(body['dataId']);
      const content = sanitizeComment(asString(body['content']));
      const words = stripTags(content).replace(/[\s\u200b-\u200f\u2060\ufeff]+/g, '');
      if (words === '') throw new RequestError('commentEmpty');
      if (words.length > maxLength) throw new RequestError('commentLong', { most: maxLength });
      const word = findWord(words, portal.settings.comments?.words ?? []);
      if (word !== undefined) throw new RequestError('commentWords', { word });
      if (!(await itemExists(db, portal, dataId))) throw new RequestError('noSuchItem');
      const parentId = await findParent(db, request, module, dataId);
      await limitUses(accounts, portal.tenant, perMember, member.id, 'commentTooMany');
      const item: JsonObject = {
        id: randomUUID(),
        fid: portal.settings.fid,
        menuId: asString(body['dataMenuId']),
        dataId,
        dataTitle: asString(body['dataTitle']),
        parentId,
        content,
        memberId: member.id,
        name: member.name,
        image: member.image,
        mobilePhone: maskPhone(member.phone),
        crtTime: formatIso(now),
        hide: false,
      };
      await putItems(db, [toRecord(portal.tenant, module, item, 0)]);
      return { message: portal.texts['commentAdded'] };
    },
  },
  personalData: [commentData],
};

/** A reply to a reply belongs to the comment at the top. */
async function findParent(db: Queryable, { portal, body }: ApiRequest, module: CompiledModule, dataId: string): Promise<string> {
  const asked = asString(body['parentId']) || none;
  if (asked === none) return none;
  const parent = await getItem(db, portal.tenant, module.name, asked);
  if (!parent || parent.status !== 1 || parent.doc['dataId'] !== dataId) throw new RequestError('noSuchComment');
  return parent.doc['parentId'] === none ? asked : String(parent.doc['parentId']);
}

/** The words of a comment that the back office has hidden stay on the server; its replies are still to be understood. */
function toCommentRow({ doc }: StoredItem, module: CompiledModule): JsonObject {
  const item = omitPrivateFields(doc as JsonObject, module.definition.item ?? { properties: {} });
  return item['hide'] === true ? { ...item, content: '' } : item;
}

function findModule({ portal, endpoint }: ApiRequest): CompiledModule {
  const module = portal.modules[endpoint.module];
  if (!module) throw new RequestError('noSuchCall');
  return module;
}

/** @throws Error when the module's definition declares no call that finds items by the field */
function toSlotFilter(module: CompiledModule, field: string, values: string[]): ItemFilter {
  for (const slot of ['s1', 's2', 's3', 's4'] as const) if (module.slots[slot] === field) return { kind: 'slot', slot, values };
  throw new Error(`${module.name} keeps no column for ${field}`);
}
