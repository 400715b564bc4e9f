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
    },
    pages: {
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
