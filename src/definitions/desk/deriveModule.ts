import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import type { Endpoint } from '../../model/definitions.g';
import { asObject, asString, type Json, type JsonObject } from '../../model/json';
import { deriveColumns, deriveFilters, deriveSorts } from './deriveList';
import { boundEnrolment } from './enrolmentTimes';
import { deriveFields } from './fields';
import { layOutFields } from './layOutFields';
import { deriveBooking } from './deriveBooking';
import { deriveHistory } from './deriveHistory';
import { deriveImport } from './deriveImport';
import { derivePublishing } from './derivePublishing';
import { deriveReview, listDecidable } from './deriveReview';
import { deriveTable } from './deriveTable';
import { type DeskWords, reply, stringType } from './parts';

/** What the services of the desk tell of an item besides its own fields. */
const told: JsonObject = {
  deskTitle: stringType,
  deskState: stringType,
  deskStateLabel: stringType,
  deskStanding: stringType,
  deskPlan: stringType,
  deskLive: stringType,
  deskKept: stringType,
  deskRemovable: stringType,
  deskRemoved: stringType,
  deskChanged: stringType,
  deskChangedBy: stringType,
  deskChangedAt: stringType,
  deskPublishAt: stringType,
  deskWithdrawAt: stringType,
  publish: stringType,
  preview: { type: 'boolean' },
  barred: stringType,
  deskExpected: { type: 'integer' },
  deskUpdated: { type: 'string', format: 'date-time' },
  deskRevision: stringType,
  deskWho: stringType,
  deskPhone: stringType,
  deskReveals: { type: 'boolean' },
  goTo: stringType,
  deskForm: { type: 'object' },
  deskImport: { type: 'object' },
  versionNumber: { type: 'integer' },
  versionAt: { type: 'string', format: 'date-time' },
  versionName: stringType,
  versionState: stringType,
  versionChanges: stringType,
  versionCurrent: { type: 'boolean' },
  versionFirst: { type: 'boolean' },
  changeField: stringType,
  changeBefore: stringType,
  changeAfter: stringType,
};
/** The rows of a page of a list. */
const pageSize = 20;

/** Whether the items of a module are kept by the portal: something of it is answered from items rather than by a service. */
export const hasItems = ({ definition }: CompiledModule): boolean =>
  definition.item !== undefined &&
  Object.values<Endpoint>(definition.endpoints ?? {}).some(({ service, votes }) => service === undefined && votes === undefined);

/**
 * Returns the desk of a module as a definition: the list of its items, the form by which one is made or changed, and the calls of both. Names,
 * choices and columns are those of the public module; nothing has to be said for it.
 * @param site the institution's public portal
 * @param words the texts of the desk
 * @param written the modules that have a desk
 */
export function deriveModule(
  module: CompiledModule,
  site: CompiledPortal,
  words: DeskWords,
  written: ReadonlySet<string> = new Set(),
): JsonObject {
  const { name, definition } = module;
  const { add = true, edit = true } = definition.admin ?? {};
  const writes = add || edit;
  const review = deriveReview(module, site);
  const history = deriveHistory(module, words);
  const imports = deriveImport(module, words);
  const publishing = derivePublishing(module, words);
  const booking = deriveBooking(module, site, words);
  const path = `/content/${name}`;
  const fields = boundEnrolment(layOutFields(deriveFields(module, site, written), definition.admin), module);
  const filters = deriveFilters(module, site);
  const params = Object.values(filters).map((filter) => asString(asObject(filter)['param']));
  return {
    title: definition.title,
    entry: 'items',
    item: { type: 'object', properties: { ...openProperties(module), ...told, ...booking.properties, id: stringType } },
    endpoints: {
      list: {
        get: `/api/desk/${name}/items{?page,size,keyword,sort${params.map((param) => `,${param}`).join('')}}`,
        service: 'desk.list',
        viewer: true,
        right: 'read',
        ...(module.personal && module.personal.phones.length > 0 ? { personal: true } : {}),
        paging: { page: 'page', size: 'size', max: 100 },
        ...reply,
        rows: '/data/rows',
        total: '/data/total',
      },
      item: { get: `/api/desk/${name}/item/{id}`, service: 'desk.item', viewer: true, right: 'read', ...reply, item: '/data' },
      ...review.endpoints,
      ...history.endpoints,
      ...imports.endpoints,
      ...publishing.endpoints,
      ...booking.endpoints,
      ...(writes
        ? {
            save: {
              post: `/api/desk/${name}/save`,
              service: 'desk.save',
              form: 'edit',
              viewer: true,
              right: 'edit',
              ...reply,
              item: '/data',
            },
          }
        : {}),
    },
    codelists: review.codelists,
    forms: { ...(writes ? { edit: deriveForm({ ...fields, ...publishing.fields }, path) } : {}), ...review.forms, ...booking.forms },
    cards: {
      row: { ...deriveCard(module, site, path, publishing.rowActions), ...deriveTable(module, site) },
      ...history.cards,
      ...booking.cards,
    },
    pages: {
      items: {
        kind: 'list',
        path,
        title: definition.title,
        banner: false,
        requires: 'login',
        source: 'list',
        pageSize,
        search: { placeholder: '/texts/deskSearch', fields: { keyword: { label: '/texts/deskSearch', param: 'keyword' } } },
        ...(params.length > 0 ? { filters } : {}),
        sorts: deriveSorts(module),
        ...(add ? { actions: { add: { label: '/texts/deskNew', tone: 'primary', to: `${path}/edit` }, import: imports.action } } : {}),
        layouts: { table: { card: 'row', columns: 1 } },
        empty: '/texts/deskEmpty',
      },
      ...(writes
        ? {
            edit: {
              kind: 'form',
              path: `${path}/edit`,
              title: {
                value: {
                  cases: {
                    stored: { when: { '/query/id': { present: true } }, value: { const: `${words('deskEdit')}${definition.title}` } },
                  },
                  otherwise: { const: `${words('deskNew')}${definition.title}` },
                },
              },
              banner: false,
              requires: 'login',
              query: { id: 'The item; a new one without it.' },
              crumbs: { items: { label: definition.title, to: path } },
              loads: {
                stored: { source: 'item', with: { id: '/query/id' }, when: { '/query/id': { present: true } }, required: true },
                ...publishing.loads,
              },
              above: {
                ...publishing.notices,
                actions: {
                  section: 'actions',
                  when: { '/stored/item/id': { present: true } },
                  actions: { ...publishing.actions, ...history.link },
                },
              },
              forms: ['edit'],
            },
          }
        : {}),
      ...review.pages,
      ...history.pages,
      ...imports.pages,
      ...publishing.pages,
      ...booking.pages,
    },
  };
}

/** What the desk is shown of the fields: all of them. */
const openProperties = ({ definition }: CompiledModule): JsonObject =>
  Object.fromEntries(
    Object.entries(definition.item?.properties ?? {}).map(([name, { private: _private, ...property }]) => [
      name,
      property as object as Json,
    ]),
  );

function deriveForm(fields: JsonObject, path: string): JsonObject {
  return {
    keep: true,
    // One step shows no steps: it lays its fields out.
    steps: { all: { label: '/texts/deskEdit', columns: 2 } },
    fields,
    submit: {
      source: 'save',
      label: '/texts/deskSave',
      success: {
        toast: '/reply/message',
        tone: 'positive',
        goTo: { to: path },
        cases: {
          preview: { when: { '/reply/data/preview': true }, goTo: { to: `${path}/preview{?id}`, with: { id: '/reply/data/id' } } },
        },
      },
      failure: { toast: '/reply/message', tone: 'danger' },
    },
  };
}

function deriveCard(module: CompiledModule, site: CompiledPortal, path: string, actions: JsonObject): JsonObject {
  const { roles, item, admin } = module.definition;
  const image = roles?.image;
  const waits = listDecidable(module);
  return {
    shape: 'table',
    ...(image === undefined ? {} : { image: `/row${image}`, ratio: '4:3' }),
    title: { value: '/row/deskTitle', label: item?.properties[roles?.title.slice(1) ?? '']?.title ?? '/texts/deskSortTitle' },
    fields: {
      state: { value: '/row/deskStanding', label: '/texts/deskState' },
      ...deriveColumns(module, site),
      updated: { value: '/row/deskUpdated', format: 'dateTime', label: '/texts/deskUpdated' },
    },
    actions: {
      ...(waits.length === 0
        ? {}
        : {
            review: {
              label: '/texts/deskReview',
              to: `${path}/review{?id}`,
              with: { id: '/row/id' },
              window: 'same',
              when: { '/row/deskState': { enum: waits } },
            },
          }),
      ...actions,
    },
    // What cannot be changed is read.
    opens: { to: `${path}/${admin?.edit === false ? 'review' : 'edit'}{?id}`, with: { id: '/row/id' }, window: 'same' },
  };
}
