import type { CompiledPortal } from '../../../model/compiled';
import type { DictionaryEntry, Menu, MenuNode, Types } from '../../../model/definitions.g';
import type { Json, JsonObject } from '../../../model/json';
import { RequestError } from '../../api/errors';
import type { Room } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';

/**
 * Returns the services about the institution itself (ledger TENANT-02, 03, 10, 12, SHELL-20, CONV-15, 19).
 * @param portalOfHost finds the portal that a host name shows
 */
export const createSiteRoom = (portalOfHost: (host: string) => CompiledPortal | undefined): Room<AccountServices> => ({
  settled: ['site.info', 'site.menu', 'site.areas', 'site.slot', 'site.choices'],
  services: {
    'site.domain': ({ portal, parameters }) => {
      const domain = parameters.get('domain');
      const found = domain === undefined ? portal : portalOfHost(domain.toLowerCase().replace(/:\d+$/, ''));
      if (!found) throw new RequestError('unknownHost');
      return { item: { f: found.settings.fid, c: found.settings.code, g: found.settings.gray ? 1 : 0 } };
    },
    'site.info': ({ portal, parameters }) => {
      checkCode(portal, parameters.get('museumCode'));
      const { site, code } = portal.settings;
      return {
        item: {
          appLogo: site.appLogo ?? '',
          title: site.title,
          appKeyword: site.appKeyword ?? '',
          description: site.description ?? '',
          museumCode: code,
        },
      };
    },
    'site.menu': ({ portal, parameters }) => {
      checkCode(portal, parameters.get('museumCode'));
      return { rows: toMenuRows(portal) };
    },
    'site.areas': ({ portal, parameters }) => {
      checkCode(portal, parameters.get('museumCode'));
      return {
        rows: Object.values(portal.settings.areas ?? {}).map((group) => ({
          id: group.id ?? group.code,
          name: group.name,
          code: group.code,
          groupList: Object.values(group.groupList ?? {}).map((area) => ({ id: area.id ?? area.code, name: area.name, code: area.code })),
        })),
      };
    },
    'site.slot': ({ portal, parameters }) => {
      checkCode(portal, parameters.get('museumCode'));
      const name = parameters.get('slotName');
      const code = parameters.get('slotCode');
      const rows = Object.entries(portal.settings.slots ?? {}).map(([key, slot]) => ({
        key,
        slotName: slot.slotName ?? key,
        slotCode: slot.slotCode ?? '',
        slotDesc: slot.slotDesc ?? '',
        imgPath: slot.imgPath ?? '',
        adDetails: Object.values(slot.adDetails ?? {}).map((advert) => ({ ...advert })),
      }));
      return {
        rows: rows
          .filter(
            (row) =>
              (name === undefined || row.key === name || row.slotName === name) &&
              (code === undefined || (row.slotCode || row.key) === code),
          )
          .map(({ key: _key, ...row }) => row),
      };
    },
    'site.choices': ({ portal, parameters }) => {
      const types = portal.settings.types?.[parameters.get('menuId') ?? ''];
      const dictionary = portal.settings.dictionaries?.[parameters.get('dictParentCode') ?? ''];
      return {
        item: {
          customType: types ? buildTypeTree(types, '-1') : [],
          dictType: listEntries(dictionary?.entries),
        },
      };
    },
  },
});

/** The host decides which institution is asked; a code that names another one finds nothing. */
function checkCode(portal: CompiledPortal, code: string | undefined): void {
  if (code !== undefined && code !== portal.settings.code) throw new RequestError('noSuchInstitution');
}

const listEntries = (entries: Readonly<Record<string, DictionaryEntry>> = {}): Json[] =>
  Object.values(entries).map(({ dictCode, dictName, description = '', image = '', children }) => ({
    dictCode,
    dictName,
    description,
    image,
    ...(children ? { children: listEntries(children) } : {}),
  }));

function buildTypeTree(types: Types, parentId: string): Json[] {
  return Object.values(types).map((node, index) => ({
    id: node.id,
    name: node.name,
    parentId,
    sort: index + 1,
    children: node.children ? buildTypeTree(node.children, node.id) : [],
  }));
}

/** Returns the menu tree as the menu call answers it (ledger SHELL-19); `page` is the path that the node opens. */
export function toMenuRows(portal: CompiledPortal, menu: Menu = portal.settings.menu): Json[] {
  return Object.entries(menu).map(([name, node]) => {
    const row: JsonObject = { id: node.id ?? name, title: node.title, href: node.href ?? '', description: node.description ?? '' };
    const routeId = node.backRouteId ?? findRouteId(portal, node);
    const page = findPath(portal, node);
    if (routeId !== undefined) row['backRouteId'] = routeId;
    if (page !== undefined) row['page'] = page;
    if (node.image !== undefined) row['image'] = node.image;
    if (node.requires !== undefined) row['requires'] = node.requires;
    row['children'] = node.children ? toMenuRows(portal, node.children) : [];
    return row;
  });
}

function findPath(portal: CompiledPortal, node: MenuNode): string | undefined {
  if (node.module !== undefined) {
    const [module = '', page] = node.module.split(':');
    return page === undefined
      ? portal.entries[module]
      : [...portal.pages.values()].find((entry) => entry.module === module && entry.name === page)?.path;
  }
  return node.backRouteId === undefined ? undefined : portal.routeIds[node.backRouteId];
}

/** Returns the number of a column that names a module, or the page that the module's number opens; other pages have no number. */
function findRouteId(portal: CompiledPortal, { module: named }: MenuNode): number | undefined {
  const module = named?.split(':')[0] ?? '';
  return named === module || portal.entries[named ?? ''] === portal.entries[module]
    ? portal.modules[module]?.definition.backRouteId
    : undefined;
}
