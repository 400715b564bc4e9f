import { describe, expect, it } from 'vitest';
import sharedTexts from '../../schemas/texts.json';
import { checkAll } from '../../src/definitions/load';
import { inferSchema } from '../../src/translation/fromData';
import { project, sound } from '../definitions/project';
import { readExamples, type Example } from './corpus';
import { lossesOfJsonForms, lossesOfRjsf } from './losses';
import { Comparison } from './judge';
import { makeSamples } from './samples';

const texts = JSON.stringify({ ...sharedTexts, more: 'More of {name}', none: 'Nothing' });
const collections = [
  { name: 'JSON Forms', examples: readExamples('jsonforms-examples'), losses: lossesOfJsonForms, least: 0.5 },
  { name: 'rjsf', examples: readExamples('rjsf-samples'), losses: lossesOfRjsf, least: 0.5 },
];

const listLosses = ({ translation }: Example): string[] => [...new Set(translation.losses.map(({ keyword }) => keyword))].sort();

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

  it.each(lossless)('$name is judged as by its own schema', (example) => {
    const comparison = new Comparison(example);
    const samples = makeSamples(example.source.schema ?? inferSchema(example.source.data), example.source.data);
    const verdicts = samples.map((sample) => ({ sample, ...comparison.judge(sample) }));
    expect(verdicts.filter(({ ours, theirs }) => (ours.length === 0) !== (theirs.length === 0))).toEqual([]);
  });
});
