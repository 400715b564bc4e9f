import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { Editor, shipped } from './editor';

let editor: Editor;
beforeAll(async () => {
  // Nothing is checked while names are asked for.
  editor = await Editor.start(shipped, { delay: 3_600_000 });
});
beforeEach(async () => {
  editor.texts.set(museum, patch);
  await editor.type(museum);
});
afterEach(() => editor.close());
afterAll(() => editor.end());

const exhibit = 'schemas/modules/exhibit.json';
const loan = 'schemas/modules/loan.json';
const museum = 'tenants/museum/modules/exhibit.json';
const museumHome = 'tenants/museum/modules/home.json';
const settings = 'tenants/museum/tenant.json';

/** What an institution changes of exhibits, whatever the shipped one does. */
const patch = `{
  "pages": {
    "exhibit": {
      "pageSize": 9,
      "filters": { "types": { "label": "门类" } },
      "layouts": { "tiles": { "columns": 3 } }
    },
    "exhibitdetail": {
      "sections": {
        "heading": { "fields": { "era": { "label": "时代" }, "material": { "label": "质地", "after": "types" } } },
        "related": { "label": "同类藏品" }
      }
    }
  },
  "cards": { "tile": { "ratio": "3:4" } }
}
`;

/** What stands in a file, what is typed instead of it and where the cursor is then. */
type Change = [file: string, from: string, to: string];

describe('completion', () => {
  it.each<[title: string, change: Change, offers: string[], not?: string[]]>([
    ['fields of a row', [exhibit, '"subtitle": "/row/era"', '"subtitle": "/row/|"'], ['/row/material', '/row/counts'], ['/item/era']],
    [
      'roots, and what lies in them',
      [exhibit, '"subtitle": "/row/era"', '"subtitle": "/|"'],
      ['/row', '/row/material', '/list/page', '/texts/more'],
    ],
    ['fields of an item', [exhibit, '"value": "/item/era"', '"value": "/item/|"'], ['/item/material', '/item/counts'], ['/row/era']],
    ['fields that a join brings', [exhibit, '/item/counts/pv', '/item/counts/|'], ['/item/counts/star']],
    ['rows of a load', [exhibit, '"rows": "/related/rows"', '"rows": "/related/|"'], ['/related/rows', '/related/total']],
    ['a value that is not begun', [exhibit, '"subtitle": "/row/era"', '"subtitle": |'], ['/row/material']],
    ['a reference in a condition', [exhibit, '"thumbnails": 3', '"when": { "/item/|" }'], ['/item/material']],
    ['fields of a form', [loan, '"days(form.begin, form.end) + 1"', '"days(form.begin, form.|"'], ['days(form.begin, form.pieces']],
    ['shared texts', [exhibit, '"label": "更多藏品"', '"label": "/texts/|"'], ['/texts/openTime']],
    ['calls, of other modules too', [exhibit, '"source": "detail"', '"source": "|"'], ['list', 'information:list'], ['exhibit:list']],
    [
      'cards',
      [exhibit, '"card": "tile", "columns": 4 } }\n    },', '"card": "|", "columns": 4 } }\n    },'],
      ['tile', 'ticket:poster'],
      ['list'],
    ],
    [
      'pages',
      [exhibit, '"to": "/exhibitdetail{?columnId,id,subhomepage}"', '"to": "|"'],
      ['/exhibitdetail{?columnId,id,subhomepage}', '/exhibit{?columnId}'],
    ],
    ['code lists', [exhibit, '"codelist": "types"', '"codelist": "|"'], ['types']],
    ['parameters', [exhibit, '"types": true, "param": "types"', '"types": true, "param": "|"'], ['types', 'menuId', 'title']],
    ['parameters to bind', [exhibit, '"with": { "id": "/query/id" }', '"with": { "|" }'], ['id']],
    ['fragments', [exhibit, '"use": ["contentDetail"]', '"use": ["|"]'], ['contentDetail', 'contentList']],
    ['siblings', [museum, '"after": "types"', '"after": "|"'], ['era', 'types', 'views']],
    ['columns of the menu', [museumHome, '{ "columnId": { "const": "7106" } }', '{ "columnId": { "const": "|" } }'], ['7101', '7250']],
    ['what a patch can change', [museum, '"filters": { "types": { "label": "门类" } }', '"filters": { "|" }'], ['types']],
    [
      'what a patch can change of what fragments have',
      [museum, '"exhibitdetail": {', '"exhibitdetail": { "tools": { "|" },'],
      ['like', 'share'],
    ],
    ['keys of the language in a patch', [museum, '"pageSize": 9', '"pageSize": 9, "|"'], ['paging', 'tabs']],
    ['values of the language', [exhibit, '"shape": "tile"', '"shape": "|"'], ['"overlay"', '"stub"']],
    ['snippets', [museum, '"filters": { "types": { "label": "门类" } }', '"filters": { "area": | }'], ['areas', 'two dates']],
    ['modules of the menu', [settings, '"module": "loan"', '"module": "|"'], ['exhibit', 'loan']],
    ['presets', [settings, '"fid": "100002",', '"fid": "100002", "presets": ["|"],'], ['offline']],
    ['ad slots', ['tenants/library/modules/home.json', '"slot": "ticketText"', '"slot": "|"'], ['information', 'digitalread']],
    ['texts', ['tenants/museum/texts.json', '"openTime"', '"|"'], ['noData']],
    [
      'what a fragment sees where it is used',
      ['schemas/fragments/contentDetail.json', '"count": "/item/counts/star"', '"count": "/item/|"'],
      ['/item/counts'],
    ],
  ])('offers %s', async (_title, [file, from, to], offers, not = []) => {
    const { items } = await editor.complete(file, await editor.change(file, from, to));
    const labels = items.map(({ label }) => label.replace(/^"([^"]*)"$/, (text, name: string) => (offers.includes(text) ? text : name)));
    expect(labels).toEqual(expect.arrayContaining(offers));
    expect(labels.filter((label) => not.includes(label))).toEqual([]);
  });

  it('writes a name in the place of all that is being typed, and says what it is', async () => {
    const position = await editor.change(exhibit, '"subtitle": "/row/era"', '"subtitle": "/row/ma|"');
    const item = (await editor.complete(exhibit, position)).items.find(({ label }) => label === '/row/material');
    const start = position.character - '"/row/ma'.length;
    const range = { start: { ...position, character: start }, end: { ...position, character: position.character + 1 } };
    expect(item).toMatchObject({ detail: '材质, string', textEdit: { newText: '"/row/material"', range } });
  });
});

describe('hover', () => {
  it.each<[title: string, change: Change, says: string[]]>([
    [
      'a field',
      [exhibit, '"/row/era"', '"/row/e|ra"'],
      ['field era 年代 (exhibit)', 'type: string', 'the base, schemas/modules/exhibit.json:'],
    ],
    ['a field of another module', [exhibit, '/item/counts/pv', '/item/counts/p|v'], ['(amount)', 'schemas/modules/amount.json:']],
    ['a join', [exhibit, '/item/counts/pv', '/item/co|unts/pv'], ['join counts', 'a fragment, schemas/fragments/contentDetail.json:']],
    ['a call', [exhibit, '"source": "detail"', '"source": "det|ail"'], ['call detail', 'GET /api/portal/web/exhibit/{id}']],
    ['a page', [exhibit, '"/exhibitdetail{', '"/exhibit|detail{'], ['page exhibitdetail', 'kind: detail']],
    ['a variable', [exhibit, '{?columnId,id,subhomepage}', '{?columnId,i|d,subhomepage}'], ['field id 编号 (exhibit)']],
    [
      'a shared text',
      ['schemas/modules/contact.json', '"/texts/consentMissing"', '"/texts/consent|Missing"'],
      ['text consentMissing', 'schemas/texts.json:'],
    ],
    ['a reference in an expression', [loan, 'form.begin', 'form.beg|in'], ['field begin', 'field: date']],
    ['a column of the menu', [settings, '"module": "loan"', '"module": "lo|an"'], ['module loan 借展申请']],
    [
      'a name that an institution changes',
      [museum, '"after": "types"', '"after": "ty|pes"'],
      ['types', 'the base, schemas/modules/exhibit.json:'],
    ],
    [
      'what a patch changes',
      [museum, '"pageSize": 9', '"pa|geSize": 9'],
      ['Entries of a page', 'Changes the base, schemas/modules/exhibit.json:', '`12`'],
    ],
    ['a key of the language', [exhibit, '"pageSize": 12', '"page|Size": 12'], ['Entries of a page']],
  ])('tells of %s', async (_title, [file, from, to], says) => {
    const hover = await editor.hover(file, await editor.change(file, from, to));
    const value = hover === null ? '' : (hover.contents as { value: string }).value;
    expect(says.filter((words) => !value.includes(words)).map((words) => `${words} is not in ${value}`)).toEqual([]);
  });
});

describe('definition', () => {
  it.each<[title: string, change: Change, at: [file: string, text: string]]>([
    ['a field', [exhibit, '"/row/era"', '"/row/e|ra"'], ['schemas/modules/exhibit.json', '"era": { "type"']],
    ['an entry of a list', [exhibit, '"/entry/image"', '"/entry/im|age"'], ['schemas/modules/exhibit.json', '"image": { "type"']],
    ['a load', [exhibit, '"/related/rows"', '"/rel|ated/rows"'], ['schemas/modules/exhibit.json', '"related": { "source"']],
    ['a call of another module', [museumHome, '"ticket:list"', '"ticket:li|st"'], ['schemas/modules/ticket.json', '"list": {']],
    ['the module of a call', [museumHome, '"ticket:list"', '"tic|ket:list"'], ['schemas/modules/ticket.json', '{']],
    ['a card', [museumHome, '"ticket:poster"', '"ticket:pos|ter"'], ['schemas/modules/ticket.json', '"poster": {']],
    ['a page', [museumHome, '"/ticket{?columnId}"', '"/tic|ket{?columnId}"'], ['schemas/modules/ticket.json', '"ticket": {']],
    ['a fragment', [exhibit, '["contentDetail"]', '["content|Detail"]'], ['schemas/fragments/contentDetail.json', '{']],
    ['a field of a form', [loan, 'form.begin', 'form.beg|in'], ['schemas/modules/loan.json', '"begin": { "field"']],
    ['what a patch changes', [museum, '"material": {', '"mat|erial": {'], ['schemas/modules/exhibit.json', '"material": { "value"']],
    ['what an institution changes of the settings', [settings, '"theme": {', '"th|eme": {'], ['schemas/tenant.json', '"theme": {']],
  ])('leads to %s', async (_title, [file, from, to], at) => {
    const [found, ...others] = await editor.define(file, await editor.change(file, from, to));
    const [, path = '', line] = /^(.*):(\d+)$/.exec(found ?? '') ?? [];
    const text = path === '' ? '' : (await editor.read(path)).split('\n')[Number(line) - 1];
    expect({ path, text, others }).toEqual({ path: at[0], text: expect.stringContaining(at[1]) as unknown, others: [] });
  });
});

describe('rename', () => {
  /** Returns the lines that a rename changes, by file. */
  async function rename([file, from, to]: Change, name: string): Promise<Record<string, string[]>> {
    const position = await editor.change(file, from, to);
    const found = await editor.rename(file, position, name);
    const changed = await Promise.all(
      Object.entries(found).map(async ([path, text]) => {
        const before = (await editor.read(path)).split('\n');
        return [path, text.split('\n').flatMap((line, index) => (line === before[index] ? [] : [line.trim()]))] as const;
      }),
    );
    return Object.fromEntries(changed);
  }

  it('changes a field in its module, in others and in what institutions change', async () => {
    const found = await rename([exhibit, '"era": { "type"', '"e|ra": { "type"'], 'period');
    expect(found[exhibit]).toEqual([
      '"period": { "type": "string", "title": "年代" },',
      expect.stringContaining('"dateCreated": "/period"'),
      expect.stringContaining('"era": "/period"'),
      expect.stringContaining('"text": ["/period", "/material"'),
      '"subtitle": "/row/period",',
      '"era": { "value": "/item/period", "label": "年代" },',
      expect.stringContaining('item.period'),
    ]);
    expect(found[loan]?.join()).toContain('"era": "/row/period"');
  });

  it.each<[title: string, change: Change, name: string, lines: Record<string, unknown>]>([
    [
      'a card',
      [exhibit, '"tile": {\n      "shape"', '"ti|le": {\n      "shape"'],
      'picture',
      {
        [museum]: ['"cards": { "picture": { "ratio": "3:4" } }'],
        [exhibit]: expect.arrayContaining(['"picture": {', '"layouts": { "tiles": { "card": "picture", "columns": 4 } }']),
      },
    ],
    ['a call', [exhibit, '"source": "detail"', '"source": "det|ail"'], 'one', { [exhibit]: ['"one": {', '"source": "one",'] }],
    [
      'a filter',
      [exhibit, '"filters": { "types"', '"filters": { "ty|pes"'],
      'kinds',
      { [museum]: ['"filters": { "kinds": { "label": "门类" } },'] },
    ],
    [
      'a part that patches stand beside',
      [exhibit, '"types": { "value"', '"ty|pes": { "value"'],
      'kinds',
      {
        [museum]: [expect.stringContaining('"after": "kinds"')],
        'tenants/library/modules/exhibit.json': [expect.stringContaining('"kinds": { "before": "era" }')],
      },
    ],
    [
      'a field of a form',
      [loan, 'form.begin', 'form.beg|in'],
      'from',
      { [loan]: expect.arrayContaining([expect.stringContaining('days(form.from, form.end)')]) },
    ],
  ])('changes %s', async (_title, change, name, lines) => {
    expect(await rename(change, name)).toMatchObject(lines);
  });

  it.each<[reason: string, change: Change, name: string, words: RegExp]>([
    ['the name is taken', [exhibit, '"era": { "type"', '"e|ra": { "type"'], 'title', /There is a "title" beside it/],
    ['the name is none', [exhibit, '"era": { "type"', '"e|ra": { "type"'], 'the era', /cannot be a name/],
    [
      'an address takes it by its name',
      [
        exhibit,
        '"id": { "type": "string", "title": "编号" },\n      "menuId"',
        '"i|d": { "type": "string", "title": "编号" },\n      "menuId"',
      ],
      'key',
      /An address takes it/,
    ],
    ['it is a page', [exhibit, '"exhibitdetail": {', '"exhibit|detail": {'], 'work', /Only the names of fields/],
  ])('refuses when %s', async (_reason, [file, from, to], name, words) => {
    const position = await editor.change(file, from, to);
    await expect(editor.rename(file, position, name)).rejects.toThrow(words);
  });

  it('finds every place first', async () => {
    const found = await editor.findReferences(
      exhibit,
      await editor.change(exhibit, '"tile": {\n      "shape"', '"ti|le": {\n      "shape"'),
    );
    expect(found).toEqual(
      expect.arrayContaining([expect.stringMatching(/^schemas\/modules\/exhibit\.json/), expect.stringMatching(/^tenants\/museum\//)]),
    );
  });
});

describe('Problems', () => {
  let checked: Editor;
  beforeAll(async () => {
    checked = await Editor.start(shipped);
  });
  beforeEach(async () => {
    checked.texts.set(museum, patch);
    await checked.type(museum);
  });
  afterEach(() => checked.close());
  afterAll(() => checked.end());

  it('are told of what is typed, in the files that it breaks, and taken back', async () => {
    await checked.change(exhibit, '"pageSize": 12', '"pagesize": 12');
    const [problem] = await checked.waitFor(exhibit, (found) => found.some(({ code }) => code === 'unknown-key'));
    expect(problem).toMatchObject({
      severity: 1,
      code: 'unknown-key',
      message: expect.stringContaining('Did you mean "pageSize"?') as unknown,
    });
    await checked.change(exhibit, '"tiles": { "card"', '"tiled": { "card"');
    await checked.waitFor(museum, (found) => found.length > 0);
    await checked.change(exhibit, '"pageSize": 12', '"pageSize": 12');
    expect(await checked.waitFor(exhibit, (found) => found.length === 0)).toEqual([]);
    expect(await checked.waitFor(museum, (found) => found.length === 0)).toEqual([]);
  });

  it('are put right one by one or all at once', async () => {
    const { line } = await checked.change(museum, '"pageSize": 9', '"pagesize": 9|');
    await checked.waitFor(museum, (found) => found.length > 0);
    expect(await checked.fix(museum, line, 'quickfix')).toEqual({ 'Replace "pagesize" by "pageSize"': await checked.read(museum) });
    expect(await checked.fix(museum, line, 'source.fixAll')).toEqual({
      'Put right what is known for sure how': await checked.read(museum),
    });
    expect(await checked.fix(museum, 0, 'quickfix')).toEqual({});
    await checked.type(museum);
    await checked.waitFor(museum, (found) => found.length === 0);
  });

  it('of a text that is no JSON have its completions all the same', async () => {
    const position = await checked.change(exhibit, '"subtitle": "/row/era",', '"subtitle": "/row/|');
    await checked.waitFor(exhibit, ([first]) => first?.code === 'not-json');
    expect((await checked.complete(exhibit, position)).items.map(({ label }) => label)).toContain('/row/material');
    await checked.type(exhibit);
    await checked.waitFor(exhibit, (found) => found.length === 0);
  });
});

test('Problems are told in Chinese to an editor that speaks Chinese', async () => {
  const other = await Editor.start(shipped, { locale: 'zh-cn' });
  other.texts.set(museum, patch);
  await other.change(museum, '"pageSize": 9', '"pagesize": 9');
  const [problem] = await other.waitFor(museum, (found) => found.length > 0);
  expect(problem?.message).toMatch(/\p{Script=Han}/u);
  await other.end();
});
