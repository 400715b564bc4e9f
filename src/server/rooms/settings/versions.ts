import { listSettingsVersions, type SettingsVersion } from '../../../database/desk/settingsVersions';
import { describeSettings } from '../../../definitions/settings/describe';
import { findGroup, listGroups } from '../../../definitions/settings/groups';
import { getOwn, isObject, type Json, type JsonObject } from '../../../model/json';
import { formatPointer, parsePointer } from '../../../model/pointer';
import type { SettingNode } from '../../../model/settingsForm';
import { formatIso } from '../../../runtime/time';
import type { DefinitionFolder } from '../../config/definitionFolder';
import { readWindow } from '../../api/parameters';
import type { ApiRequest, ServiceReply } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';
import { hideForeign } from './form';
import { nameVersion } from './save';
import { parseObject, requireManager } from './stand';

/** Longer values are cut, and of many differences the first are told. */
const longest = 120;
const most = 20;

/** Lists the changes of the institution's settings, the newest first, each with what it changed. @throws RequestError 401 or 403 for who may not */
export async function listChanges(request: ApiRequest, { db }: AccountServices, folder: DefinitionFolder): Promise<ServiceReply> {
  const { endpoint, parameters, portal } = request;
  const { site } = requireManager(request);
  const { rows, total } = await listSettingsVersions(db, site.tenant, readWindow(endpoint, parameters));
  const files = new Map(
    await Promise.all(
      [...new Set(rows.map(({ file }) => file))].map(async (file) => [file, await folder.read(site.tenant, file)] as const),
    ),
  );
  return {
    total,
    rows: rows.map((version): JsonObject => {
      const now = files.get(version.file);
      return {
        id: version.number,
        versionAt: formatIso(version.at.getTime()),
        versionName: version.name,
        title: nameVersion(portal, version),
        file: version.file,
        changes: describeChanges(version, portal.texts['settingsNone'] ?? ''),
        hash: now?.hash ?? '',
        restorable: now?.text !== version.before,
      };
    }),
  };
}

/** Says of each value that differs what it was and what it is. What only who runs the portal changes is left out. */
export function describeChanges({ file, before, after }: Pick<SettingsVersion, 'file' | 'before' | 'after'>, none: string): string {
  const [one, other] = [before, after].map((text) => hideForeign(file, parseObject(text) ?? {}));
  const say = (value: Json | undefined): string => {
    if (value === undefined || value === null) return none;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.length > longest ? `${text.slice(0, longest)}\u2026` : text;
  };
  const differences = listDifferences(one, other, []);
  const lines = differences
    .slice(0, most)
    .map(({ path, was, is }) => `${namePath(file, path, [other, one])}\uff1a${say(was)} \u2192 ${say(is)}`);
  return [...lines, ...(differences.length > most ? ['\u2026'] : [])].join('\n');
}

interface Difference {
  path: readonly string[];
  was: Json | undefined;
  is: Json | undefined;
}

function listDifferences(was: Json | undefined, is: Json | undefined, path: readonly string[]): Difference[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  if (!isObject(was) || !isObject(is)) return [{ path, was, is }];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const within = names.flatMap((name) => listDifferences(getOwn(was, name), getOwn(is, name), [...path, name]));
  return within.length > 0 ? within : [{ path, was: Object.keys(was).join(' '), is: Object.keys(is).join(' ') }];
}

/** Returns what a place is called: the words of its settings, entries of maps by what they are called themselves. */
function namePath(file: string, path: readonly string[], values: readonly (JsonObject | undefined)[]): string {
  const part = listGroups()
    .filter(([name, group]) => group.file === file && findGroup(name)?.kind === undefined)
    .flatMap(([, { parts }]) => parts)
    .find((each) => parsePointer(each).every((token, index) => token === path[index]));
  if (part === undefined) return path.join(' \u203a ');
  const { nodes, parts } = describeSettings([part]);
  const start = parsePointer(part).length;
  let node: SettingNode | undefined = getOwn(nodes, part);
  const words = [node?.label ?? formatPointer(path)];
  for (let index = start; index < path.length; index += 1) {
    const whole: SettingNode | undefined = node?.part === undefined ? node : parts[node.part];
    const token = path[index] ?? '';
    if (whole?.kind === 'map') {
      const entries = values.map((value) =>
        path.slice(0, index + 1).reduce<Json | undefined>((within, key) => (isObject(within) ? getOwn(within, key) : undefined), value),
      );
      const heading = entries
        .map((entry) => (isObject(entry) ? getOwn(entry, whole.heading ?? '') : undefined))
        .find((each) => typeof each === 'string');
      words.push(typeof heading === 'string' ? heading : token);
      node = whole.entry;
    } else {
      node = getOwn(whole?.fields, token);
      words.push(node?.label ?? token);
    }
  }
  return words.join(' \u203a ');
}
