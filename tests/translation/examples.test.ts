import { describe, expect, it } from 'vitest';
import sharedTexts from '../../schemas/texts.json';
import { checkAll } from '../../src/definitions/load';
import type { FormField } from '../../src/model/definitions.g';
import type { Fields } from '../../src/runtime/formSchema';
import { inferSchema } from '../../src/translation/fromData';
import { project, sound } from '../definitions/project';
import { readExamples, type Example } from './corpus';
import { Comparison, type Verdict } from './judge';
import { lossesOfJsonForms, lossesOfRjsf } from './losses';
import { makeSamples } from './samples';

const texts = JSON.stringify({ ...sharedTexts, more: 'More of {name}', none: 'Nothing' });
const collections = [
  { name: 'JSON Forms', examples: readExamples('jsonforms-examples'), losses: lossesOfJsonForms, least: 0.8 },
  { name: 'rjsf', examples: readExamples('rjsf-samples'), losses: lossesOfRjsf, least: 0.5 },
];

/** Returns fields without their rules. What chooses between other fields stays. */
const dropRules = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(
      ([name, { required: _required, schema: _schema, fields: inner, options, ...field }]): [string, FormField] => [
        name,
        { ...field, ...(inner ? { fields: dropRules(inner) } : {}), ...(options && name.endsWith('Kind') ? { options } : {}) },
      ],
    ),
  );

const listLosses = ({ translation }: Example): string[] => [...new Set(translation.losses.map(({ keyword }) => keyword))].sort();

/** Returns what is said of instances near to an example's own where only one of the two finds a fault. */
function findDisagreements(example: Example): (Verdict & { sample: unknown })[] {
  const comparison = new Comparison(example);
  const samples = makeSamples(example.source.schema ?? inferSchema(example.source.data), example.source.data);
  const verdicts = samples.map((sample) => ({ sample, ...comparison.judge(sample) }));
  return verdicts.filter(({ ours, theirs }) => (ours.length === 0) !== (theirs.length === 0));
}

describe.skipIf(collections.every(({ examples }) => examples.length === 0)).each(collections)('$name', ({ examples, losses, least }) => {
  it.each(examples)('$name loses what is listed', (example) =>
    expect(listLosses(example)).toEqual([...(losses[example.name] ?? [])].sort()),
  );

  const lossless = examples.filter((example) => listLosses(example).length === 0);
  it('loses nothing of most', () => expect(lossless.length / examples.length).toBeGreaterThanOrEqual(least));

  it('becomes forms without Problems', async () => {
    const forms = Object.fromEntries(examples.map(({ translation }, index) => [`form${index}`, translation.form]));
    const module = {
      title: 'Translated',
      endpoints: { send: { post: '/api/translated', ok: { '/status': 200 } } },
      forms,
      pages: { translated: { kind: 'form', forms: Object.keys(forms) } },
    };
    const files = { ...sound(), 'schemas/texts.json': texts, 'schemas/modules/translated.json': JSON.stringify(module) };
    expect(await checkAll(await project(files))).toEqual([]);
  });

  it.each(lossless)('$name is judged as by its own schema', (example) => expect(findDisagreements(example)).toEqual([]));

  it('is no longer judged so when rules are taken away', () => {
    const withRules = lossless.filter(
      ({ translation: { form } }) => JSON.stringify(dropRules(form.fields)).length < JSON.stringify(form.fields).length,
    );
    const blind = withRules.map((example) => ({
      ...example,
      translation: { ...example.translation, form: { ...example.translation.form, fields: dropRules(example.translation.form.fields) } },
    }));
    expect(blind.filter((example) => findDisagreements(example).length === 0).map(({ name }) => name)).toEqual([]);
  });
});
