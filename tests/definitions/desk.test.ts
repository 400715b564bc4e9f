import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Definitions, loadDefinitions } from '../../src/definitions/load';
import { formatText } from '../../src/runtime/text';
import { copyOfDefinitions, loadKnownDefinitions, projectRoot } from '../server/projectDefinitions';

let definitions: Definitions;
beforeAll(async () => {
  definitions = await loadKnownDefinitions(projectRoot);
});

describe('the desks of the institutions', () => {
  it('are derived without a Problem from whatever their modules say', () => {
    for (const tenant of definitions.tenants) {
      const desk = definitions.desk(tenant);
      expect(desk?.prefix).toBe('/admin');
    }
    expect(definitions.problems).toEqual([]);
  });
});

describe('the states to choose from above a list', () => {
  it('are told apart by their words', () => {
    const same = definitions.tenants.flatMap((tenant) => {
      const desk = definitions.desk(tenant);
      return Object.entries(desk?.modules ?? {}).flatMap(([module, { definition }]) =>
        Object.values(definition.pages ?? {}).flatMap((page) => {
          const options = page.kind === 'list' ? Object.values(page.filters?.['state']?.options ?? {}) : [];
          const words = options.map(({ label }) => formatText(label, { texts: desk?.texts ?? {} }, desk?.patterns ?? {}));
          return words.filter((word, at) => words.indexOf(word) !== at).map((word) => [tenant, module, word]);
        }),
      );
    });
    expect(same).toEqual([]);
  });
});

describe('a desk whose institution has changed', () => {
  it('has what is new, and shares what is as it was, with the desk before it and with those of others', async () => {
    const folder = await copyOfDefinitions();
    const before = await loadKnownDefinitions(folder);
    const [old, others] = [before.desk('library'), before.desk('museum')];
    const path = join(folder, 'tenants/library/tenant.json');
    const settings = JSON.parse(await readFile(path, 'utf8')) as { site: { title: string }; modules?: object };
    const titled = { ...settings, site: { ...settings.site, title: '听松书房' } };
    await writeFile(path, JSON.stringify(titled));
    await writeFile(join(folder, 'tenants/library/modules/exhibit.json'), JSON.stringify({ title: '书房' }));
    const after = await loadDefinitions(folder, before);
    const now = after.desk('library');
    expect(now?.settings.site.title).toBe('听松书房');
    expect(now?.modules['exhibit']?.definition.title).toBe('书房');
    expect([old?.settings.site.title, old?.modules['exhibit']?.definition.title]).toEqual([
      '听松图书馆',
      expect.not.stringMatching('书房'),
    ]);
    const names = Object.keys(now?.modules ?? {});
    const changed = names.filter((name) => now?.modules[name]?.definition !== old?.modules[name]?.definition);
    expect(changed).toContain('exhibit');
    expect(changed.length).toBeLessThan(names.length / 4);
    expect(names.filter((name) => now?.modules[name]?.definition === others?.modules[name]?.definition).length).toBeGreaterThan(
      names.length / 4,
    );
    expect(after.problems).toEqual([]);
  });
});

describe('what was handed in', () => {
  it('is told of by news that open where it stands, not the first page of the personal centre', () => {
    const astray = Object.entries(definitions.portal('centre')?.modules ?? {}).flatMap(([module, { definition, lifecycle }]) =>
      definition.contribution === undefined
        ? []
        : Object.entries(lifecycle.moves).flatMap(([move, { message }]) => (message && !message.opens ? [`${module}.${move}`] : [])),
    );
    expect(astray).toEqual([]);
  });

  it('says its column and its types in words, and each decision has a button', () => {
    const order = definitions.desk('centre')?.modules['culturalorder']?.definition;
    const words = (field: string): unknown[] => Object.values(order?.codelists?.[field]?.options ?? {}).map(({ label }) => label);
    expect(words('menuId')).toEqual(['文化点单']);
    expect(words('types')).toEqual(expect.arrayContaining([expect.stringMatching(/演出$/), expect.stringMatching(/培训$/)]));
    const review = order?.pages['review'];
    expect(review).toMatchObject({
      sections: {
        facts: { fields: { menuId: { codelist: expect.stringMatching(/menuId$/) }, types: { codelist: expect.stringMatching(/types$/) } } },
      },
      aside: { decision: { shape: 'buttons', actions: { approve: {}, reject: { tone: 'secondary' }, answer: { tone: 'secondary' } } } },
    });
  });
});

describe('the recording that a page plays', () => {
  it('is sent as sound, never as a picture or an archive', () => {
    const fields = (tenant: string, module: string) => definitions.desk(tenant)?.modules[module]?.definition.forms?.['edit']?.fields ?? {};
    const found = JSON.stringify(fields('museum', 'exhibit'));
    expect(found).toContain('"audio":{"field":"file","upload":{"source":"upload:one","types":["mp3","m4a","wav","ogg"],"library":"audio"}');
  });
});

describe('what a form of the institution asks visitors for', () => {
  const ask = {
    title: '学校导览',
    item: {
      type: 'object',
      required: ['id', 'school'],
      properties: {
        id: { type: 'string' },
        school: { type: 'string' },
        wishes: { type: 'string' },
        letters: { type: 'array', items: { type: 'string', format: 'uri-reference' } },
        permit: { type: 'string', format: 'uri-reference' },
        words: { type: 'string' },
        memberId: { type: 'string', private: true },
        state: { type: 'integer' },
      },
    },
    roles: { title: '/school' },
    endpoints: {
      ask: { post: '/api/tour/ask', viewer: true, form: 'ask', creates: {}, ok: { '/status': 200 }, item: '/data' },
      mine: { get: '/api/tour/mine', viewer: true, own: '/state', ok: { '/status': 200 }, rows: '/data' },
      detail: { get: '/api/tour/{id}', params: { id: { field: '/id', required: true } }, ok: { '/status': 200 }, item: '/data' },
    },
    forms: {
      ask: {
        fields: {
          school: { field: 'text', label: '学校', required: '请填写学校' },
          wishes: { field: 'textarea', label: '希望' },
          letters: { field: 'file', label: '公函', upload: { source: 'upload:one', types: ['pdf'], count: 2 } },
          permit: { field: 'file', label: '许可', upload: { source: 'upload:one', types: ['pdf', 'docx'] } },
        },
        submit: { source: 'ask', label: '提交', success: { toast: '已提交' }, failure: { toast: '/reply/message' } },
      },
    },
    pages: {
      tourask: { kind: 'form', title: '申请', requires: 'login', forms: ['ask'] },
      tour: { kind: 'detail', source: 'detail', with: { id: '/query/id' }, sections: { words: { section: 'text', text: '/item/words' } } },
    },
  };

  it('is asked for in the same way at the desk: several lines, files of its kinds, and no state that calls work out', async () => {
    const root = await copyOfDefinitions();
    await writeFile(join(root, 'tenants/museum/modules/tour.json'), JSON.stringify(ask));
    const loaded = await loadDefinitions(root);
    expect(loaded.problems).toEqual([]);
    const fields = loaded.desk('museum')?.modules['tour']?.definition.forms?.['edit']?.fields ?? {};
    const listed = JSON.parse(JSON.stringify(fields)) as Record<string, unknown>;
    const find = (name: string): unknown => JSON.stringify(listed).match(new RegExp(`"${name}":\\{"field":"(\\w+)"`))?.[1];
    expect(['school', 'wishes', 'words', 'letters', 'permit', 'state'].map(find)).toEqual([
      'text',
      'textarea',
      'textarea',
      'file',
      'file',
      undefined,
    ]);
    expect(JSON.stringify(listed)).toContain('"types":["pdf","docx"]');
  });
});

describe('who handed something in', () => {
  it('is told of whatever staff decide on it', () => {
    const untold = definitions.tenants.flatMap((tenant) =>
      Object.values(definitions.portal(tenant)?.modules ?? {}).flatMap(({ name, definition, lifecycle }) => {
        if (definition.contribution === undefined) return [];
        const awaiting = Object.keys(lifecycle.states).filter((state) => lifecycle.states[state]?.awaits === 'staff');
        return Object.entries(lifecycle.moves).flatMap(([move, { by, from, message }]) =>
          by === 'staff' && message === undefined && from.some((state) => awaiting.includes(state)) ? [`${tenant} ${name}.${move}`] : [],
        );
      }),
    );
    expect(untold).toEqual([]);
  });
});
