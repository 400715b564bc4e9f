import type { UploadFacts } from '../../database/content/uploads';

/** Returns what browsers do with a file: pictures and films are shown where they stand, anything else is saved under its name (RFC 6266, RFC 8187). */
export function writeDisposition({ kind, name }: Pick<UploadFacts, 'kind' | 'name'>): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind === 'file' ? 'attachment' : 'inline'}; filename*=UTF-8''${encoded}`;
}
