import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Form } from '../../../../src/model/definitions.g';
import { checkForm } from '../../../checkForm';
import { copyOfDefinitions, loadKnownDefinitions } from '../../projectDefinitions';

let folder = '';
let forms: { strict?: Form; lenient?: Form } = {};
const sound = { time: '2026-11-21 09:00-10:00', touse: 'x', name: '王小明', checkCode: 'ABCD', accept: true };

beforeAll(async () => {
  folder = await copyOfDefinitions();
  const file = join(folder, 'tenants/museum/tenant.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as { presets?: string[] };
  await writeFile(file, JSON.stringify({ ...settings, presets: [...(settings.presets ?? []), 'unverifiedIdentity'] }));
  const definitions = await loadKnownDefinitions(folder);
  const formOf = (tenant: string): Form | undefined => definitions.portal(tenant)?.modules['venue']?.definition.forms?.['booking'];
  forms = { strict: formOf('centre'), lenient: formOf('museum') };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const faults = (form: Form | undefined, values: object): string[] =>
  form ? checkForm(form, { ...sound, ...values }, {}, {}).map(({ message }) => message) : ['no form'];

describe('[BOOK-20] an institution that switches the preset on', () => {
  it('takes phones and ID numbers of any form, which others refuse', () => {
    const foreign = { phone: '+44 20 7946 0000', idCard: 'E12345678' };
    expect(faults(forms.lenient, foreign)).toEqual([]);
    expect(faults(forms.strict, foreign)).toEqual(['请输入正确的手机号', '请输入正确的身份证号']);
  });

  it('still wants them filled in', () => {
    expect(faults(forms.lenient, {})).toEqual(['请输入手机号', '请输入身份证号']);
  });
});
