import type { MediaFile, MediaUse } from '../../../database/desk/media';
import { findUploadIds } from '../../../database/content/uploadUses';
import type { CompiledPortal } from '../../../model/compiled';
import { getOwn, type JsonObject } from '../../../model/json';
import type { TextKey } from '../../../model/textKeys.g';
import { formatIso } from '../../../runtime/time';
import type { Viewer } from '../../api/viewer';
import { nameDeskState, findDeskState } from '../../desk/site';
import type { FolderFile } from '../../files/mediaFolder';

/** What the ids of files in the institution's own folder begin with. */
export const folderPrefix = 'media/';

const kindWords: Readonly<Record<string, TextKey>> = {
  image: 'mediaImage',
  video: 'mediaVideo',
  audio: 'mediaAudio',
  file: 'mediaDocument',
};
/** Endings of pictures that have no smaller ones, and are shown as they are. */
const drawing = /\.svg$/i;

/** Files that definitions and settings refer to, by portal: there are as many as those change. */
const written = new WeakMap<CompiledPortal, readonly string[]>();

/** Returns the ids of the files that an institution's settings and definitions refer to. */
export function listWrittenUses(site: CompiledPortal): readonly string[] {
  const known = written.get(site);
  if (known) return known;
  const found = findUploadIds([site.settings, Object.values(site.modules).map(({ definition }) => definition)]);
  written.set(site, found);
  return found;
}

/** Returns a file of the media library as the desk shows it. */
export function describeFile(portal: CompiledPortal, site: CompiledPortal, file: MediaFile): JsonObject {
  const { id, extension, width, height, alt, caption, credit, licence, focus_x: x, focus_y: y } = file;
  const address = `/files/${id}.${extension}`;
  const kind = file.kind === 'file' && file.type.startsWith('audio/') ? 'audio' : file.kind;
  const uses = file.uses + (listWrittenUses(site).includes(id) ? 1 : 0);
  return {
    id,
    address,
    preview: kind === 'image' ? address : '',
    name: file.file,
    kind,
    kindLabel: nameKind(portal, kind),
    size: file.size,
    ...(width > 0 ? { pixels: `${width} × ${height}` } : {}),
    alt,
    caption,
    credit,
    licence,
    licenceLabel: getOwn(site.settings.licences, licence)?.label ?? '',
    focus: x === null || y === null ? '' : `${x},${y}`,
    uploaded: formatIso(file.created.getTime()),
    who: file.name,
    useCount: uses,
    lacksAlt: kind === 'image' && alt === '',
    isUnused: uses === 0,
    isPicture: kind === 'image',
    editable: true,
  };
}

/** Returns a file of the institution's own folder as the desk shows it: nothing of it can be changed here. */
export function describeFolderFile(portal: CompiledPortal, { name, kind, size, changed }: FolderFile): JsonObject {
  const address = `/media/${name}`;
  return {
    id: `${folderPrefix}${name}`,
    address,
    preview: kind === 'image' ? address : '',
    name,
    kind,
    kindLabel: nameKind(portal, kind),
    size,
    uploaded: formatIso(changed),
    who: portal.texts['mediaFolder'] ?? '',
    isPicture: kind === 'image' && !drawing.test(name),
    lacksAlt: false,
    isUnused: false,
    editable: false,
  };
}

const nameKind = ({ texts }: CompiledPortal, kind: string): string => texts[kindWords[kind] ?? 'mediaDocument'] ?? '';

/** Returns where a file is used: items with what leads to their forms, and the settings. What a role may not read has no title. */
export function describeUses(
  portal: CompiledPortal,
  site: CompiledPortal,
  viewer: Viewer | undefined,
  uses: readonly MediaUse[],
  isWritten: boolean,
): JsonObject[] {
  const rows = uses.map(({ module: name, id, title, status, state }): JsonObject => {
    const module = getOwn(site.modules, name);
    const mayRead = viewer?.staff?.may(name, 'read') === true;
    const path = `/content/${name}/edit`;
    return {
      id: `${name} ${id}`,
      title: mayRead ? title || id : (portal.texts['mediaHidden'] ?? ''),
      module: module?.definition.title ?? name,
      state: module ? nameDeskState(portal, module, findDeskState(module, { status, state })) : '',
      href: mayRead && portal.pages.has(path) ? `${path}?${new URLSearchParams({ id }).toString()}` : '',
    };
  });
  return isWritten
    ? [
        ...rows,
        { id: 'settings', title: portal.texts['mediaInSettings'] ?? '', module: portal.texts['mediaSettings'] ?? '', state: '', href: '' },
      ]
    : rows;
}
