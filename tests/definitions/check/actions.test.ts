import { describe, expect, it } from 'vitest';
import { checkAll, loadDefinitions } from '../../../src/definitions/load';
import { project, sound } from '../project';

const loans = {
  title: 'Loans',
  item: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      reader: { type: 'string' },
      state: { type: 'integer' },
      secret: { type: 'string', private: true },
    },
  },
  endpoints: {
    list: {
      get: '/api/loans{?page,limit}',
      paging: { page: 'page', size: 'limit' },
      viewer: true,
      ok: { '/status': 200 },
      rows: '/data',
      message: '/message',
    },
    end: {
      put: '/api/loans/{id}/end',
      params: { id: { field: '/id', required: true } },
      body: { type: 'object' },
      viewer: true,
      ok: { '/status': 200 },
      message: '/message',
    },
    change: { put: '/api/loans', form: 'change', viewer: true, ok: { '/status': 200 }, message: '/message' },
    add: { post: '/api/loans', form: 'add', viewer: true, ok: { '/status': 200 }, message: '/message' },
  },
  cards: {
    line: {
      shape: 'table',
      title: '/row/reader',
      actions: {
        end: {
          label: 'End',
          call: 'end',
          with: { id: '/row/id' },
          confirm: { text: 'End it?' },
          success: { toast: '/reply/message', reload: true },
          failure: { toast: '/reply/data', cases: { late: { when: { '/reply/message': { pattern: 'late' } }, toast: 'Too late' } } },
        },
        change: { label: 'Change', form: 'change' },
      },
    },
  },
  forms: {
    change: {
      label: 'Change {id}',
      fields: { id: { field: 'hidden', value: '/row/id' }, reader: { field: 'text', default: '/row/reader', masked: true } },
      submit: { source: 'change', label: 'Save', success: { reload: true } },
    },
    add: {
      fields: {
        loan: {
          field: 'pickMany',
          pick: {
            rows: '/mine/rows',
            title: '/row/reader',
            disabled: { ended: { when: { '/row/state': 2 }, reason: 'Ended: {reader}' } },
            entry: '{id}:{reader}',
            add: { form: 'change', label: 'New' },
          },
        },
      },
      submit: { source: 'add', label: 'Add' },
    },
  },
  pages: {
    loans: {
      kind: 'list',
      source: 'list',
      requires: 'login',
      layouts: { lines: { card: 'line' } },
      actions: { add: { label: 'Add', form: 'add' } },
    },
    another: { kind: 'form', forms: ['add'], loads: { mine: { source: 'list' } } },
  },
};
const files = (change: (copy: typeof loans) => void = () => undefined): Record<string, string> => {
  const copy = structuredClone(loans);
  change(copy);
  return { ...sound(), 'schemas/modules/loans.json': JSON.stringify(copy) };
};

describe('actions', () => {
  it('bring the calls and forms that they make and open to every page that shows them', async () => {
    const root = await project(files());
    expect(await checkAll(root)).toEqual([]);
    const portal = (await loadDefinitions(root)).portal('north');
    const page = portal?.pages.get('/loans');
    expect(page?.endpoints.sort()).toEqual(['loans:add', 'loans:change', 'loans:end', 'loans:list']);
    expect(Object.keys(page?.forms ?? {}).sort()).toEqual(['loans:add', 'loans:change']);
    expect(page?.cards['loans:line']?.actions?.['end']).toMatchObject({ call: 'loans:end' });
    expect(page?.forms['loans:change']?.label).toMatchObject({ text: 'Change {id}', with: { id: '/form/id' } });
    expect(Object.keys(portal?.pages.get('/another')?.forms ?? {})).toEqual(['add', 'loans:change']);
  });

  it('of records to choose from let their fields through to the page', async () => {
    const fields = (await loadDefinitions(await project(files()))).portal('north')?.pages.get('/another')?.fields;
    expect(fields?.['mine']).toEqual(['/id', '/reader', '/state']);
  });

  it.each([
    [
      'an unknown call',
      (copy) => {
        copy.cards.line.actions.end.call = 'stop';
      },
      'unknown-endpoint',
    ],
    [
      'an unknown form',
      (copy) => {
        copy.cards.line.actions.change.form = 'alter';
      },
      'unknown-form',
    ],
    [
      'two ways at once',
      (copy) => {
        Object.assign(copy.cards.line.actions.end, { to: '/loans' });
      },
      'too-many-alternatives',
    ],
    [
      'a field of a record that it has not',
      (copy) => {
        copy.forms.add.fields.loan.pick.title = '/row/author';
      },
      'unknown-field',
    ],
    [
      'a private field of a record',
      (copy) => {
        copy.forms.add.fields.loan.pick.title = '/row/secret';
      },
      'private-field',
    ],
    [
      'a row where no row is',
      (copy) => {
        copy.cards.line.actions.change.form = 'add';
        copy.forms.add.fields.loan.pick.add.form = 'add';
      },
      'form-without-page',
    ],
    [
      'a step that is not there, as a case',
      (copy) => {
        Object.assign(copy.forms.add.submit, { failure: { cases: { late: { when: {}, step: 'end' } } } });
      },
      'unknown-step',
    ],
    [
      'records that are nowhere',
      (copy) => {
        Object.assign(copy.forms.add.fields.loan, { pick: undefined });
      },
      'missing-key',
    ],
  ] as [string, (copy: typeof loans) => void, string][])('may not name %s', async (_what, change, code) => {
    expect((await checkAll(await project(files(change)))).map((problem) => problem.code)).toContain(code);
  });
});
