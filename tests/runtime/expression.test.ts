import { describe, expect, it } from 'vitest';
import { compileExpression, parseExpression } from '../../src/definitions/language/expression';
import type { ExpressionTree } from '../../src/model/expression';
import { listReferences } from '../../src/model/expression';
import { holds } from '../../src/runtime/condition';
import { evaluateExpression } from '../../src/runtime/expression';
import { evaluate } from '../../src/runtime/value';

const scope = {
  form: {
    count: 3,
    price: 0.1,
    tax: 0.2,
    name: '张三',
    begin: '2026-11-20',
    end: '2026-11-23',
    opens: '09:30',
    closes: '11:00',
    month: '2026-11',
    insured: true,
    chosen: 'a,b',
    none: '',
    pieces: [{ title: '瓶', count: 2, parts: [{ size: 1 }, { size: 2 }] }, { title: '画', count: 5 }, { title: '书' }],
    件数: 4,
  },
  now: Date.parse('2026-11-21T10:00:00+08:00'),
};
const compute = (source: string): unknown => evaluateExpression(compileExpression(source) as ExpressionTree, scope);

describe('an expression', () => {
  it.each([
    ['form.count * 2 + 1', 7],
    ['1 + form.count * 2', 7],
    ['(1 + form.count) * -2', -8],
    ['form.price + form.tax', 0.3],
    ['7 % form.count', 1],
    ['form.count / 2', 1.5],
    ['form.count / 0', undefined],
    ['form.count + form.nothing', undefined],
    ["form.name + '先生'", '张三先生'],
    ['form.name + string(form.count)', '张三3'],
    ["form['件数'] + 1", 5],
    ['form.pieces[1].count', 5],
    ['form.pieces[9].count', undefined],
    ['size(form.pieces)', 3],
    ['form.pieces.size()', 3],
    ['size(form.name)', 2],
    ['size(form.nothing)', 0],
    ['sum(form.pieces.map(piece, piece.count))', 7],
    ['sum(form.nothing.map(piece, piece.count))', 0],
    ['sum(form.pieces.map(piece, sum(piece.parts.map(part, part.size))))', 3],
    ['form.pieces.filter(piece, piece.count > 2).size()', 1],
    ['form.pieces.exists(piece, piece.title == form.name)', false],
    ["form.pieces.exists(piece, piece.title == '书')", true],
    ['form.pieces.all(piece, has(piece.count))', false],
    ['max(form.count, 10, 2)', 10],
    ['min(form.pieces.map(piece, piece.count))', 2],
    ['max(form.nothing.map(piece, piece.count))', undefined],
    ['round(form.count / 7, 2)', 0.43],
    ['floor(form.count / 2)', 1],
    ['ceil(form.count / 2)', 2],
    ['abs(2 - form.count)', 1],
    ['form.count > 2 && form.insured', true],
    ['form.count > 9 || form.insured', true],
    ['!form.nothing', true],
    ['!form.insured', false],
    ["form.insured ? '有' : '无'", '有'],
    ["form.nothing ? '有' : '无'", '无'],
    ['form.end > form.begin', true],
    ['form.begin < now', true],
    ['form.closes > form.opens', true],
    ["form.month < '2026-12'", true],
    ["form.nothing < '2026-12'", false],
    ['form.none == form.nothing', true],
    ['form.nothing == null', true],
    ['form.nothing != form.count', true],
    ["'b' in form.chosen", true],
    ["'c' in form.chosen", false],
    ['form.count in [1, 2, 3]', true],
    ["form.name.startsWith('张') && form.name.endsWith('三') && form.name.contains('张三')", true],
    ['days(form.begin, form.end)', 3],
    ['days(form.end, form.begin)', -3],
    ['days(form.begin, now)', 1],
    ["years('2000-11-22', now) + size(form.none)", 25],
    ['minutes(form.opens, form.closes)', 90],
    ['addDays(form.begin, 12)', '2026-12-02'],
    ['addDays(form.name, 12)', undefined],
  ])('%s is %s', (source, worth) => expect(compute(source)).toEqual(worth));

  it('reaches nothing that objects inherit', () => {
    expect(compute('form.constructor.name')).toBeUndefined();
    expect(evaluateExpression(['constructor', 1], scope)).toBeUndefined();
  });

  it('comes to nothing when it would take too long', () => {
    const list = Array.from({ length: 1000 }, (_, index) => index);
    const tree = compileExpression('size(form.list.map(one, size(form.list.filter(other, other > one))))') as ExpressionTree;
    expect(evaluateExpression(tree, { form: { list: list.slice(0, 10) } })).toBe(10);
    expect(evaluateExpression(tree, { form: { list } })).toBeUndefined();
  });

  it('says what it refers to, but for its own variables', () => {
    const tree = compileExpression('form.count + sum(form.pieces.map(piece, piece.count * form.price))') as ExpressionTree;
    expect(listReferences(tree)).toEqual(['/form/count', '/form/pieces', '/form/price']);
  });

  it('is a value and a condition', () => {
    const expression = compileExpression('form.count > 2') as ExpressionTree;
    expect(evaluate({ expression }, scope)).toBe(true);
    expect(holds({ expression }, scope)).toBe(true);
    expect(holds({ expression: compileExpression('form.count') as ExpressionTree }, scope)).toBe(false);
  });
});

describe('what is no expression', () => {
  it.each([
    ['form.count = 3', 'two values are compared with == at "= 3"'],
    ['size(form.count', 'a ( has no ) at its end'],
    ['form.', 'a name is missing behind the dot at its end'],
    ['form.count +', 'something is missing at its end'],
    ["form.name == '张", 'a text is not closed at "\'张"'],
    ['form.name == “张”', 'texts stand in plain quotes: \'text\' at "“张”"'],
    ['form.count＋1', 'this is full-width punctuation; expressions have plain ( ) , : ? + - * / ! > < = at "＋1"'],
    ['form.件数 > 1', 'a name that is not of letters and digits is written form[\'the name\'] at "件数 > 1"'],
    ["{'a': 1}", '"{\'a\': 1}" is not possible: what is within a value has to be named, as form.items[0].title'],
    [
      'form.pieces[form.count]',
      '"form.pieces[form.count]" is not possible: what is within a value has to be named, as form.items[0].title',
    ],
    ['form.pieces.map(piece)', '"map" takes a name for each entry and what is asked of it, as in map(each, each.count)'],
    ['form.a.map(a, a.b.map(b, b.c.map(c, c.d)))', '"b.c.map(c, c.d)" goes through lists more than 2 deep'],
    ["b'abc'", '"b\'abc\'" is no constant that a definition can have'],
    [`form.a${' + form.a'.repeat(200)}`, 'it is longer than 1000 characters'],
  ])('%s', (source, reason) => expect(parseExpression(source)).toBe(reason));
});
