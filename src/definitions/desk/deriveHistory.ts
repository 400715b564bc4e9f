import type { CompiledModule } from '../../model/compiled';
import type { JsonObject } from '../../model/json';
import { type DeskWords, reply } from './parts';

/** What a definition has for the versions of a module's items. */
interface History {
  endpoints: JsonObject;
  cards: JsonObject;
  pages: JsonObject;
  /** What leads from the form of an item to its versions. */
  link: JsonObject;
}

/** Returns the page of an item's versions, what leads to it, and its calls. */
export function deriveHistory({ name, definition: { admin } }: CompiledModule, words: DeskWords): History {
  const path = `/content/${name}/versions`;
  const comparison = `/content/${name}/changes`;
  return {
    endpoints: {
      versions: {
        get: `/api/desk/${name}/versions/{id}`,
        service: 'desk.versions',
        viewer: true,
        right: 'read',
        ...reply,
        rows: '/data/rows',
        total: '/data/total',
      },
      changes: {
        get: `/api/desk/${name}/changes/{id}/{number}`,
        service: 'desk.changes',
        viewer: true,
        right: 'read',
        ...reply,
        rows: '/data/rows',
        total: '/data/total',
      },
      restore: {
        post: `/api/desk/${name}/restore`,
        service: 'desk.restore',
        viewer: true,
        right: 'edit',
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['id', 'number'],
          properties: { id: { type: 'string' }, number: { type: 'string' }, revision: { type: 'string' } },
        },
        ...reply,
      },
    },
    cards: {
      version: {
        shape: 'table',
        title: { value: '/row/versionNumber', text: words('deskVersionOf'), label: '/texts/deskVersion' },
        fields: {
          at: { value: '/row/versionAt', format: 'dateTime', label: '/texts/deskWhen' },
          name: { value: '/row/versionName', label: '/texts/deskWho' },
          state: { value: '/row/versionState', label: '/texts/deskState' },
          changes: { value: '/row/versionChanges', label: '/texts/deskChanges', width: '24em' },
        },
        actions: {
          compare: {
            label: '/texts/deskCompare',
            when: { '/row/versionFirst': false },
            to: `${comparison}{?id,number}`,
            with: { id: '/query/id', number: '/row/id' },
            window: 'same',
          },
          restore: {
            label: '/texts/deskRestore',
            when: { '/row/versionCurrent': false },
            confirm: { text: '/texts/deskRestoreAsk' },
            call: 'restore',
            with: { id: '/query/id', number: '/row/id' },
            success: { toast: '/reply/message', tone: 'positive', reload: true },
            failure: { toast: '/reply/message', tone: 'danger' },
          },
        },
      },
      change: {
        shape: 'table',
        title: { value: '/row/changeField', label: '/texts/deskField' },
        fields: {
          before: { value: '/row/changeBefore', format: 'marked', label: '/texts/deskFormer', width: '40%', else: '-' },
          after: { value: '/row/changeAfter', format: 'marked', label: '/texts/deskLatter', width: '40%', else: '-' },
        },
      },
    },
    pages: {
      changes: {
        kind: 'list',
        path: comparison,
        title: { value: '/texts/deskComparison', with: { number: '/query/number' } },
        banner: false,
        requires: 'login',
        query: { id: 'The item.', number: 'The version.' },
        crumbs: { versions: { label: '/texts/deskVersions', to: `${path}{?id}`, with: { id: '/query/id' } } },
        source: 'changes',
        with: { id: '/query/id', number: '/query/number' },
        paging: 'whole',
        pageSize: 100,
        layouts: { table: { card: 'change', columns: 1 } },
        empty: '/texts/deskNoChanges',
      },
      versions: {
        kind: 'list',
        path,
        title: '/texts/deskVersions',
        banner: false,
        requires: 'login',
        query: { id: 'The item.' },
        source: 'versions',
        with: { id: '/query/id' },
        paging: 'whole',
        pageSize: 20,
        layouts: { table: { card: 'version', columns: 1 } },
        empty: '/texts/deskNoVersions',
        actions: {
          back:
            admin?.edit === false
              ? { label: '/texts/deskReview', to: `/content/${name}/review{?id}`, with: { id: '/query/id' } }
              : { label: '/texts/deskEdit', to: `/content/${name}/edit{?id}`, with: { id: '/query/id' } },
        },
      },
    },
    link: {
      versions: { label: '/texts/deskVersions', icon: 'clock', tone: 'plain', to: `${path}{?id}`, with: { id: '/query/id' } },
    },
  };
}
