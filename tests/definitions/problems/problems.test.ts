import { describe, expect, it } from 'vitest';
import { checkAll } from '../../../src/definitions/load';
import tenantSchema from '../../../schemas/meta/tenant.schema.json';
import { motifs } from '../../../src/pictures/drawPicture';
import { formatProblem } from '../../../src/definitions/problems/problemText';
import { books, defaults, patch, project, sound, type Files } from '../project';

/** A path in the books module and what stands there instead, and the Problems that come of it: path, code, part of the message. */
type Row = [name: string, change: [path: string, value: unknown][], expected: [path: string, code: string, part: string][]];

const card = 'cards/tile';
const list = 'pages/books';
const head = 'pages/book/sections/head';
const include = 'endpoints/detail/include';
const along = { others: { source: 'list', with: { shelf: '/shelf' }, limit: 3, at: '/others' } };

const shapes: Row[] = [
  ['an unknown key', [['titel', 'x']], [['/titel', 'unknown-key', 'Did you mean "title"?']]],
  ['an unknown key deep inside', [[`${card}/colour`, 'red']], [[`/${card}/colour`, 'unknown-key', 'Allowed here: description, of, shape']]],
  ['a missing key', [[`${list}/layouts`, undefined]], [[`/${list}`, 'missing-key', 'The list page needs "layouts".']]],
  ['a wrong type', [[`${list}/pageSize`, 'ten']], [[`/${list}/pageSize`, 'wrong-type', 'Expected a whole number, found "ten".']]],
  ['a number out of range', [[`${list}/pageSize`, 0]], [[`/${list}/pageSize`, 'out-of-range', 'Expected at least 1, found 0']]],
  ['a misspelt choice', [[`${card}/shape`, 'tyle']], [[`/${card}/shape`, 'not-allowed', 'Did you mean "tile"?']]],
  [
    'an unknown kind of section',
    [[head, { section: 'headin', title: '/item/name' }]],
    [[`/${head}/section`, 'unknown-kind', 'Did you mean "heading"? Expected one of heading, summary, richText']],
  ],
  [
    'an unknown kind of page',
    [[`${list}/kind`, 'grid']],
    [[`/${list}/kind`, 'unknown-kind', 'Expected one of list, detail, composed or form']],
  ],
  [
    'a section without a kind',
    [[head, { title: '/item/name' }]],
    [[`/${head}`, 'missing-key', 'The section needs "section": heading, summary']],
  ],
  [
    'a name like a number',
    [['codelists', { 0: { types: true } }]],
    [['/codelists/0', 'bad-name', '"0" cannot be a name here: expected a small letter']],
  ],
  [
    'a key that is no reference',
    [[`${card}/opens/when`, { surplus: 0 }]],
    [[`/${card}/opens/when/surplus`, 'bad-name', 'expected a reference such as /item/name. Did you mean "/surplus"?']],
  ],
  [
    'a display that is neither',
    [[`${card}/title`, 3]],
    [[`/${card}/title`, 'wrong-type', 'Expected a reference such as /item/name, or an object, found 3.']],
  ],
  [
    'a constant without its wrapping',
    [[`${list}/with/shelf`, 4]],
    [
      [
        `/${list}/with/shelf`,
        'wrong-type',
        'or an object with const, or an object with cases, otherwise, or an object with expression, found 4.',
      ],
    ],
  ],
  [
    'a wrong key in one form of several',
    [[`${list}/with/shelf`, { cnst: 4 }]],
    [[`/${list}/with/shelf/cnst`, 'unknown-key', 'Did you mean "const"?']],
  ],
  [
    'a condition with a list',
    [[`${card}/opens/when`, { '/row/pages': [1] }]],
    [[`/${card}/opens/when/~1row~1pages`, 'wrong-type', 'found [1].']],
  ],
  [
    'a condition with null',
    [[`${card}/opens/when`, { '/row/pages': null }]],
    [[`/${card}/opens/when/~1row~1pages`, 'null-in-definition', 'Nothing is compared with null']],
  ],
  [
    'an alternative too many',
    [[`${card}/opens/notice`, 'No']],
    [[`/${card}/opens/notice`, 'too-many-alternatives', 'take "to" away to keep "notice"']],
  ],
  [
    'no alternative',
    [[`${card}/opens`, { label: 'Open' }]],
    [[`/${card}/opens`, 'missing-alternative', 'The action needs one of to, url, notice, toast, picture, call, form or cases.']],
  ],
  ['an action that cannot be used needs none', [[`${card}/opens`, { label: 'Full', disabled: true }]], []],
  [
    'two sources of choices',
    [[`${list}/filters/genre/types`, true]],
    [[`/${list}/filters/genre/types`, 'too-many-alternatives', '"options"']],
  ],
  ['two methods', [['endpoints/list/post', '/api/books']], [['/endpoints/list/post', 'too-many-alternatives', 'get']]],
  [
    'a lookup in two places',
    [[`${list}/lookups`, { model: { slot: 'x', take: '/adDesc', routeId: 7 } }]],
    [[`/${list}/lookups/model/routeId`, 'too-many-alternatives', 'take "slot" away']],
  ],
  [
    'a lookup in none',
    [[`${list}/lookups`, { model: { else: 'x' } }]],
    [[`/${list}/lookups/model`, 'missing-alternative', 'The lookup needs one of slot or routeId.']],
  ],
  [
    'a lookup in a slot that takes nothing',
    [[`${list}/lookups`, { model: { slot: 'x' } }]],
    [[`/${list}/lookups/model`, 'missing-key', 'The lookup needs "take".']],
  ],
  [
    'a lookup of a column',
    [
      [`${list}/lookups`, { column: { routeId: 7 } }],
      [`${list}/empty`, { value: '/lookup/column' }],
    ],
    [],
  ],
  ['several constants of a success', [['endpoints/list/ok', { '/status': [0, 200] }]], []],
  ['no constant of a success', [['endpoints/list/ok', { '/status': [] }]], [['/endpoints/list/ok/~1status', 'out-of-range', 'found []']]],
  [
    'a phase without an end',
    [['derive', { '/status/code': { function: 'phase', of: '/added' } }]],
    [['/derive/~1status~1code', 'missing-key', 'function "phase" needs "until"']],
  ],
  [
    'a label without a code list',
    [['derive', { '/status/label': { function: 'label', of: '/status/code' } }]],
    [['/derive/~1status~1label', 'missing-key', 'needs "codelist"']],
  ],
  [
    'a page without a kind',
    [[`${list}/kind`, undefined]],
    [[`/${list}`, 'missing-key', 'The page needs "kind": list, detail, composed or form.']],
  ],
  [
    'a list in the place of names',
    [[`${list}/filters`, [{ label: 'x' }]]],
    [[`/${list}/filters`, 'wrong-type', 'an object with a name for each entry']],
  ],
  ['a condition in words', [[`${card}/opens/when`, 'row.pages > 1']], [[`/${card}/opens/when`, 'wrong-type', 'an object of references']]],
  [
    'a sibling of itself',
    [[`${list}/filters/genre/after`, 'genre']],
    [[`/${list}/filters/genre`, 'order-cycle', 'cannot stand before or after itself']],
  ],
  [
    'a sibling that is not there',
    [[`${list}/filters/genre/after`, 'tim']],
    [[`/${list}/filters/genre/after`, 'unknown-sibling', 'Did you mean "time"?']],
  ],
  [
    'a circle of siblings',
    [
      [`${list}/filters/genre/after`, 'time'],
      [`${list}/filters/time/after`, 'genre'],
    ],
    [[`/${list}/filters/genre`, 'order-cycle', '"genre" and "time" wait']],
  ],
];

const references: Row[] = [
  [
    'rich text out of a field that is none',
    [['pages/book/sections/words', { section: 'richText', value: '/item/name' }]],
    [['/pages/book/sections/words/value', 'not-rich-text', '"contentMediaType": "text/html"']],
  ],
  [
    'rich text in a choice',
    [
      [
        'pages/book/sections/words',
        {
          section: 'richText',
          value: { cases: { a: { when: { '/item/pages': 1 }, value: '/item/name' } }, otherwise: { const: '<b>x</b>' } },
        },
      ],
    ],
    [
      ['/pages/book/sections/words/value/cases/a/value', 'not-rich-text', '/item/name'],
      ['/pages/book/sections/words/value/otherwise', 'not-rich-text', 'A constant'],
    ],
  ],
  [
    'a display as rich text',
    [[`${card}/text`, { value: '/row/name', format: 'html' }]],
    [[`/${card}/text/value`, 'not-rich-text', '/row/name is no rich text']],
  ],
  [
    'rich text of which nothing is said',
    [
      ['item', undefined],
      ['roles', undefined],
      ['pages/book/sections/words', { section: 'richText', value: '/item/any' }],
    ],
    [['/pages/book/sections/words/value', 'not-rich-text', '/item/any']],
  ],
  [
    'rich text',
    [
      ['item/properties/words', { type: 'string', contentMediaType: 'text/html' }],
      ['pages/book/sections/words', { section: 'richText', value: '/item/words' }],
      [`${card}/text`, { value: '/row/words', format: 'html' }],
    ],
    [],
  ],
  ['a field without its root', [[`${card}/title`, '/name']], [[`/${card}/title`, 'unknown-root', 'Did you mean "/row/name"?']]],
  [
    'a load in the place of its rows',
    [['pages/book/sections/more/rows', '/more']],
    [['/pages/book/sections/more/rows', 'not-a-list', 'Did you mean "/more/rows"?']],
  ],
  [
    'a required field that is not there',
    [['item/required', ['id', 'nmae']]],
    [['/item/required/1', 'unknown-field', 'Did you mean "name"?']],
  ],
  [
    'an unknown dictionary',
    [
      [`${list}/filters/genre/options`, undefined],
      [`${list}/filters/genre/dictionary`, 'shelvs'],
    ],
    [[`/${list}/filters/genre/dictionary`, 'unknown-dictionary', 'Did you mean "shelves"?']],
  ],
  [
    'an unknown ad slot',
    [[`${list}/lookups`, { model: { slot: 'models', take: '/adDesc' } }]],
    [[`/${list}/lookups/model/slot`, 'unknown-slot', 'No settings have the ad slot "models".']],
  ],
  ['double braces', [[`${card}/opens/to`, '/book?id={{id}}']], [[`/${card}/opens/to`, 'bad-template', 'single braces']]],
  [
    'a plural without its last choice',
    [[`${list}/empty`, '{total, plural, =0 {None}}']],
    [[`/${list}/empty`, 'bad-message', 'needs "other']],
  ],
  ['an unknown field', [[`${card}/title`, '/row/nme']], [[`/${card}/title`, 'unknown-field', 'Did you mean "name"?']]],
  [
    'an unknown field of a field',
    [[`${head}/title`, '/item/status/lable']],
    [[`/${head}/title`, 'unknown-field', 'in /item/status. Did you mean "label"?']],
  ],
  [
    'a field of a text',
    [[`${head}/title`, '/item/name/first']],
    [[`/${head}/title`, 'unknown-field', '/item/name is a text and has no "first" in it']],
  ],
  [
    'a field of a list',
    [[`${head}/title`, '/item/chapters/heading']],
    [[`/${head}/title`, 'unknown-field', 'expected the number of an entry']],
  ],
  ['a private field', [[`${card}/title`, '/row/owner']], [[`/${card}/title`, 'private-field', '/row/owner is private']]],
  ['an unknown root', [[`${card}/title`, '/rwo/name']], [[`/${card}/title`, 'unknown-root', 'Did you mean "row"?']]],
  [
    'the item where there is none',
    [[`${card}/title`, '/item/name']],
    [[`/${card}/title`, 'unknown-root', 'starts with /row, /index, /query']],
  ],
  ['the item of the call that fetches it', [['pages/book/with', { id: '/item/id' }]], [['/pages/book/with/id', 'unknown-root', '"item"']]],
  [
    'an unknown name of the address',
    [[`${list}/with/shelf`, '/query/colunmId']],
    [[`/${list}/with/shelf`, 'unknown-field', 'Did you mean "columnId"?']],
  ],
  ['a declared name of the address', [[`${list}/with/shelf`, '/query/mood']], []],
  ['an unknown text', [[`${list}/empty`, '/texts/non']], [[`/${list}/empty`, 'unknown-field', 'Did you mean "none"?']]],
  [
    'an unknown load',
    [['pages/book/sections/more/rows', '/moer/rows']],
    [['/pages/book/sections/more/rows', 'unknown-root', 'Did you mean "more"?']],
  ],
  ['a field of a load', [[`${head}/title`, '/more/rows/0/nam']], [[`/${head}/title`, 'unknown-field', 'Did you mean "name"?']]],
  [
    'a key of a condition',
    [[`${card}/opens/when`, { '/row/page': 1 }]],
    [[`/${card}/opens/when/~1row~1page`, 'unknown-field', 'Did you mean "pages"?']],
  ],
  [
    'an entry of a gallery',
    [['pages/book/sections/pictures/image', '/entry/covr']],
    [['/pages/book/sections/pictures/image', 'unknown-field', 'Did you mean "cover"?']],
  ],
  ['an entry outside of a gallery', [[`${head}/title`, '/entry/cover']], [[`/${head}/title`, 'unknown-root', '"entry"']]],
  [
    'a field in the list of a card',
    [['cards/chapter/title', '/row/headng']],
    [['/cards/chapter/title', 'unknown-field', 'Did you mean "heading"?']],
  ],
  ['a role', [['roles/time', '/adde']], [['/roles/time', 'unknown-field', 'Did you mean "added"?']]],
  [
    'a field of a parameter',
    [['endpoints/list/params/shelf/field', '/shelve']],
    [['/endpoints/list/params/shelf/field', 'unknown-field', 'Did you mean "shelf"?']],
  ],
  ['an order', [['endpoints/list/order', { '/add': 'asc' }]], [['/endpoints/list/order/~1add', 'unknown-field', 'Did you mean "added"?']]],
  [
    'a derived field',
    [['derive', { '/nam': { function: 'pinyin', of: '/name' } }]],
    [['/derive/~1nam', 'unknown-field', 'Did you mean "name"?']],
  ],
  [
    'the field of an advert',
    [[`${list}/lookups`, { model: { slot: 'x', match: { '/adNmae': '/query/columnId' }, take: '/adDsc' } }]],
    [
      [`/${list}/lookups/model/match/~1adNmae`, 'unknown-field', 'Did you mean "adName"?'],
      [`/${list}/lookups/model/take`, 'unknown-field', 'Did you mean "adDesc"?'],
    ],
  ],
  [
    'the field of each entry',
    [[`${card}/fields/genres`, { value: '/row/chapters', path: '/headings' }]],
    [[`/${card}/fields/genres/path`, 'unknown-field', 'Did you mean "heading"?']],
  ],
  [
    'the keys of a join',
    [[`${list}/joins`, { again: { source: 'detail', with: { id: '/query/id' }, on: '/i', key: '/ids' } }]],
    [
      [`/${list}/joins/again/on`, 'unknown-field', 'Known there: id'],
      [`/${list}/joins/again/key`, 'unknown-field', 'Did you mean "id"?'],
    ],
  ],
  [
    'a lookup that is not declared',
    [[`${list}/empty`, { value: '/lookup/words' }]],
    [[`/${list}/empty/value`, 'unknown-field', '"words"']],
  ],
  ['an unknown endpoint', [[`${list}/source`, 'lst']], [[`/${list}/source`, 'unknown-endpoint', 'Did you mean "list"?']]],
  ['an unknown module', [[`${list}/source`, 'boks:list']], [[`/${list}/source`, 'unknown-module', 'Did you mean "books"?']]],
  ['an unknown card', [[`${list}/layouts/tiles/card`, 'tyle']], [[`/${list}/layouts/tiles/card`, 'unknown-card', 'Did you mean "tile"?']]],
  [
    'an unknown code list',
    [[`${card}/fields/genres/codelist`, 'genre']],
    [[`/${card}/fields/genres/codelist`, 'unknown-codelist', 'Did you mean "genres"?']],
  ],
  [
    'an unknown code list of a derived label',
    [['derive', { '/status/label': { function: 'label', of: '/status/code', codelist: 'genre' } }]],
    [['/derive/~1status~1label/codelist', 'unknown-codelist', 'Did you mean "genres"?']],
  ],
  [
    'an unknown layout',
    [[`${list}/layout`, { cases: { tils: { when: {} } }, otherwise: 'tile' }]],
    [
      [`/${list}/layout/cases/tils`, 'unknown-layout', 'Did you mean "tiles"?'],
      [`/${list}/layout/otherwise`, 'unknown-layout', 'Did you mean "tiles"?'],
    ],
  ],
  ['an unknown entry', [['entry', 'bok']], [['/entry', 'unknown-page', 'Did you mean "book"?']]],
  ['an unknown fragment', [[`${list}/use`, ['lists']]], [[`/${list}/use/0`, 'unknown-fragment', 'There is no fragment "lists".']]],
  [
    'a parameter of a filter',
    [[`${list}/filters/genre/param`, 'gener']],
    [[`/${list}/filters/genre/param`, 'unknown-parameter', 'Did you mean "genre"?']],
  ],
  [
    'a parameter of dates',
    [[`${list}/filters/time/dates/to`, 'untill']],
    [[`/${list}/filters/time/dates/to`, 'unknown-parameter', 'Did you mean "until"?']],
  ],
  [
    'a parameter of a search',
    [[`${list}/search/fields/name/param`, 'nam']],
    [[`/${list}/search/fields/name/param`, 'unknown-parameter', 'Did you mean "name"?']],
  ],
  [
    'a parameter of paging',
    [['endpoints/list/paging/size', 'limt']],
    [['/endpoints/list/paging/size', 'unknown-parameter', 'Did you mean "limit"?']],
  ],
  [
    'a parameter of a sort',
    [[`${list}/sorts`, { long: { label: 'L', with: { byPage: { const: 'desc' } } } }]],
    [[`/${list}/sorts/long/with/byPage`, 'unknown-parameter', 'Did you mean "byPages"?']],
  ],
  [
    'a declared parameter that the address has not',
    [['endpoints/list/params/shelve', { field: '/shelf' }]],
    [['/endpoints/list/params/shelve', 'unknown-parameter', 'Did you mean "shelf"?']],
  ],
  [
    'a parameter that the address has not, of a meaning of its own',
    [
      ['endpoints/list/params/price', { field: '/price', match: 'to' }],
      ['pages/books/filters/price', { param: 'price', options: { cheap: { value: 10, label: 'Cheap' } } }],
    ],
    [],
  ],
  [
    'a value that a call does not take',
    [['pages/book/loads/more/with', { shef: '/item/shelf' }]],
    [['/pages/book/loads/more/with/shef', 'unknown-parameter', 'Did you mean "shelf"?']],
  ],
  [
    'a reserved name',
    [[`${list}/filters/page`, { param: 'genre', types: true }]],
    [[`/${list}/filters/page`, 'reserved-name', 'cannot be called "page"']],
  ],
  ['a template that does not parse', [[`${card}/opens/to`, '/book{?id']], [[`/${card}/opens/to`, 'bad-template', 'a brace is not closed']]],
  [
    'a template with an operator too many',
    [[`${card}/opens/to`, '/book{+id}']],
    [[`/${card}/opens/to`, 'bad-template', 'only {name}, {?name} and {&name}']],
  ],
  [
    'a variable without a value',
    [[`${card}/opens/to`, '/book{?id,colunm}']],
    [[`/${card}/opens/to`, 'unbound-variable', '"colunm" has no value']],
  ],
  [
    'a value that no variable takes',
    [[`${card}/opens/with`, { ID: '/row/id' }]],
    [[`/${card}/opens/with/ID`, 'unused-with', 'Did you mean "id"?']],
  ],
  ['a page that is not there', [[`${card}/opens/to`, '/bok{?id}']], [[`/${card}/opens/to`, 'no-such-page', 'Did you mean "/book"?']]],
  [
    'a path variable of a call without a value',
    [
      ['endpoints/detail/get', '/api/books/{number}'],
      ['endpoints/detail/params', undefined],
    ],
    [
      [`/${card}/opens/to`, 'missing-query', 'The page /book needs "number" in its address'],
      ['/pages/book/source', 'unbound-variable', '"number" has no value'],
    ],
  ],
  ['a message that does not parse', [[`${list}/empty`, 'None of {total']], [[`/${list}/empty`, 'bad-message', 'a { has no }']]],
  [
    'a message with an unknown argument',
    [[`${list}/empty`, 'None of {totla}']],
    [[`/${list}/empty`, 'unbound-variable', '"totla" has no value']],
  ],
  [
    'a display around anything but its value',
    [[`${card}/fields/pages/text`, '{pages} pp.']],
    [[`/${card}/fields/pages/text`, 'unbound-variable', '"pages" has no value']],
  ],
  [
    'a look-ahead',
    [[`${card}/opens/when`, { '/row/name': { pattern: '^(?=a)' } }]],
    [[`/${card}/opens/when/~1row~1name/pattern`, 'bad-pattern', 'look-ahead']],
  ],
  [
    'a back-reference',
    [[`${card}/opens/when`, { '/row/name': { not: { pattern: '(a)\\1' } } }]],
    [[`/${card}/opens/when/~1row~1name/not/pattern`, 'bad-pattern', 'back-references']],
  ],
  [
    'a pattern that can take very long',
    [[`${card}/opens/when`, { '/row/name': { pattern: '(a+)+$' } }]],
    [[`/${card}/opens/when/~1row~1name/pattern`, 'bad-pattern', 'repeated group']],
  ],
  [
    'a pattern that servers cannot run',
    [[`${card}/opens/when`, { '/row/name': { pattern: '[\\S]' } }]],
    [[`/${card}/opens/when/~1row~1name/pattern`, 'bad-pattern', 'not supported within brackets']],
  ],
  [
    'a pattern in the schema of a body that can take very long',
    [
      [
        'endpoints/send',
        {
          post: '/api/send',
          body: { type: 'object', properties: { pattern: { type: 'string', pattern: '(a|a)*$' } } },
          ok: { '/status': 200 },
        },
      ],
    ],
    [['/endpoints/send/body/properties/pattern/pattern', 'bad-pattern', 'repeated group']],
  ],
  [
    'a pattern that does not compile',
    [[`${card}/opens/when`, { '/row/name': { pattern: '(' } }]],
    [[`/${card}/opens/when/~1row~1name/pattern`, 'bad-pattern', 'not a regular expression']],
  ],
  [
    'a case after one that always holds',
    [[`${card}/opens`, { cases: { any: { when: {}, notice: 'a' }, late: { when: { '/row/pages': 1 }, notice: 'b' } } }]],
    [[`/${card}/opens/cases/late`, 'unreachable-case', '"any" before it always holds']],
  ],
  [
    'loads in a circle',
    [
      [
        'pages/book/loads',
        {
          a: { source: 'list', with: { shelf: '/b/item/shelf' } },
          b: { source: 'list', with: { shelf: '/a/item/shelf' } },
          more: { source: 'list' },
        },
      ],
    ],
    [['/pages/book/loads/a', 'load-cycle', 'a and b wait']],
  ],
  [
    'loads three deep',
    [
      [
        'pages/book/loads',
        {
          more: { source: 'list' },
          b: { source: 'list', with: { shelf: '/more/item/shelf' } },
          c: { source: 'list', with: { shelf: '/b/item/shelf' } },
        },
      ],
    ],
    [['/pages/book/loads/c', 'load-too-deep', 'at most two']],
  ],
  [
    'reply places within each other',
    [['endpoints/list/total', '/data']],
    [['/endpoints/list/total', 'overlapping-reply', '"rows" (schemas/modules/books.json:']],
  ],
  [
    'a reply place that cannot be written',
    [['endpoints/list/message', '/messages/0']],
    [['/endpoints/list/message', 'unwritable-reply', '/messages/0 cannot be written']],
  ],
  ['a list whose call has no rows', [['endpoints/list/rows', undefined]], [[`/${list}/source`, 'missing-key', '"rows"']]],
  ['a paged list whose call cannot be paged', [['endpoints/list/paging', undefined]], [[`/${list}/source`, 'missing-key', '"paging"']]],
  [
    'a list that comes along',
    [
      [include, along],
      [
        'pages/book/sections/parts',
        {
          section: 'list',
          rows: '/item/others',
          card: 'tile',
          more: { to: '/books{?columnId}', with: { columnId: '/item/others/0/shelf' } },
        },
      ],
    ],
    [],
  ],
  [
    'a list that does not come along',
    [['pages/book/sections/parts', { section: 'list', rows: '/item/others', card: 'tile' }]],
    [['/pages/book/sections/parts/rows', 'unknown-field', 'There is no "others"']],
  ],
  [
    'a field of a list that comes along',
    [
      [include, along],
      [`${head}/title`, '/item/others/0/nam'],
    ],
    [[`/${head}/title`, 'unknown-field', 'Did you mean "name"?']],
  ],
  ['a list that comes along with a list', [['endpoints/list/include', along]], [['/endpoints/list/include', 'missing-key', '"item"']]],
  [
    'a list under the name of a field',
    [[include, { chapters: along.others }]],
    [[`/${include}/chapters`, 'taken-name', 'The item has a field "chapters"']],
  ],
  [
    'a list that comes along in the place of another thing',
    [[include, { others: { ...along.others, at: '/data/others' } }]],
    [[`/${include}/others/at`, 'overlapping-reply', '"item" (schemas/modules/books.json:']],
  ],
  [
    'a call that answers no list',
    [[include, { others: { ...along.others, source: 'detail', with: { id: '/id' } } }]],
    [[`/${include}/others/source`, 'missing-key', 'of a list that comes along needs "get", "rows"']],
  ],
  [
    'a call of a list that is not there',
    [[include, { others: { ...along.others, source: 'lists' } }]],
    [[`/${include}/others/source`, 'unknown-endpoint', 'Did you mean "list"?']],
  ],
  [
    'a value of a list that comes along',
    [[include, { others: { ...along.others, with: { shelf: '/shelv' } } }]],
    [[`/${include}/others/with/shelf`, 'unknown-field', 'Did you mean "shelf"?']],
  ],
  [
    'a parameter of a list that comes along',
    [[include, { others: { ...along.others, with: { shelve: '/shelf' } } }]],
    [[`/${include}/others/with/shelve`, 'unknown-parameter', 'Did you mean "shelf"?']],
  ],
  [
    'a field that a list that comes along renames',
    [[include, { others: { ...along.others, rename: { '/shelve': '/node' } } }]],
    [[`/${include}/others/rename/~1shelve`, 'unknown-field', 'Did you mean "shelf"?']],
  ],
  [
    'a list that comes along without a filter',
    [[include, { others: { ...along.others, with: {} } }]],
    [[`/${include}/others/with`, 'out-of-range', 'found {}']],
  ],
  [
    'more fields to sort by than columns',
    [
      ['item/properties/weight', { type: 'number' }],
      ['item/properties/height', { type: 'number' }],
      ['endpoints/list/params/since', { sort: '/price' }],
      ['endpoints/list/params/until', { field: '/status/code', match: 'to' }],
      ['endpoints/list/params/name', { sort: '/weight' }],
      ['endpoints/list/params/genre', { field: '/height', match: 'from' }],
    ],
    [
      [
        '/endpoints/list/params/byPages',
        'too-many-sort-fields',
        'At most four fields besides the time can be sorted or taken as ranges; these are /height, /weight, /price, /status/code and /pages',
      ],
    ],
  ],
];

function changed(changes: [path: string, value: unknown][]): string {
  const copy = structuredClone(books) as Record<string, unknown>;
  for (const [path, value] of changes) {
    const keys = path.split('/');
    const last = keys.pop() ?? '';
    const parent = keys.reduce<Record<string, unknown>>((node, key) => node[key] as Record<string, unknown>, copy);
    if (value === undefined) delete parent[last];
    else parent[last] = value;
  }
  return patch(copy);
}

const problemsOf = async (files: Files) => checkAll(await project({ ...sound(), ...files }));

describe('a project without faults', () => {
  it('has no Problems', async () => {
    expect((await problemsOf({})).map((problem) => formatProblem(problem))).toEqual([]);
  });
});

describe.each([
  ['shapes', shapes],
  ['references', references],
] as const)('faults of %s', (_group, rows) => {
  it.each(rows)('%s', async (_name, change, expected) => {
    const text = changed(change);
    const problems = await problemsOf({ 'schemas/modules/books.json': text });
    expect(problems.map(({ path, code }) => [path, code])).toEqual(expected.map(([path, code]) => [path, code]));
    for (const [index, [, , part]] of expected.entries()) expect(problems[index]?.message).toContain(part);
    for (const problem of problems) expect(problem.file).toBe('schemas/modules/books.json');
    // The place is where the last key of the path is written.
    const lines = text.split('\n');
    for (const { line, column, path } of problems) {
      const key = path.split('/').at(-1)?.replaceAll('~1', '/') ?? '';
      if (key !== '' && !/^\d+$/.test(key)) expect(lines[line - 1]?.slice(0, column + key.length + 1)).toContain(`"${key}"`);
    }
  });
});

describe('faults between files', () => {
  const south = 'tenants/south/tenant.json';
  it.each<[string, Files, string[]]>([
    [
      'one call twice',
      {
        'schemas/modules/tomes.json': patch({
          ...books,
          backRouteId: 8,
          pages: {},
          endpoints: { one: { get: '/api/books/{key}', item: '/data' } },
        }),
      },
      ['schemas/modules/tomes.json duplicate-endpoint /endpoints/one/get'],
    ],
    [
      'one address twice',
      { 'schemas/modules/tomes.json': patch({ title: 'T', pages: { tomes: { kind: 'composed', aliases: ['/book'], sections: {} } } }) },
      ['schemas/modules/tomes.json duplicate-path /pages/tomes/aliases/0'],
    ],
    [
      'one number twice',
      { 'schemas/modules/tomes.json': patch({ title: 'T', backRouteId: 7, pages: {} }) },
      ['schemas/modules/tomes.json duplicate-route-id /backRouteId'],
    ],
    [
      'one host twice',
      { [south]: patch({ hosts: ['south.test', 'north.test'], code: 's', fid: '2' }) },
      [`${south} duplicate-host /hosts/1`],
    ],
    [
      'a column id twice',
      {
        [south]: patch({
          hosts: ['south.test'],
          code: 's',
          fid: '2',
          menu: {
            again: { title: 'A', id: '10', children: { deep: { title: 'D', id: '11', href: 'https://deep.example' } }, after: 'books' },
          },
        }),
      },
      [`${south} duplicate-column /menu/again/id`],
    ],
    [
      'a menu without a module',
      { [south]: patch({ hosts: ['south.test'], code: 's', fid: '2', menu: { books: { module: 'boks' } } }) },
      [`${south} unknown-module /menu/books/module`],
    ],
    [
      'a menu without a page',
      { [south]: patch({ hosts: ['south.test'], code: 's', fid: '2', menu: { books: { module: 'books:bok' } } }) },
      [`${south} unknown-page /menu/books/module`],
    ],
    [
      'a menu with an unknown number',
      { [south]: patch({ hosts: ['south.test'], code: 's', fid: '2', menu: { books: { module: null, backRouteId: 8 } } }) },
      [`${south} unknown-route-id /menu/books/backRouteId`],
    ],
    [
      'a menu node that opens two things',
      { [south]: patch({ hosts: ['south.test'], code: 's', fid: '2', menu: { books: { href: '/x' } } }) },
      [`${south} too-many-alternatives /menu/books/href`],
    ],
    [
      'an unknown preset',
      { [south]: patch({ hosts: ['south.test'], code: 's', fid: '2', presets: ['calm'] }) },
      [`${south} unknown-preset /presets/0`],
    ],
    [
      'a preset for an unknown module',
      { 'schemas/presets/calm.json': patch({ modules: { bookz: {} }, txts: {} }) },
      ['schemas/presets/calm.json unknown-module /modules/bookz', 'schemas/presets/calm.json unknown-key /txts'],
    ],
    [
      'a text that does not parse',
      { 'tenants/south/texts.json': patch({ more: 'More of {' }) },
      ['tenants/south/texts.json bad-message /more'],
    ],
    [
      'a text that is none',
      { 'schemas/texts.json': patch({ more: 'a', none: 'b', 3: 'c', list: [] }) },
      ['schemas/texts.json bad-name /3', 'schemas/texts.json wrong-type /list'],
    ],
    ['a misspelt file', { 'tenants/south/text.json': '{}' }, ['tenants/south/text.json unknown-file ']],
    ['a misspelt name of a file', { 'schemas/modules/2books.json': '{}' }, ['schemas/modules/2books.json bad-file-name ']],
    ['an institution without settings', { 'tenants/west/texts.json': '{}' }, ['tenants/west/tenant.json missing-file ']],
    [
      'a module with errors, and links to it',
      {
        'schemas/modules/start.json': patch({
          title: 'S',
          pages: {
            start: {
              kind: 'composed',
              path: '/',
              sections: { go: { section: 'actions', actions: { book: { label: 'B', to: '/book' } } } },
            },
          },
        }),
        'schemas/modules/books.json': '{',
      },
      ['schemas/modules/books.json not-json '],
    ],
    [
      'a module with errors that an institution changes',
      {
        'schemas/modules/books.json': changed([[`${list}/source`, undefined]]),
        'tenants/north/modules/books.json': patch({ pages: { books: { pageSize: 8 } } }),
      },
      ['schemas/modules/books.json missing-key /pages/books'],
    ],
    [
      'a patch that removes what is in use',
      { 'tenants/north/modules/books.json': patch({ cards: { chapter: null } }) },
      ['tenants/north/modules/books.json unknown-card /cards/chapter'],
    ],
    [
      'a patch with another alternative',
      { 'tenants/north/modules/books.json': patch({ pages: { books: { filters: { genre: { dictionary: 'shelves' } } } } }) },
      ['tenants/north/modules/books.json too-many-alternatives /pages/books/filters/genre/dictionary'],
    ],
    [
      'a misspelt filter',
      { 'tenants/north/modules/books.json': patch({ pages: { books: { filters: { genra: { label: 'G' } } } } }) },
      ['tenants/north/modules/books.json missing-alternative /pages/books/filters/genra'],
    ],
    ['a module beside its folder', { 'schemas/tomes.json': '{}' }, ['schemas/tomes.json unknown-file ']],
    ['a module with another ending', { 'schemas/modules/tomes.jsonc': '{}' }, ['schemas/modules/tomes.jsonc unknown-file ']],
    ['a patch in a folder too deep', { 'tenants/south/modules/a/books.json': '{}' }, ['tenants/south/modules/a unknown-file ']],
    ['a patch beside its folder', { 'tenants/south/books.json': '{}' }, ['tenants/south/books.json unknown-file ']],
    ['a file beside the institutions', { 'tenants/tenant.json': '{}' }, ['tenants/tenant.json unknown-file ']],
    [
      'a fragment that uses another',
      { 'schemas/fragments/shared.json': patch({ use: ['shared'] }), 'schemas/modules/books.json': changed([[`${list}/use`, ['shared']]]) },
      ['schemas/fragments/shared.json fragment-uses /use'],
    ],
    ['a text that nobody says', { 'tenants/south/texts.json': patch({ nona: 'x' }) }, ['tenants/south/texts.json unused-text /nona']],
    [
      'an argument that the portal does not give',
      { 'tenants/south/texts.json': patch({ none: 'No {thing}' }) },
      ['tenants/south/texts.json unbound-variable /none'],
    ],
    [
      'a colour by name',
      { [south]: patch({ hosts: ['south.test'], code: 's', fid: '2', theme: { color: 'red', motif: 'dragon', banner: 'banner.png' } }) },
      [`${south} bad-form /theme/color`, `${south} not-allowed /theme/motif`, `${south} bad-form /theme/banner`],
    ],
    ['a wrong default', { 'schemas/tenant.json': patch({ ...defaults, gray: 'yes' }) }, ['schemas/tenant.json wrong-type /gray']],
  ])('%s', async (_name, files, expected) => {
    expect((await problemsOf(files)).map(({ file, code, path }) => `${file} ${code} ${path}`)).toEqual(expected);
  });
});

describe('what is no JSON says what stands there', () => {
  it.each([
    ['{ "a": 1, }', 'a comma too many'],
    ["{ 'a': 1 }", 'in double quotes ("), not in single ones'],
    ['{ \u201ca\u201d: 1 }', 'a Chinese quotation mark'],
    ['{ "a": {}\uff0c "b": 1 }', 'full-width punctuation'],
    ['{ "a": True }', 'expected true, false'],
    ['{ "a": {', 'the file ends too early'],
    ['{ "a": 1 "b": 2 }', 'a comma is missing'],
    ['{ // a\n}', 'comments are not allowed'],
  ])('%s', async (text, part) => {
    const problems = await problemsOf({ 'schemas/modules/books.json': text });
    expect(problems.map(({ file, code }) => `${file} ${code}`)).toEqual(['schemas/modules/books.json not-json']);
    expect(problems[0]?.message).toContain(part);
  });

  it('and of what an institution alone made wrong, whose patch it was', async () => {
    const [only] = await problemsOf({ 'tenants/north/modules/books.json': patch({ cards: { chapter: null } }) });
    const { parts } = books.pages.book.sections;
    expect(only?.message).toMatch(/^This change breaks schemas\/modules\/books\.json:\d+:\d+: There is no card "chapter"/);
    expect([only?.file, parts.card]).toEqual(['tenants/north/modules/books.json', 'chapter']);
  });
});

it('the motifs of a theme are those that can be drawn', async () => {
  expect(tenantSchema.properties.theme.properties.motif.enum).toEqual(motifs);
});
