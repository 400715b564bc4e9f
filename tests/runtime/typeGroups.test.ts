import { expect, test } from 'vitest';
import { createTree } from '../../src/runtime/choiceTree';
import { findTypesFault, listTypeGroups } from '../../src/runtime/typeGroups';

const leaf = (value: string) => ({ value, label: `名${value}` });
const tree = createTree([
  leaf('a'),
  leaf('b'),
  { value: 'place', label: '地点', children: [leaf('p1'), { ...leaf('p2'), children: [leaf('p21')] }] },
]);

test('types without others below them are one group, those with others one each', () => {
  expect(listTypeGroups(tree).map(({ label, choices }) => [label, choices.map(({ value }) => value)])).toEqual([
    ['', ['a', 'b']],
    ['地点', ['p1', 'p2', 'p21']],
  ]);
});

test.each([
  ['a,p21', undefined],
  ['p1,a', undefined],
  ['', 'choose '],
  [undefined, 'choose '],
  ['a', 'choose 地点'],
  ['p1', 'choose '],
  ['a,b,p1', 'enum '],
  ['a,p1,p2', 'enum 地点'],
  ['a,place', 'enum '],
  ['a,p1,else', 'enum '],
  [7, 'choose '],
])('of %j it is said: %s', (value, told) => {
  const fault = (required?: string): ReturnType<typeof findTypesFault> =>
    findTypesFault({ field: { field: 'types', column: 'menuId', required }, value, beside: {} }, () => tree);
  const say = (found: ReturnType<typeof findTypesFault>): string | undefined => found && `${found.keyword} ${found.group}`;
  expect(say(fault('请选择类型'))).toBe(told);
  expect(say(fault())).toBe(told?.startsWith('choose') ? undefined : told);
});

test('a column without types asks for none, and takes none', () => {
  const fault = (value?: string): string | undefined =>
    findTypesFault({ field: { field: 'types', column: 'menuId', required: '请选择类型' }, value, beside: {} }, () => undefined)?.keyword;
  expect([fault(), fault('a')]).toEqual([undefined, 'enum']);
});
