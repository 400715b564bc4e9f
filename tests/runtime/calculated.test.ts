import { describe, expect, it } from 'vitest';
import { compileExpression } from '../../src/definitions/language/expression';
import type { ExpressionTree } from '../../src/model/expression';
import type { Calculation, Form } from '../../src/model/definitions.g';
import { completeValues } from '../../src/runtime/calculated';
import { serializeForm } from '../../src/runtime/form';
import { checkForm } from '../checkForm';

const work = (source: string): Calculation => ({ expression: compileExpression(source) as ExpressionTree });

const form: Form = {
  fields: {
    begin: { field: 'date' },
    end: { field: 'date', assert: work('days(form.begin, form.end) <= 30'), errors: { assert: 'at most 30 days' } },
    pieces: {
      field: 'rows',
      fields: {
        count: { field: 'integer' },
        price: { field: 'number' },
        cost: { field: 'number', value: work('row.count * row.price'), schema: { maximum: 50 }, errors: { maximum: 'too dear' } },
      },
      assert: work('sum(form.pieces.map(piece, piece.count)) <= 5'),
      errors: { assert: 'at most 5' },
    },
    total: {
      field: 'number',
      value: work('sum(form.pieces.map(piece, piece.cost))'),
      schema: { maximum: 60 },
      errors: { maximum: 'above 60' },
    },
    days: { field: 'integer', value: work('days(form.begin, form.end) + 1') },
  },
  submit: { source: 'x:send', label: 'Send' },
};
const judge = (values: Record<string, unknown>): string[] =>
  checkForm(form, values, { texts: { invalidField: 'invalid' } }, {}).map(({ field, message }) => `${field}: ${message}`);

describe('what is worked out', () => {
  it.each([
    [{}, { total: 0 }],
    [
      { begin: '2026-11-20', end: '2026-11-22' },
      { begin: '2026-11-20', end: '2026-11-22', total: 0, days: 3 },
    ],
    [{ pieces: [{ count: 2, price: 0.1 }, { count: 1 }] }, { pieces: [{ count: 2, price: 0.1, cost: 0.2 }, { count: 1 }], total: 0.2 }],
    [
      { total: 1, days: 9, pieces: [{ count: 1, price: 2, cost: 0 }] },
      { pieces: [{ count: 1, price: 2, cost: 2 }], total: 2 },
    ],
    [{ pieces: 'none' }, { pieces: 'none', total: 0 }],
    [{ pieces: [null, 3] }, { pieces: [null, 3], total: 0 }],
  ])('of %j is in its place, whatever was given for it', (given, held) => expect(completeValues(form.fields, given, {})).toEqual(held));

  it('is sent', () => {
    expect(serializeForm(form, { pieces: [{ count: 2, price: 3 }], total: 1 }, {})).toEqual({
      pieces: [{ count: 2, price: 3, cost: 6 }],
      total: 6,
    });
  });

  it.each([
    [{ pieces: [{ count: 2, price: 10 }], total: 1000 }, []],
    [{ pieces: [{ count: 1, price: 60, cost: 1 }] }, ['pieces.0.cost: too dear']],
    [
      {
        pieces: [
          { count: 1, price: 40 },
          { count: 1, price: 41 },
        ],
        total: 0,
      },
      ['total: above 60'],
    ],
    [{ pieces: [{ count: 5 }, { count: 1 }] }, ['pieces: at most 5']],
    [{ begin: '2026-11-20', end: '2026-12-20' }, []],
    [{ begin: '2026-11-20', end: '2026-12-21' }, ['end: at most 30 days']],
    // Nothing is not true.
    [{ end: '2026-12-21' }, ['end: at most 30 days']],
  ])('is judged, as are rules over several fields: %j', (values, faults) => expect(judge(values)).toEqual(faults));
});
