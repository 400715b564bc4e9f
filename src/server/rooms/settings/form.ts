import { describeSettings } from '../../../definitions/settings/describe';
import { mayChange } from '../../../definitions/settings/groups';
import type { Menu } from '../../../model/definitions.g';
import { asObject, asString, getOwn, isObject, type Json, type JsonObject } from '../../../model/json';
import { resolve } from '../../../model/pointer';
import type { CompiledPortal } from '../../../model/compiled';
import type { SettingOption, SettingsForm } from '../../../model/settingsForm';
import type { DefinitionFolder } from '../../config/definitionFolder';
import type { ApiRequest, ServiceReply } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';
import { formatPattern } from '../../../runtime/text';
import { findErrors, readStand, type SettingsStand } from './stand';

/** Answers what a form for a group of settings needs. @throws RequestError 401 or 403 for who may not, 404 for a group that there is none of */
export async function readForm(request: ApiRequest, _context: AccountServices, folder: DefinitionFolder): Promise<ServiceReply> {
  const { portal, parameters } = request;
  const found = await readStand(request, folder, { group: parameters.get('group') ?? '', file: parameters.get('file') ?? '' });
  const { site, group, name, file, definitions } = found;
  const errors = findErrors(site.tenant, definitions).map(({ file: where, line, chinese }) =>
    formatPattern(
      portal.texts['settingsElsewhere'] ?? '',
      { file: where.replace(/^tenants\/[^/]+\//, ''), line, message: chinese },
      portal.patterns,
    ),
  );
  const form: SettingsForm = {
    group: name,
    title: group.title,
    description: group.description,
    ...(group.kind && { kind: group.kind }),
    ...(group.kind === 'files' && { files: listFiles(site) }),
    ...describeForm(found),
    names: { modules: listModules(site), off: listOff(found), columns: listColumns(site.settings.menu) },
    hash: found.hash,
    file: `${site.tenant}/${file}`,
    chosen: file,
    writable: await folder.isWritable(site.tenant, file),
    problems: errors,
  };
  return { item: { title: group.title, editor: form as object as Json } };
}

function describeForm({ group, file, own, stand }: SettingsStand): Pick<SettingsForm, 'nodes' | 'parts' | 'values' | 'defaults'> {
  const nothing = { nodes: {}, parts: {} };
  if (group.kind === 'files') return { ...nothing, values: { '': hideForeign(file, own ?? {}) }, defaults: {} };
  if (group.kind === 'texts') {
    const { $schema: _schema, description: _description, ...words } = own ?? {};
    return { ...nothing, values: { '': words }, defaults: { '': stand.base ?? {} } };
  }
  const pick = (value: Json | undefined): Record<string, Json> =>
    Object.fromEntries(
      group.parts.flatMap((part): [string, Json][] => {
        const found = resolve(part, value);
        return found === undefined ? [] : [[part, found]];
      }),
    );
  // While the settings have errors nobody knows what they are.
  if (stand.current === undefined) return { ...nothing, values: {}, defaults: {} };
  return { ...describeSettings(group.parts, file), values: pick(stand.current), defaults: pick(stand.base) };
}

/** Returns what a file says without what only who runs the portal changes, such as how its own back end is reached. */
export function hideForeign(file: string, value: JsonObject, path: readonly string[] = []): JsonObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]): [string, Json][] => {
      const at = [...path, key];
      if (mayChange(file, at)) return [[key, member]];
      if (!isObject(member)) return [];
      const shown = hideForeign(file, member, at);
      return Object.keys(shown).length === 0 ? [] : [[key, shown]];
    }),
  );
}

const listModules = ({ modules }: CompiledPortal): SettingOption[] =>
  Object.entries(modules).map(([value, { definition }]) => ({ value, label: definition.title }));

/** Lists the modules that the institution has switched off, by what they would be called. */
function listOff({ site, sources }: SettingsStand): SettingOption[] {
  const known = [...(sources?.base.modules ?? []), ...(sources?.tenants.get(site.tenant)?.modules ?? [])];
  const titles = new Map(known.map(([name, document]) => [name, asString(document?.value['title'])]));
  return [...titles].flatMap(([value, title]) => (getOwn(site.modules, value) ? [] : [{ value, label: title || value }]));
}

const listFiles = (site: CompiledPortal): SettingOption[] => [
  { value: 'tenant.json', label: 'tenant.json' },
  { value: 'texts.json', label: 'texts.json' },
  ...listModules(site).map(({ value, label }) => ({ value: `modules/${value}.json`, label: `modules/${value}.json ${label}` })),
];

function listColumns(menu: Menu, above = ''): SettingOption[] {
  return Object.values(menu).flatMap(({ id, title, children }) => {
    const label = above === '' ? title : `${above} \u203a ${title}`;
    return [...(id === undefined ? [] : [{ value: id, label }]), ...(children ? listColumns(children, label) : [])];
  });
}

/** Returns the values that a call carries as a text, by the places of the settings. */
export function parseValues(text: string): Record<string, Json> | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}
