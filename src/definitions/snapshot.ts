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

/** All definition files as they were at one moment, compiled tenant by tenant when asked. */
export interface Snapshot {
  sources: Sources;
  tenants: string[];
  hosts: ReadonlyMap<string, string>;
  /** No file below `schemas` has an error. */
  isBaseValid: boolean;
  /** What is wrong with files that were looked at without compiling any tenant. */
  problems: Problem[];
  /** Compiles a tenant, in the original language or in another one; the same result when asked again. */
  build(tenant: string, locale?: string): BuiltPortal;
  /** The locales of a tenant besides the original one. */
  locales(tenant: string): string[];
  /** What is wrong with what portals have in common in other languages, whether or not any tenant has them. */
  checkLocales(): Problem[];
  /** A tenant's settings; undefined when they have errors. */
  settings(tenant: string): TenantSettings | undefined;
  /** Which file wrote a value of a tenant's module, by its path in the module. */
  locate(tenant: string, module: string, path: readonly string[]): FilePlace | undefined;
}
