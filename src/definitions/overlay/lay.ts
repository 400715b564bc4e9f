import type { BaseFiles, Document, Layer, Locate, TenantFiles } from '../language/document';
import type { JsonObject } from '../../model/json';
import { collectFragments } from './fragments';
import { overlay } from './overlay';
import { collectPatches, createLayer, noPatches } from './patches';

/** A definition laid together from its files, the lowest first. */
export interface Laid {
  json: JsonObject;
  locate: Locate;
  layers: Layer[];
}

/** Whose definitions are laid together. */
export interface Whose {
  base: BaseFiles;
  /** The institution; without one the base alone. */
  tenant?: TenantFiles | undefined;
  /** A preset that is laid on the base besides, for one that no institution has switched on. */
  preset?: Document | undefined;
}

/**
 * Lays a module together without holding it against anything: for editors, in which files are seldom finished.
 * @returns undefined for a module that is not there or cannot be read
 */
export function layModule(name: string, { base, tenant, preset }: Whose): Laid | undefined {
  const patches = tenant === undefined ? noPatches : collectPatches(tenant, base);
  const own = patches.own.get(name);
  const document = own ?? base.modules.get(name);
  if (document === undefined) return undefined;
  const ofPreset = preset === undefined ? [] : [createLayer(preset, ['modules', name])];
  const laid = own === undefined ? [...(patches.ofModule(name) ?? []), ...ofPreset] : [];
  const whole = createLayer(document);
  const fragments = collectFragments([whole, ...laid], base.fragments);
  return lay([...fragments.layers, whole], laid);
}

/** Lays the settings of an institution together, in the way of {@link layModule}. */
export function laySettings({ base, tenant }: Whose): Laid {
  const patches = tenant === undefined ? noPatches : collectPatches(tenant, base);
  return lay(base.tenant === undefined ? [] : [createLayer(base.tenant)], patches.settings);
}

/** Lays the shared texts together, in the way of {@link layModule}. */
export function layTexts({ base, tenant }: Whose): Laid {
  const patches = tenant === undefined ? noPatches : collectPatches(tenant, base);
  return lay(base.texts === undefined ? [] : [createLayer(base.texts)], patches.texts);
}

function lay(base: Layer[], patches: Layer[]): Laid {
  const { value, locate } = overlay(base, patches);
  return { json: value, locate, layers: [...base, ...patches] };
}
