import { type Encoding, type Format, formats } from '../../server/importing/rows';
import { readOptions, UsageError } from '../terminal/command';

/** What an import was asked to do. */
export interface ImportArguments {
  tenant: string;
  module: string;
  /** The file; `-` is standard input. */
  file: string;
  format: Format;
  encoding: Encoding;
  column?: string;
  map?: string;
  allOrNothing: boolean;
  keepExisting: boolean;
  dryRun: boolean;
}

/** How the command is used. */
export const usage = `Usage: npm run import -- --tenant T --module M [options] FILE

FILE is a spreadsheet (.xlsx, its first sheet), CSV (.csv), TSV (.tsv), NDJSON (.ndjson, .jsonl: one object a line) or JSON (.json, .geojson: one list of objects), or - for standard input.
The columns of a table are found as the desk finds them: by the names of fields or what they are called there; choices by their values or their words.
Items with an id that exists already are replaced. Rows without any id get one made of their content.

  --tenant T         the institution: the name of its folder in tenants/
  --module M         the module: the name of its file in schemas/modules/
  --column ID        the menu column that all items belong to
  --map FILE         a column map, see schemas/meta/importMap.schema.json
  --format F         csv, tsv, ndjson, json or xlsx, where the name of the file does not tell
  --encoding E       utf-8, or gbk as spreadsheets write it in China; utf-8 unless said
  --all-or-nothing   store nothing when a row is bad
  --keep-existing    leave items that exist already as they are
  --dry-run          check all rows, store nothing
  --help             this text

Exit code: 0 all rows are good, 1 some are bad, 2 nothing could be imported or there was nothing to import, 130 stopped by Ctrl-C.`;

const options = {
  tenant: { type: 'string' },
  module: { type: 'string' },
  column: { type: 'string' },
  map: { type: 'string' },
  format: { type: 'string' },
  encoding: { type: 'string' },
  'all-or-nothing': { type: 'boolean' },
  'keep-existing': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const;

/**
 * Reads the arguments of the command.
 * @throws UsageError saying which one is wrong
 */
export function readArguments(args: readonly string[]): ImportArguments | 'help' {
  const { values, positionals } = readOptions(args, options);
  if (values.help) return 'help';
  const { tenant, module, column, map } = values;
  if (tenant === undefined || tenant === '') throw new UsageError('--tenant is missing');
  if (module === undefined || module === '') throw new UsageError('--module is missing');
  const [file, more] = positionals;
  if (file === undefined || file === '') throw new UsageError('the file is missing; - is standard input');
  if (more !== undefined) throw new UsageError(`expected one file, found also "${more}"`);
  return {
    tenant,
    module,
    file,
    column,
    map,
    format: readFormat(file, values.format),
    encoding: readEncoding(values.encoding),
    allOrNothing: values['all-or-nothing'] ?? false,
    keepExisting: values['keep-existing'] ?? false,
    dryRun: values['dry-run'] ?? false,
  };
}

const endings: Readonly<Record<string, Format>> = {
  csv: 'csv',
  tsv: 'tsv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  json: 'json',
  geojson: 'json',
  xlsx: 'xlsx',
};

function readFormat(file: string, given: string | undefined): Format {
  const format =
    given === undefined ? endings[/\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase() ?? ''] : formats.find((name) => name === given);
  if (format !== undefined) return format;
  if (given !== undefined) throw new UsageError(`--format is ${formats.join(', ')}, not "${given}"`);
  if (/\.(xls|ods|et)$/i.test(file)) throw new UsageError(`"${file}" is a spreadsheet of another kind; save it as .xlsx or "CSV UTF-8"`);
  throw new UsageError(`"${file}" does not tell its format; give --format ${formats.join(', ')}`);
}

function readEncoding(given: string | undefined): Encoding {
  const name = given
    ?.toLowerCase()
    .replace(/^utf8$/, 'utf-8')
    .replace(/^(gb2312|gb18030)$/, 'gbk');
  if (name === undefined || name === 'utf-8' || name === 'gbk') return name ?? 'utf-8';
  throw new UsageError(`--encoding is utf-8 or gbk, not "${given ?? ''}"`);
}
