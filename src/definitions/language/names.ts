import type { Card, Endpoint, Form, Module } from '../../model/definitions.g';
import { getOwn } from '../../model/json';

/** The shared texts as far as definitions depend on them: their names and the arguments that each needs. */
export interface TextIndex {
  args: Readonly<Record<string, readonly string[]>>;
}

/** What a module's definition may refer to outside itself. */
export interface Surroundings {
  /** The definition of a module whose form is valid, or undefined. */
  module(name: string): Module | undefined;
  moduleNames(): string[];
  /** Whether a module is there but has errors of its own. */
  isBroken(name: string): boolean;
  texts: TextIndex;
  /** The definition is one of a desk. */
  forStaff?: true;
}

/** Where the names of a call or a card lead. */
export interface Named<T> {
  module: string;
  name: string;
  definition: Module;
  value: T;
}

/** Where a name that leads into a module stands. */
export interface ModuleScope {
  module: string;
  definition: Module;
  around: Surroundings;
}

/** Takes `name` or `module:name` apart. */
export function splitName(source: string, module: string): { module: string; name: string } {
  const colon = source.indexOf(':');
  return colon < 0 ? { module, name: source } : { module: source.slice(0, colon), name: source.slice(colon + 1) };
}

/** Returns `name` or `module:name` as `module:name`. */
export const toAbsoluteName = (source: string, module: string): string => (source.includes(':') ? source : `${module}:${source}`);

/** Returns the endpoint that a source names, or undefined. */
export const findEndpoint = (source: string, scope: ModuleScope): Named<Endpoint> | undefined =>
  findNamed(source, scope, (definition) => definition.endpoints);

/** Returns the card that a name leads to, or undefined. */
export const findCard = (source: string, scope: ModuleScope): Named<Card> | undefined =>
  findNamed(source, scope, (definition) => definition.cards);

/** Returns the form that a name leads to, or undefined. */
export const findForm = (source: string, scope: ModuleScope): Named<Form> | undefined =>
  findNamed(source, scope, (definition) => definition.forms);

function findNamed<T>(
  source: string,
  scope: ModuleScope,
  pick: (definition: Module) => Record<string, T> | undefined,
): Named<T> | undefined {
  const { module, name } = splitName(source, scope.module);
  const definition = module === scope.module ? scope.definition : scope.around.module(module);
  const value = definition === undefined ? undefined : getOwn(pick(definition), name);
  return definition === undefined || value === undefined ? undefined : { module, name, definition, value };
}
