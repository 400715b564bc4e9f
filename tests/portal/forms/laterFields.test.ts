import { existsSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import type { FieldKind, Form } from '../../../src/model/definitions.g';
import { fieldKinds } from '../../../src/portal/forms/fields/registry';
import { fieldParts } from '../../../src/runtime/fieldParts';

const formOf = (kind: FieldKind): Form => ({ fields: { one: { field: kind } }, submit: { source: 'a:send', label: 'x' } });

test('pages name the files of exactly those kinds of fields that browsers fetch later', () => {
  const later = Object.entries(fieldKinds).flatMap(([kind, entry]) => (typeof entry === 'function' ? [] : [kind]));
  expect(later.sort()).toEqual(Object.keys(fieldParts).sort());
  const missing = Object.values(fieldParts).filter(
    (name) => !['ts', 'tsx'].some((ending) => existsSync(`src/portal/forms/fields/${name}.${ending}`)),
  );
  expect(missing).toEqual([]);
});

test('the fields of a form are fetched before its page is shown, also those within rows, and no others', async () => {
  // Whoever tested before may have fetched all of them.
  vi.resetModules();
  const { browserKinds } = await import('../../../src/portal/app/registry');
  const { settleKinds } = await import('../../../src/portal/app/kinds');
  const { areFieldsThere } = await import('../../../src/portal/forms/fields/settleFields');
  const inRows: Form = { ...formOf('text'), fields: { rows: { field: 'rows', fields: formOf('image').fields } } };
  expect(areFieldsThere(inRows)).toBe(false);
  await settleKinds(browserKinds, {
    definition: { kind: 'form', forms: ['a:shown'] },
    forms: { 'a:shown': inRows, 'a:inDialog': formOf('pickOne') },
  });
  expect(areFieldsThere(inRows)).toBe(true);
  expect(areFieldsThere(formOf('file'))).toBe(true);
  expect(areFieldsThere(formOf('pickOne'))).toBe(false);
});
