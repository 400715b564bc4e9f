import type { CompiledPortal } from '../model/compiled';
import type { TenantSettings } from '../model/definitions.g';
import type { Problem } from '../model/problem';
import type { FilePlace } from './language/document';
import type { Sources } from './read/sources';

/** A tenant's portal as one set of files makes it. */
export interface BuiltPortal {
  problems: Problem[];
  /** No file that the portal is made of has an error. */
  complete: boolean;
  /** The portal; when it is not complete, without the modules that have errors; undefined when even its settings have. */
  portal?: CompiledPortal;
}

/** Makes the portals of an institution. It is the same object as long as no file changes that they are made of. */
export interface PortalBuilder {
  readonly tenant: string;
  /** Makes the portal anew, in the original language or in another one. */
  build(locale?: string): BuiltPortal;
  /** What was found when the portal was made; undefined as long as it was not. */
  found(locale?: string): Omit<BuiltPortal, 'portal'> | undefined;
}

/** All definition files as they were at one moment, compiled tenant by tenant when asked. */
export interface Snapshot {
  sources: Sources;
  tenants: string[];
  hosts: ReadonlyMap<string, string>;
  /** What is wrong with files that were looked at without compiling any tenant. */
  problems: Problem[];
  /** Shared files for which earlier ones stand in: what is wrong with these is no longer so. */
  heldBack: ReadonlySet<string>;
  /** What makes the portals of a tenant; undefined for an unknown one. */
  builder(tenant: string): PortalBuilder | undefined;
  /** The locales of a tenant besides the original one. */
  locales(tenant: string): string[];
  /** What is wrong with what portals have in common in other languages, whether or not any tenant has them. */
  checkLocales(): Problem[];
  /** A tenant's settings; undefined when they have errors. */
  settings(tenant: string): TenantSettings | undefined;
  /** Which file wrote a value of a tenant's module, by its path in the module. */
  locate(tenant: string, module: string, path: readonly string[]): FilePlace | undefined;
}
