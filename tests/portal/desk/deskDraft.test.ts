// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import type { Form } from '../../../src/model/definitions.g';
import { openDrafts, readDraft, writeDraft } from '../../../src/portal/desk/drafts/deskDraft';

afterEach(() => localStorage.clear());

test('what is kept at the desk holds no ID numbers, within groups neither', () => {
  const form: Form = {
    keep: true,
    fields: {
      name: { field: 'text', label: '姓名' },
      guardian: {
        field: 'group',
        label: '监护人',
        fields: { number: { field: 'idNumber', label: '证件' }, name: { field: 'text', label: '姓名' } },
      },
    },
    submit: { source: 'save', label: '保存' },
  };
  openDrafts({ account: 'a', id: '1', revision: 'r' });
  writeDraft('/edit save', form, { name: '甲', guardian: { number: '330102198802131128', name: '乙' } });
  expect(JSON.stringify(localStorage)).not.toContain('330102198802131128');
  expect(readDraft('/edit save', form)).toEqual({ name: '甲', guardian: { name: '乙' } });
});
