import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Form } from '../../../../src/model/definitions.g';
import { checkForm } from '../../../checkForm';
import { copyOfDefinitions, loadKnownDefinitions } from '../../projectDefinitions';

let folder = '';
let forms: { strict?: Form; lenient?: Form; shape?: Form } = {};
let ids: (Form | undefined)[] = [];
const sound = { time: '2026-11-21 09:00-10:00', touse: 'x', name: '王小明', checkCode: 'ABCD', accept: true };

beforeAll(async () => {
  folder = await copyOfDefinitions();
  const choose = async (tenant: string, ...presets: string[]): Promise<void> => {
    const file = join(folder, 'tenants', tenant, 'tenant.json');
    const settings = JSON.parse(await readFile(file, 'utf8')) as { presets?: string[] };
    await writeFile(file, JSON.stringify({ ...settings, presets: [...(settings.presets ?? []), ...presets] }));
  };
  await choose('museum', 'idShapeOnly', 'unverifiedIdentity');
  await choose('library', 'idShapeOnly');
  const definitions = await loadKnownDefinitions(folder);
  const formOf = (tenant: string, module = 'venue', form = 'booking'): Form | undefined =>
    definitions.portal(tenant)?.modules[module]?.definition.forms?.[form];
  forms = { strict: formOf('centre'), lenient: formOf('museum'), shape: formOf('library') };
  ids = [formOf('library', 'contact', 'add'), formOf('library', 'contact', 'edit'), formOf('library', 'declarant', 'add')];
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

describe('an institution with the rule of the documents for ID numbers', () => {
  const phone = '13812345678';
  it('takes in bookings what has their shape, whatever its check character', () => {
    const written = { phone, idCard: '110101199001011234' };
    expect(faults(forms.shape, written)).toEqual([]);
    expect(faults(forms.strict, written)).toEqual(['身份证号有误，请核对出生日期和最后一位']);
    expect(faults(forms.shape, { phone, idCard: '1101011990010112' })).toEqual(['请输入正确的身份证号']);
  });

  it('so do contacts and declarants', () => {
    const person = { name: '王小明', cellphone: '13812345678' };
    const told = (idNo: string): string[][] =>
      ids.map((form) => (form ? checkForm(form, { ...person, idNo }, {}, {}).map(({ field }) => field) : ['no form']));
    expect(told('110101199001011234')).toEqual([[], [], []]);
    expect(told('1101011990010112')).toEqual([['idNo'], ['idNo'], ['idNo']]);
  });
});
