/** Returns the ending of a file's name or address, in lower case; the empty text when it has none. */
export const readEnding = (name: string): string => /\.([a-z0-9]+)$/i.exec(name.split(/[?#]/, 1)[0] ?? '')?.[1]?.toLowerCase() ?? '';

const mediaTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  ogg: 'video/ogg',
  mp3: 'audio/mpeg',
};

/** Returns what a file dialog offers: media types where there are some, with which telephones offer their camera, else endings. */
export const toAcceptedTypes = (types: readonly string[]): string =>
  [...new Set(types.map((type) => mediaTypes[type] ?? `.${type}`))].join(',');
