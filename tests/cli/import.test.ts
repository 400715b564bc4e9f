import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runImport } from '../../src/cli/import/command';
import { type TestDatabase, testDatabase } from '../database/harness';
import { loadKnownDefinitions, projectRoot } from '../server/projectDefinitions';

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'portal-import-'));
  await mkdir(join(folder, 'folder.csv'));
  await writeFile(join(folder, 'empty.csv'), '');
  await writeFile(join(folder, 'header.csv'), 'id,menuId,title\n');
  await writeFile(join(folder, 'blank.csv'), 'id,menuId,title\n\n,,\n');
  await writeFile(join(folder, 'void.json'), '[]');
  await writeFile(join(folder, 'binary.csv'), Buffer.from([1, 0, 2]));
  await writeFile(join(folder, 'good.csv'), 'id,menuId,title\n1,7101,a\n2,7101,b\n');
  await writeFile(join(folder, 'bad.csv'), 'id,menuId,title\n3,7101,c\n4,7101,\n');
  await writeFile(join(folder, 'map.json'), '{"item":{"/titel":"Name"}}');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await database.close();
});

async function run(args: string, stdin = ''): Promise<{ code: number; out: string; err: string }> {
  const text = { out: '', err: '' };
  const code = await runImport(args === '' ? [] : args.split(' '), {
    root: projectRoot,
    loadDefinitions: loadKnownDefinitions,
    folder,
    env: { DATABASE_URL: database.databaseUrl },
    stdin: Readable.from([Buffer.from(stdin)]),
    isTerminal: false,
    signal: new AbortController().signal,
    out: (line) => {
      text.out += line;
    },
    err: (line) => {
      text.err += line;
    },
  });
  return { code, ...text };
}

describe('npm run import', () => {
  const exhibit = '--tenant museum --module exhibit';
  const refused: [string, RegExp][] = [
    ['', /--tenant is missing[\s\S]*Usage:/],
    ['--tenant museum good.csv', /--module is missing/],
    [exhibit, /the file is missing/],
    [`${exhibit} good.csv bad.csv`, /expected one file/],
    [`${exhibit} --bogus good.csv`, /Unknown option '--bogus'/],
    ['--tenant musem --module exhibit good.csv', /no tenant "musem"; did you mean "museum"\? Known are centre, library, museum\.\n$/],
    ['--tenant nowhere --module exhibit good.csv', /^there is no tenant "nowhere"\. Known are centre, library, museum\.\n$/],
    ['--tenant museum --module exibit good.csv', /no module "exibit"; did you mean "exhibit"/],
    ['--tenant museum --module home good.csv', /the module home keeps no items/],
    [`${exhibit} missing.csv`, /missing\.csv: there is no such file/],
    [`${exhibit} folder.csv`, /folder\.csv is a folder/],
    [`${exhibit} empty.csv`, /empty\.csv: the file is empty/],
    [`${exhibit} binary.csv`, /binary\.csv: the file is binary/],
    [`${exhibit} -`, /does not tell its format/],
    [`${exhibit} --format xml good.csv`, /--format is csv, tsv, ndjson, json, xlsx, not "xml"/],
    [`${exhibit} list.ods`, /list\.ods" is a spreadsheet of another kind; save it as \.xlsx or "CSV UTF-8"/],
    [`${exhibit} --encoding big5 good.csv`, /--encoding is utf-8 or gbk, not "big5"/],
    [`${exhibit} --map map.json good.csv`, /map\.json:1:10: the item has no field "titel"; did you mean "title"/],
    [`${exhibit} --map none.json good.csv`, /none\.json: there is no such file/],
    [`${exhibit} header.csv`, /^header\.csv: there is nothing in it to import, only the names of its columns\n$/],
    [`${exhibit} --dry-run blank.csv`, /^blank\.csv: there is nothing in it to import, only the names of its columns\n$/],
    [`${exhibit} void.json`, /^void\.json: there is nothing in it to import\n$/],
  ];
  it.each(refused)('refuses %j', async (args, message) => {
    const { code, err } = await run(args);
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });

  it('imports a file, and tells by its exit code whether all rows were good', async () => {
    expect(await run(`${exhibit} --dry-run good.csv`)).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(/^dry run: 2 good, failed 0 of 2 rows in \d+\.\d s; nothing was stored\n$/) as string,
    });
    expect(await run(`${exhibit} good.csv`)).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(/^imported 2, updated 0, failed 0 of 2 rows in /) as string,
    });
    expect(await run(`${exhibit} --all-or-nothing bad.csv`)).toEqual({
      code: 1,
      err: 'line 3: /title is required: expected a text, found nothing\n',
      out: expect.stringMatching(/^nothing imported: failed 1 of 2 rows/) as string,
    });
    expect((await run(`${exhibit} bad.csv`)).out).toMatch(/^imported 1, updated 0, failed 1 of 2 rows/);
  });

  it('finds columns and choices by what they are called, as the desk does', async () => {
    const file = '编号,栏目,标题,auther,封面,没有这一列\nzh1,资讯动态,开馆,馆员,/pictures/a.svg,x\n';
    const { code, err } = await run('--tenant centre --module information --format csv -', file);
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('没有这一列') as string });
    const { rows } = await sql`select doc from item where tenant = 'centre' and id = 'zh1'`.execute(database.kysely);
    expect(rows).toMatchObject([{ doc: { columnId: '6101', title: '开馆', auther: '馆员', image: '/pictures/a.svg' } }]);
  });

  it('finds the column of the menu by its name in the definition too, and names the columns of which nothing is read', async () => {
    const { code, err, out } = await run(`${exhibit} --format csv -`, '编号,栏目编号,名称,备注,\nzh2,7101,开馆,x,\n');
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/^imported 1, updated 0, failed 0 of 1/) as unknown });
    expect(err).toBe('warning: no field is called 备注; what stands in there is left out\n');
    expect((await run(`${exhibit} good.csv`)).err).toBe('');
  });

  it('takes items of a column that the menu does not have yet', async () => {
    const { code, err } = await run(`${exhibit} --dry-run --format csv -`, 'id,menuId,title\n1,7999,a\n');
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^warning: /) as string });
  });

  it('names the entries of a list on one line by their numbers', async () => {
    const entries = [{ id: '5', menuId: '7101' }, { id: '6', menuId: '7101', title: 'd' }, 7, { id: '6', menuId: '7101', title: 'e' }];
    const { err } = await run(`${exhibit} --dry-run --format json -`, JSON.stringify(entries));
    expect(err.split('\n').slice(0, 3)).toEqual([
      'entry 1, line 1: /title is required: expected a text, found nothing',
      'entry 3, line 1: expected a JSON object, found 7',
      'warning: entry 4 has the id "6" of entry 2; the later row counts',
    ]);
  });

  it('leaves nothing to be indexed to whoever stores an item next', async () => {
    await sql`create extension if not exists pgstattuple`.execute(database.kysely);
    expect((await run(`--tenant centre --module activitystyle --format ndjson -`, '{"id":"1","title":"i","menuId":"6101"}\n')).code).toBe(
      0,
    );
    const { rows } = await sql`select pending_tuples from pgstatginindex('item_grams')`.execute(database.kysely);
    expect(rows).toEqual([{ pending_tuples: 0 }]);
  });

  it('reads standard input, and warns of a column that the menu does not have', async () => {
    const { code, out, err } = await run(`${exhibit} --column nowhere --format ndjson -`, '{"id":"9","title":"i"}\n');
    expect({ code, err }).toEqual({ code: 0, err: 'warning: the menu of museum has no column "nowhere"; no page lists its items\n' });
    expect(out).toMatch(/^imported 1,/);
  });
});
