import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkAll, loadDefinitions } from '../../src/definitions/load';
import { project, sound } from './project';

const projectRoot = resolve(import.meta.dirname, '../..');

const lend = {
  title: 'Lending',
  endpoints: {
    lend: { post: '/api/lend', form: 'lend', ok: { '/status': 200 }, message: '/message' },
    code: { get: '/api/code/{kind}{?phone}' },
  },
  forms: {
    lend: {
      fields: {
        phone: { field: 'phone', label: 'Phone', required: 'Needed', schema: { pattern: '^[0-9]+$' } },
        code: { field: 'smsCode', code: { source: 'code', with: { kind: { const: 1 }, phone: '/form/phone' }, needs: 'phone', again: 'Again in {seconds}' } },
        shelf: { field: 'select', dictionary: 'shelves' },
      },
      submit: { source: 'lend', label: 'Lend', success: { toast: '/reply/message', goTo: { to: '/lend{?back}' } } },
    },
  },
  pages: { lend: { kind: 'form', forms: ['lend'], query: { back: 'Where to go.' } } },
};
const files = (change: (copy: typeof lend) => void = () => undefined): Record<string, string> => {
  const copy = structuredClone(lend);
  change(copy);
  return { ...sound(), 'schemas/modules/lend.json': JSON.stringify(copy) };
};

describe('forms', () => {
  it('of the project have no Problems', async () => {
    expect(await checkAll(projectRoot)).toEqual([]);
  });

  it('are compiled with the calls and dictionaries that they use, variables bound to what is typed', async () => {
    const root = await project(files());
    expect(await checkAll(root)).toEqual([]);
    const page = (await loadDefinitions(root)).portal('north')?.pages.get('/lend');
    expect(page?.endpoints.sort()).toEqual(['lend:code', 'lend:lend']);
    expect(page?.codelists).toEqual({ 'dictionary:shelves': { dictionary: 'shelves' } });
    expect(page?.forms['lend']?.submit).toMatchObject({ source: 'lend:lend', success: { goTo: { to: '/lend{?back}', with: { back: '/query/back' } } } });
    expect(page?.forms['lend']?.fields['code']?.code).toMatchObject({ source: 'lend:code' });
  });

  it.each([[{ viewer: null }], [{ form: null }], [{ viewer: false }]])('and members\' calls stay what they are: a patch cannot say %j', async (change) => {
    const root = await project({ ...files((copy) => { Object.assign(copy.endpoints.lend, { viewer: true }); }), 'tenants/north/modules/lend.json': JSON.stringify({ endpoints: { lend: change } }) });
    expect((await checkAll(root)).map(({ code }) => code)).toContain('weakened');
  });

  it.each([
    ['a form that is not there', (copy) => { copy.pages.lend.forms = ['lent']; }, 'unknown-form'],
    ['a call of a form that is not there', (copy) => { copy.endpoints.lend.form = 'lent'; }, 'unknown-form'],
    ['a field that is not there', (copy) => { copy.forms.lend.fields.code.code.needs = 'telephone'; }, 'unknown-field'],
    ['what is typed into no field', (copy) => { copy.forms.lend.fields.code.code.with.phone = '/form/telephone'; }, 'unknown-field'],
    ['an unknown call', (copy) => { copy.forms.lend.submit.source = 'send'; }, 'unknown-endpoint'],
    ['an unsafe pattern', (copy) => { copy.forms.lend.fields.phone.schema.pattern = '(a+)+$'; }, 'bad-pattern'],
    ['a select without choices', (copy) => { copy.forms.lend.fields.shelf = { field: 'select' } as typeof copy.forms.lend.fields.shelf; }, 'missing-key'],
    ['an unbound variable', (copy) => { copy.forms.lend.submit.success.goTo.to = '/lend{?nowhere}'; }, 'unbound-variable'],
  ] as [string, (copy: typeof lend) => void, string][])('may not name %s', async (_what, change, code) => {
    expect((await checkAll(await project(files(change)))).map((problem) => problem.code)).toContain(code);
  });
});
