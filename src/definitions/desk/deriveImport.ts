import type { CompiledModule } from '../../model/compiled';
import type { JsonObject } from '../../model/json';
import { type DeskWords, reply, stringType } from './parts';

/** The largest file of rows that staff bring in, in megabytes. */
const largest = 512;

/** What a definition has for bringing items of a module in from a file. */
interface Import {
  endpoints: JsonObject;
  pages: JsonObject;
  /** What leads there from the list. */
  action: JsonObject;
}

/** Returns the page on which staff bring items in from a file, what leads to it, and its calls. */
export function deriveImport({ name, definition }: CompiledModule, words: DeskWords): Import {
  const path = `/content/${name}/import`;
  const call = { viewer: true, right: 'edit', ...reply };
  return {
    endpoints: {
      importFile: { post: `/api/desk/${name}/imports`, service: 'imports.file', multipart: { file: largest }, ...call, item: '/data' },
      imports: { get: `/api/desk/${name}/imports`, service: 'imports.list', ...call, rows: '/data/rows', total: '/data/total' },
      import: { get: `/api/desk/${name}/imports/{id}`, service: 'imports.one', ...call, item: '/data' },
      importRun: {
        post: `/api/desk/${name}/imports/run`,
        service: 'imports.run',
        ...call,
        item: '/data',
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['id', 'step'],
          properties: { id: stringType, step: stringType, map: stringType, bad: stringType, existing: stringType, state: stringType },
        },
      },
      importFaults: { get: `/api/desk/${name}/imports/{id}/faults`, service: 'imports.faults', binary: true, ...call },
    },
    pages: {
      import: {
        kind: 'composed',
        path,
        title: `${words('deskImport')}${definition.title}`,
        banner: false,
        requires: 'login',
        query: { id: 'The import.' },
        crumbs: { items: { label: definition.title, to: `/content/${name}` } },
        loads: { earlier: { source: 'imports', required: true } },
        sections: {
          import: {
            section: 'import',
            file: 'importFile',
            list: 'imports',
            one: 'import',
            run: 'importRun',
            faults: 'importFaults',
            back: `/content/${name}`,
          },
        },
      },
    },
    action: { label: '/texts/deskImport', tone: 'plain', to: path },
  };
}
