import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isObject } from '../../../src/model/json';

/** A type of a declaration file. */
type Type =
  | { kind: 'any' }
  | { kind: 'name'; name: string }
  | { kind: 'literal'; value: unknown }
  | { kind: 'list' | 'map'; of: Type }
  | { kind: 'object'; members: ReadonlyMap<string, { type: Type; optional: boolean }> }
  | { kind: 'either'; of: Type[] };

const basic: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  Date: (value) => typeof value === 'string',
};

/**
 * The types that a package declares of what it has others write: a value of a type has all members that are not optional and no others. Names are
 * those of `@schema Type#name` where that stands before a member, as in declarations that were made from a JSON Schema.
 */
export class Declarations {
  private readonly types = new Map<string, Type>();

  /**
   * @param files declaration files; the first that declares a name counts
   * @param fixed types in the place of those that are declared elsewhere
   */
  constructor(
    packageName: string,
    files: readonly string[],
    private readonly fixed: Readonly<Record<string, Type>> = {},
  ) {
    const folder = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), '..', packageName);
    for (const file of files) this.read(readFileSync(join(folder, file), 'utf8'));
  }

  /** Returns what keeps a value from being of a type, each fault with its path; throws when no such type is declared. */
  findFaults(value: unknown, name: string, path = name): string[] {
    return this.compare(value, { kind: 'name', name }, path);
  }

  private compare(value: unknown, type: Type, path: string): string[] {
    switch (type.kind) {
      case 'any':
        return [];
      case 'literal':
        return value === type.value ? [] : [`${path}: ${JSON.stringify(value)} is not ${JSON.stringify(type.value)}`];
      case 'list':
        return Array.isArray(value)
          ? value.flatMap((each, index) => this.compare(each, type.of, `${path}[${index}]`))
          : [`${path}: no list`];
      case 'map':
        return isObject(value)
          ? Object.entries(value).flatMap(([key, each]) => this.compare(each, type.of, `${path}.${key}`))
          : [`${path}: no object`];
      case 'either': {
        const faults = type.of.map((each) => this.compare(value, each, path));
        // The fewest: those of the alternative that was meant.
        return faults.sort((one, other) => one.length - other.length)[0] ?? [];
      }
      case 'object':
        return this.compareMembers(value, type.members, path);
      case 'name':
        return this.compareNamed(value, type.name, path);
    }
  }

  private compareNamed(value: unknown, name: string, path: string): string[] {
    const holds = basic[name];
    if (holds) return holds(value) ? [] : [`${path}: ${JSON.stringify(value)} is no ${name}`];
    const type = this.fixed[name] ?? this.types.get(name.split('.').at(-1) ?? '');
    if (!type) throw new Error(`${name}, which ${path} is of, is not declared`);
    return this.compare(value, type, path);
  }

  private compareMembers(value: unknown, members: ReadonlyMap<string, { type: Type; optional: boolean }>, path: string): string[] {
    if (!isObject(value)) return [`${path}: no object`];
    const missing = [...members].filter(([key, { optional }]) => !optional && !(key in value)).map(([key]) => `${path}: lacks ${key}`);
    const own = Object.entries(value).flatMap(([key, each]) => {
      const member = members.get(key);
      return member ? this.compare(each, member.type, `${path}.${key}`) : [`${path}: has no ${key}`];
    });
    return [...missing, ...own];
  }

  private read(text: string): void {
    const words = text.match(/\/\*\*[^]*?\*\/|"(?:[^"\\]|\\.)*"|=>|[\w$.-]+|[^\s\w]/g) ?? [];
    const reader = new Reader(words);
    while (!reader.atEnd) {
      if (reader.take() !== 'export') continue;
      if (reader.peek() === 'declare') reader.take();
      const [sort, name] = [reader.take(), reader.take()];
      const type = reader.readDeclared(sort);
      // A name for one of the same name elsewhere stands for it.
      const isAlias = type?.kind === 'name' && type.name.endsWith(`.${name}`);
      if (type && !isAlias && !this.types.has(name)) this.types.set(name, type);
    }
  }
}

class Reader {
  private at = 0;
  constructor(private readonly words: readonly string[]) {}

  get atEnd(): boolean {
    return this.at >= this.words.length;
  }
  peek(): string {
    return this.words[this.at] ?? '';
  }
  take(): string {
    this.at += 1;
    return this.words[this.at - 1] ?? '';
  }

  readDeclared(sort: string): Type | undefined {
    if (sort === 'interface') return this.readType();
    if (sort === 'enum') return this.readEnum();
    // Numbers or texts with a class around them: quantities, ports.
    if (sort === 'class') return { kind: 'either', of: ['string', 'number'].map((name) => ({ kind: 'name', name })) };
    if (sort !== 'type') return undefined;
    this.take();
    return this.readType();
  }

  private readEnum(): Type {
    const of: Type[] = [];
    for (let word = this.take(); word !== '}'; word = this.take())
      if (word === '=') of.push({ kind: 'literal', value: JSON.parse(this.take()) });
    return { kind: 'either', of };
  }

  private readType(): Type {
    const of = [this.readPostfix()];
    while (this.peek() === '|') {
      this.take();
      of.push(this.readPostfix());
    }
    return of.length === 1 && of[0] ? of[0] : { kind: 'either', of };
  }

  private readPostfix(): Type {
    let type = this.readSimple();
    while (this.peek() === '[' && this.words[this.at + 1] === ']') {
      this.at += 2;
      type = { kind: 'list', of: type };
    }
    return type;
  }

  private readSimple(): Type {
    const word = this.take();
    if (word === '(') return this.until(')');
    if (word === '{') return this.readMembers();
    if (word === 'any' || word === 'unknown') return { kind: 'any' };
    if (/^["\d]|^(true|false)$/.test(word)) return { kind: 'literal', value: JSON.parse(word) };
    if (word !== 'Record') return { kind: 'name', name: word };
    this.at += 3;
    return { kind: 'map', of: this.until('>') };
  }

  private until(mark: string): Type {
    const type = this.readType();
    if (this.take() !== mark) throw new Error(`${mark} was expected`);
    return type;
  }

  private readMembers(): Type {
    const members = new Map<string, { type: Type; optional: boolean }>();
    let [named, of]: [string | undefined, Type | undefined] = [undefined, undefined];
    for (let word = this.take(); word !== '}'; word = this.take()) {
      if (word.startsWith('/*')) named = /@schema [\w.]+#(\S+)/.exec(word)?.[1];
      else if (word === '[') {
        this.at += 5;
        of = this.readType();
      } else if (/^["\w$]/.test(word) && word !== 'readonly') {
        const optional = this.peek() === '?';
        if (optional) this.take();
        // A method belongs to no JSON.
        if (this.take() === '(') this.at += 3;
        else members.set(named ?? word.replaceAll('"', ''), { type: this.readType(), optional });
        named = undefined;
      }
    }
    return of ? { kind: 'map', of } : { kind: 'object', members };
  }
}
