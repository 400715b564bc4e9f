import type { Module } from '../model/definitions.g';
import type { BaseFiles, Document, TenantFiles } from '../definitions/language/document';
import { layModule, laySettings, layTexts, type Laid, type Whose } from '../definitions/overlay/lay';
import { createModuleScope, type Scope } from '../definitions/scopes/scopes';
import { validateTexts } from '../definitions/validate/texts';

/** Whose definitions are looked at: those of the base, or as an institution has them, or as a preset changes them. */
export interface Side {
  tenant?: string | undefined;
  preset?: string | undefined;
}

/** The definitions as they are in open files and on disk, laid together as far as they can be read and held against nothing. */
export class View {
  private readonly known = new Map<string, unknown>();

  constructor(
    readonly base: BaseFiles,
    readonly tenants: ReadonlyMap<string, TenantFiles>,
    /** The view before a file was replaced: what is not made of it is the same. */
    private readonly before?: View,
  ) {}

  /** Returns a module as a side has it; undefined when there is none. */
  module(name: string, side: Side): Laid | undefined {
    if (this.before !== undefined && this.isUnchanged(name, side, this.before)) return this.before.module(name, side);
    return this.once(`module ${name}`, side, () => layModule(name, this.whose(side)));
  }

  /** Returns the settings of a side; without an institution the defaults. */
  settings(side: Side): Laid {
    return this.once('settings', side, () => laySettings(this.whose(side)));
  }

  /** Returns the shared texts of a side. */
  texts(side: Side): Laid {
    return this.once('texts', side, () => layTexts(this.whose(side)));
  }

  /** Returns the names of all modules of a side. */
  moduleNames({ tenant = '' }: Side): string[] {
    return [...new Set([...this.base.modules.keys(), ...(this.tenants.get(tenant)?.modules.keys() ?? [])])];
  }

  /** Returns the sides of which one or the other changes a module, the base first. */
  sides(): Side[] {
    return [{}, ...[...this.tenants.keys()].map((tenant) => ({ tenant })), ...[...this.base.presets.keys()].map((preset) => ({ preset }))];
  }

  /** Returns the scope in which a module's own keys stand. */
  scope(name: string, side: Side): Scope {
    return this.once(`scope ${name}`, side, () =>
      createModuleScope(name, this.definition(name, side) ?? { title: '', pages: {} }, {
        module: (other) => this.definition(other, side),
        moduleNames: () => this.moduleNames(side),
        isBroken: () => false,
        texts: this.once('text index', side, () => validateTexts(this.texts(side).json, this.texts(side).locate).index),
      }),
    );
  }

  /** Returns the view in which a document stands in the place of its file. */
  replace(document: Document): View {
    const put = (files: Map<string, Document | undefined>, folder: string): Map<string, Document | undefined> => {
      const name = document.file.slice(folder.length + 1, -'.json'.length);
      return document.file === `${folder}/${name}.json` && !name.includes('/') ? new Map(files).set(name, document) : files;
    };
    const { modules, fragments, presets } = this.base;
    const base: BaseFiles = {
      ...this.base,
      modules: put(modules, 'schemas/modules'),
      fragments: put(fragments, 'schemas/fragments'),
      presets: put(presets, 'schemas/presets'),
      ...(document.file === 'schemas/tenant.json' ? { tenant: document } : {}),
      ...(document.file === 'schemas/texts.json' ? { texts: document } : {}),
    };
    const tenants = [...this.tenants].map(([name, files]) => {
      const folder = `tenants/${name}`;
      if (!document.file.startsWith(`${folder}/`)) return [name, files] as const;
      const settings = document.file === `${folder}/tenant.json` ? { settings: document } : {};
      const texts = document.file === `${folder}/texts.json` ? { texts: document } : {};
      return [name, { ...files, ...settings, ...texts, modules: put(files.modules, `${folder}/modules`) }] as const;
    });
    return new View(base, new Map(tenants), this);
  }

  /** Whether a module is made of the same files as in another view. */
  private isUnchanged(name: string, side: Side, { base, tenants }: View): boolean {
    const { modules, fragments, presets, tenant } = this.base;
    const [own, other] = [this.tenants, tenants].map((all) => all.get(side.tenant ?? ''));
    return (
      modules.get(name) === base.modules.get(name) &&
      fragments === base.fragments &&
      presets === base.presets &&
      tenant === base.tenant &&
      own?.settings === other?.settings &&
      own?.modules.get(name) === other?.modules.get(name)
    );
  }

  /** A definition is taken at its word; what reads it has to bear that parts of it are missing. */
  private definition(name: string, side: Side): Module | undefined {
    const json = this.module(name, side)?.json;
    return json === undefined ? undefined : ({ title: '', pages: {}, ...json } as object as Module);
  }

  private whose({ tenant, preset }: Side): Whose {
    return { base: this.base, tenant: this.tenants.get(tenant ?? ''), preset: this.base.presets.get(preset ?? '') };
  }

  private once<T>(what: string, { tenant = '', preset = '' }: Side, make: () => T): T {
    const key = `${what} ${tenant} ${preset}`;
    if (!this.known.has(key)) this.known.set(key, make());
    return this.known.get(key) as T;
  }
}
