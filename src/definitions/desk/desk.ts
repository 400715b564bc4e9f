import type { CompiledPortal } from '../../model/compiled';
import type { Menu, MenuNode, TenantSettings } from '../../model/definitions.g';
import { asObject, asString, type JsonObject } from '../../model/json';
import type { BaseFiles, DeskFiles, Document } from '../language/document';
import { weekPage } from './deriveBooking';
import { services } from '../../model/services';
import { awaitsStaff } from '../../runtime/queueMoves';
import type { DeskWords } from './parts';
import { deriveModule, hasItems } from './deriveModule';
import { deriveQueue, queueModule } from './deriveQueue';

/** The dictionary of the modules that something of awaits the staff. */
export const kindsDictionary = 'deskKinds';

/** What addresses of the desk begin with. */
export const deskPrefix = '/admin';

/** The modules of the public portal that the desk has as well: what they answer is about the institution, or takes files. */
const shared = ['site', 'upload'] as const;

/** Makes a file of a definition that nobody wrote. */
export type WriteDocument = (file: string, value: JsonObject) => Document;

/** What the desk of an institution is made of. */
export interface DeskSources {
  files: BaseFiles;
  settings: TenantSettings;
}

/** Files a day that a member of the staff uploads at most, and the megabytes of a picture: what cameras of 60 megapixels write. */
const uploadsOfStaff = 2000;
const pictureOfStaff = 40;

/**
 * Returns the definitions of an institution's desk: those that are written for it, and one for each of its modules with items, which is
 * derived from the module.
 * @param site the public portal in its original language
 * @param base the files that all portals are made of
 * @param write makes a file of a definition
 */
export function collectDesk(site: CompiledPortal, base: BaseFiles, write: WriteDocument): DeskSources {
  const words = (name: string): string => asString(base.desk.texts?.value[name]);
  const kept = Object.values(site.modules).filter(
    (module) => hasItems(module) && !base.desk.modules.has(module.name) && !isShared(module.name),
  );
  const written = new Set(kept.map(({ name }) => name));
  const derived = kept.map((module): [string, Document] => [
    module.name,
    write(`desk/${module.name}.json`, deriveModule(module, site, words, written)),
  ]);
  const common = shared.flatMap((name): [string, Document][] => {
    const document = base.modules.get(name);
    return document ? [[name, write(document.file, keepForStaff(document.value))]] : [];
  });
  const texts = { ...site.texts, ...base.desk.texts?.value } as JsonObject;
  return {
    files: {
      modules: new Map([...common, ...base.desk.modules, ...extendQueue(base.desk.modules, site, write), ...derived]),
      fragments: base.fragments,
      presets: new Map(),
      texts: write('desk/texts.json', texts),
      desk: { modules: new Map() },
      locales: new Map(),
      problems: [],
      heldBack: [],
    },
    settings: deskSettings(
      site,
      base.desk,
      derived.map(([name]) => name),
      words,
    ),
  };
}

/** The queue has what can be decided on several things at once, of whichever modules they are. */
function extendQueue(modules: DeskFiles['modules'], site: CompiledPortal, write: WriteDocument): [string, Document][] {
  const queue = modules.get(queueModule);
  return queue ? [[queueModule, write(queue.file, deriveQueue(queue.value, site))]] : [];
}

const isShared = (name: string): boolean => (shared as readonly string[]).includes(name);

/** At the desk every call asks who makes it. */
function keepForStaff(definition: JsonObject): JsonObject {
  const { endpoints, ...rest } = definition as JsonObject & { endpoints?: Record<string, JsonObject> };
  const kept = Object.entries(endpoints ?? {}).map(([name, endpoint]) => [name, { ...endpoint, viewer: true }]);
  return { ...rest, endpoints: Object.fromEntries(kept) as JsonObject };
}

/**
 * Returns the settings of the desk: those of the institution with the menu of the desk. Below its column `content` stand the modules that
 * the institution's own menu shows, in its order, below `others` the rest; below `visits` the weeks of what can be booked.
 */
function deskSettings({ settings, modules }: CompiledPortal, base: DeskFiles, names: readonly string[], words: DeskWords): TenantSettings {
  const written = asObject(base.settings?.value['menu']) as object as Menu;
  const shown = listShown(settings.menu, names);
  const toNodes = (listed: readonly string[]): Menu =>
    Object.fromEntries(listed.map((name): [string, MenuNode] => [name, { title: modules[name]?.definition.title ?? name, module: name }]));
  const weeks = names.flatMap((name): [string, MenuNode][] => {
    const { booking, title } = modules[name]?.definition ?? {};
    return booking ? [[`${name}Week`, { title: `${title ?? ''}${words('bookingDeskWeek')}`, module: `${name}:${weekPage}` }]] : [];
  });
  const below: Readonly<Record<string, Menu>> = {
    visits: Object.fromEntries(weeks),
    content: toNodes(shown),
    others: toNodes(names.filter((name) => !shown.includes(name))),
  };
  const menu = Object.fromEntries(
    Object.entries(written).map(([name, node]): [string, MenuNode] => [
      name,
      below[name] ? { ...node, children: { ...node.children, ...below[name] } } : node,
    ]),
  );
  return {
    ...settings,
    menu,
    uploads: {
      ...settings.uploads,
      daily: uploadsOfStaff,
      largest: { ...settings.uploads?.largest, image: Math.max(pictureOfStaff, settings.uploads?.largest?.image ?? 0) },
    },
    dictionaries: { ...settings.dictionaries, ...deskDictionaries(settings, modules, words) },
    shell: { ...settings.shell, newWindows: 'never', home: '/', login: '/login', search: '', records: {}, footerLinks: {} },
  };
}

/** By which channels members can be written to, and what that is called. */
const channelChoices = [
  ['message', [], 'deskChannelInbox'],
  ['sms', ['sms'], 'deskChannelSms'],
  ['mail', ['mail'], 'deskChannelMail'],
  ['sms,mail', ['sms', 'mail'], 'deskChannelAll'],
] as const;

/** Returns the modules of which members hand something in: by a call that creates an item, as a comment, or as what a service keeps. */
const listHandedIn = (modules: CompiledPortal['modules']): Set<string> =>
  new Set(
    Object.values(modules).flatMap(({ name, endpoints }) =>
      Object.values(endpoints).flatMap(({ creates, service = '' }) => {
        if (creates) return [creates.module ?? name];
        return services[service]?.handsIn || services[service]?.lifecycle ? [name] : [];
      }),
    ),
  );

/** Returns what the settings say of the staff, of licences and of messages, and what awaits the staff, as dictionaries that forms and lists at the desk offer. */
function deskDictionaries(
  { staff, licences, messages }: TenantSettings,
  modules: CompiledPortal['modules'],
  words: DeskWords,
): TenantSettings['dictionaries'] {
  const roles = Object.entries(staff?.roles ?? {}).map(([name, { label }]) => [name, { dictCode: name, dictName: label }] as const);
  const named = Object.entries(licences ?? {}).map(([name, { label }]) => [name, { dictCode: name, dictName: label }] as const);
  const channels = channelChoices.flatMap(([code, needed, text]) =>
    needed.every((channel) => messages?.channels?.includes(channel)) ? [[code, { dictCode: code, dictName: words(text) }] as const] : [],
  );
  const handedIn = listHandedIn(modules);
  const kinds = Object.values(modules)
    .filter((module) => handedIn.has(module.name) && awaitsStaff(module))
    .map(({ name, definition }) => [name, { dictCode: name, dictName: definition.title }] as const);
  return {
    deskRoles: { entries: Object.fromEntries(roles) },
    deskLicences: { entries: Object.fromEntries(named) },
    deskChannels: { entries: Object.fromEntries(channels) },
    [kindsDictionary]: { entries: Object.fromEntries(kinds) },
  };
}

/** Returns those modules that a menu shows, in its order. */
function listShown(menu: Menu, names: readonly string[]): string[] {
  const shown: string[] = [];
  const visit = (nodes: Menu): void => {
    for (const { module, children } of Object.values(nodes)) {
      const name = module?.split(':')[0];
      if (name !== undefined && names.includes(name) && !shown.includes(name)) shown.push(name);
      if (children) visit(children);
    }
  };
  visit(menu);
  return shown;
}
