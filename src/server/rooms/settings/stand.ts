import type { Definitions } from '../../../definitions/load';
import { createDocument, type TenantFiles } from '../../../definitions/language/document';
import { layModule, laySettings, layTexts } from '../../../definitions/overlay/lay';
import { order } from '../../../definitions/overlay/order';
import type { Sources } from '../../../definitions/read/sources';
import { findGroup, type SettingsGroup } from '../../../definitions/settings/groups';
import type { Stand } from '../../../definitions/settings/planPatch';
import { getOwn, isObject, type Json, type JsonObject } from '../../../model/json';
import type { Problem } from '../../../model/problem';
import type { DefinitionFolder, OwnFile } from '../../config/definitionFolder';
import { RequestError } from '../../api/errors';
import type { ApiRequest } from '../../api/room';
import { requireRight } from '../../security/rights';
import { requireSite } from '../../desk/site';
import type { CompiledPortal } from '../../../model/compiled';
import type { StaffPart, Viewer } from '../../api/viewer';

/** Settings that somebody looks at or changes, as they are on the disk. */
export interface SettingsStand extends OwnFile {
  site: CompiledPortal;
  staff: Viewer & { staff: StaffPart };
  name: string;
  group: SettingsGroup;
  /** The file, below the folder of the institution. */
  file: string;
  definitions: Definitions;
  /** The files that the definitions were made of. */
  sources: Sources | undefined;
  /** What the file says; undefined where it cannot be read. */
  own: JsonObject | undefined;
  stand: Stand;
}

/** Names of files that whoever edits files themselves can choose. */
const fileName = /^(tenant|texts|modules\/[a-z][A-Za-z0-9]*)\.json$/;

/** @throws RequestError 401 or 403 for who may not manage the institution, 404 for settings that there are none of */
export function requireManager({ portal, endpoint, viewer }: Pick<ApiRequest, 'portal' | 'endpoint' | 'viewer'>): {
  site: CompiledPortal;
  staff: Viewer & { staff: StaffPart };
} {
  return { site: requireSite(portal), staff: requireRight(viewer, endpoint.module, 'manage') };
}

/**
 * Reads the settings that a call is about.
 * @param asked the group, and the file where the group leaves the choice
 * @throws RequestError 401 or 403 for who may not, 404 for a group or a file that there is none of
 */
export async function readStand(
  request: Pick<ApiRequest, 'portal' | 'endpoint' | 'viewer'>,
  folder: DefinitionFolder,
  asked: { group: string; file: string },
): Promise<SettingsStand> {
  const { site, staff } = requireManager(request);
  const group = findGroup(asked.group);
  const file = group?.kind === 'files' ? asked.file || 'tenant.json' : group?.file;
  if (!group || file === undefined || !fileName.test(file) || !isKnown(site, file)) throw new RequestError('noSuchItem');
  const { definitions, sources } = await folder.load();
  const read = await folder.read(site.tenant, file);
  const own = parseObject(read.text);
  return {
    ...read,
    site,
    staff,
    name: asked.group,
    group,
    file,
    definitions,
    sources,
    own,
    stand: findStand(site.tenant, file, own, definitions, sources),
  };
}

/** Patches are of modules that are there. */
const isKnown = ({ modules }: CompiledPortal, file: string): boolean =>
  !file.startsWith('modules/') || getOwn(modules, file.slice('modules/'.length, -'.json'.length)) !== undefined;

/** Returns what a file says; an empty object where there is none, undefined when it is no JSON object. */
export function parseObject(text: string | null): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function findStand(
  tenant: string,
  file: string,
  own: JsonObject | undefined,
  definitions: Definitions,
  sources: Sources | undefined,
): Stand {
  const files = sources?.tenants.get(tenant);
  if (!sources || !files) return { base: undefined, own, current: own };
  const { base } = sources;
  const { settings: _settings, texts: _texts, ...others } = files;
  // What lies below is what its presets say, which the settings name.
  const presets = own?.['presets'];
  const bare: JsonObject = file === 'tenant.json' ? (presets === undefined ? {} : { presets }) : (files.settings?.value ?? {});
  const without = { ...others, settings: createDocument(`tenants/${tenant}/tenant.json`, JSON.stringify(bare), bare) };
  if (file === 'tenant.json') {
    const below = laySettings({ base, tenant: without }).json;
    return { base: below, own, current: (definitions.settings(tenant) ?? undefined) as object as Json | undefined };
  }
  if (file === 'texts.json')
    return { base: layTexts({ base, tenant: without }).json, own, current: layTexts({ base, tenant: files }).json };
  const name = file.slice('modules/'.length, -'.json'.length);
  const lay = (whose: TenantFiles): Json | undefined => {
    const laid = layModule(name, { base, tenant: whose });
    return laid && order('Module', laid.json, laid.locate).value;
  };
  const below = { ...files, modules: new Map([...files.modules].filter(([other]) => other !== name)) };
  return { base: lay(below), own, current: lay(files) };
}

/** Returns the errors of an institution's own files, in all its languages. */
export function findErrors(tenant: string, definitions: Definitions): Problem[] {
  for (const locale of [undefined, ...definitions.locales(tenant)]) definitions.glance(tenant, locale);
  return definitions.problems.filter(({ file, severity }) => severity === 'error' && file.startsWith(`tenants/${tenant}/`));
}
