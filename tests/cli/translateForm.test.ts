import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runTranslateForm } from '../../src/cli/translateForm/command';
import { project } from '../definitions/project';
import { runTyped } from './shell';

afterEach(() => vi.restoreAllMocks());

/** Runs the command on a file; returns the form, what was told and the exit code. */
async function translate(file: unknown, ...args: string[]): Promise<{ form: unknown; told: string; code: unknown }> {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const folder = await project({ 'form.json': JSON.stringify(file) });
  const { printed, code } = await runTyped(runTranslateForm, ['translate-form', ...args, join(folder, 'form.json')], {});
  const text = written.mock.calls.map(([part]) => String(part)).join('');
  return { form: text === '' ? undefined : JSON.parse(text), told: printed, code };
}

describe('the command that translates forms', () => {
  it('writes the form of a JSON Schema', async () => {
    expect(await translate({ type: 'object', properties: { name: { type: 'string' } } }, '--source', 'ask')).toEqual({
      form: { fields: { name: { field: 'text', label: 'Name' } }, submit: { source: 'ask', label: '/texts/submitForm' } },
      told: '',
      code: 0,
    });
  });

  it('tells what is lost and what is different, and fails', async () => {
    const { form, told, code } = await translate({ schema: { type: 'object', properties: { any: {}, on: { type: 'boolean' } } } });
    expect(form).toMatchObject({ fields: { on: { field: 'checkbox' } } });
    expect(told.split('\n')).toEqual([
      'lost /properties/any type: a value of any type has no field',
      'different /properties/on type: a box that is not ticked and one that was never touched are the same',
    ]);
    expect(code).toBe(1);
  });

  it('says how it is used', async () => {
    const absent = await runTyped(runTranslateForm, ['translate-form', '/nowhere/form.json'], {});
    expect(absent).toMatchObject({ code: 2, printed: expect.stringContaining('/nowhere/form.json') as string });
    const { printed, code } = await runTyped(runTranslateForm, ['translate-form'], {});
    expect(printed).toContain('npm run translate-form');
    expect(code).toBe(2);
  });
});
