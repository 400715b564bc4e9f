import type { JsonObject } from '../../model/json';

const pictureTypes = ['jpg', 'jpeg', 'png', 'gif', 'webp'] as const;

/** How a field takes several files: so many at most, as one text. */
export const manyFiles = { count: 30, joined: ',' } as const;

/** Returns a field of a picture; of several where `more` says so. */
export const choosePicture = (more: JsonObject = {}): JsonObject => ({
  field: 'image',
  upload: { source: 'upload:one', with: { fileType: { const: 'image' } }, types: [...pictureTypes], ...more },
});

/** Returns a field of a file, of the endings that visitors may send; of several where `more` says so. */
export const chooseFile = (types: readonly string[] | undefined, more: JsonObject = {}): JsonObject => ({
  field: 'file',
  upload: { source: 'upload:one', ...(types ? { types: [...types] } : {}), ...more },
});

/** Returns a field of what browsers play without a picture. */
export const chooseRecording = (): JsonObject => ({
  field: 'file',
  upload: { source: 'upload:one', types: ['mp3', 'm4a', 'wav', 'ogg'], library: 'audio' },
});
