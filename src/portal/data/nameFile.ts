import type { ClientEndpoint } from '../../model/compiled';

/** The endings of files that calls answer with, by media type. */
const endings: Readonly<Record<string, string>> = {
  'application/json': '.json',
  'text/calendar': '.ics',
  'text/csv': '.csv',
  'application/zip': '.zip',
  'application/pdf': '.pdf',
};

/** Returns the name that the server gives a file, else that of its call with the ending of its media type. */
export const nameFile = (endpoint: ClientEndpoint, type: string, disposition: string | null): string =>
  /\bfilename="([^"/\\]+)"/.exec(disposition ?? '')?.[1] ??
  `${endpoint.name.split(':').pop() ?? ''}${endings[type.split(';')[0]?.trim() ?? ''] ?? ''}`;
