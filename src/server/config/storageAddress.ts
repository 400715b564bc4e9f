/** A storage that speaks the S3 protocol, and how it is entered. */
export interface StorageAddress {
  /** The bucket's own address, ending in a slash. */
  bucket: string;
  /** The folder within it: empty, or ending in a slash. */
  folder: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Of credentials that hold for a time. */
  sessionToken?: string;
  /** The bucket's address as browsers reach it, where large files are had from the storage itself; absent: from the portal alone. */
  publicBucket?: string;
  /** Whether new files go there; those that are there are read in any case. */
  takesNew: boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

const form = 'https://KEY:SECRET@host/bucket?region=…';

/**
 * Reads FILES_URL, FILES_PUBLIC and FILES_WRITE: `https://KEY:SECRET@host:port/bucket/folder?region=…&style=path|virtual`, with percent signs
 * where the parts have signs of their own. Without KEY and SECRET they are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (and AWS_SESSION_TOKEN).
 * @returns undefined when it is unset
 * @throws Error when a value cannot be used; it never tells the secret
 */
export function parseStorageAddress(env: Variables): StorageAddress | undefined {
  const text = env['FILES_URL'];
  if (text === undefined || text === '') return undefined;
  const url = parseUrl(text);
  const [bucket = '', ...folders] = url.pathname.split('/').filter((part) => part !== '');
  if (!/^[a-z0-9][\w.-]{1,62}$/i.test(bucket)) throw new Error(`FILES_URL must name a bucket: ${form}`);
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'region' && name !== 'style');
  if (unknown !== undefined) throw new Error(`FILES_URL knows region and style behind the question mark, not ${JSON.stringify(unknown)}`);
  const isVirtual = readWord('style of FILES_URL', url.searchParams.get('style') ?? undefined, ['path', 'virtual']) === 'virtual';
  const at = (origin: URL): string =>
    isVirtual ? `${origin.protocol}//${bucket}.${origin.host}/` : `${origin.protocol}//${origin.host}/${bucket}/`;
  const publicOrigin = parsePublic(env['FILES_PUBLIC'], url);
  return {
    bucket: at(url),
    folder: folders.map((folder) => `${decodeURIComponent(folder)}/`).join(''),
    region: url.searchParams.get('region') || env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || 'us-east-1',
    ...readCredentials(url, env),
    ...(publicOrigin && { publicBucket: at(publicOrigin) }),
    takesNew: readWord('FILES_WRITE', env['FILES_WRITE'], ['storage', 'database']) === 'storage',
  };
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text.replace(/^s3:/, 'https:')) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw new Error(`FILES_URL must be an address: ${form}`);
  return url;
}

function readCredentials(url: URL, env: Variables): Pick<StorageAddress, 'accessKeyId' | 'secretAccessKey' | 'sessionToken'> {
  if (url.username !== '' && url.password !== '')
    return { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) };
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = env;
  if (!accessKeyId || !secretAccessKey)
    throw new Error(`FILES_URL needs a key and its secret: ${form}, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`);
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

/** `redirect`: browsers reach the storage where the portal does; an address: there. */
function parsePublic(text: string | undefined, url: URL): URL | undefined {
  if (text === undefined || text === '' || text === 'off') return undefined;
  if (text === 'redirect') return url;
  const other = URL.canParse(text) ? new URL(text) : undefined;
  if (!other || !/^https?:$/.test(other.protocol) || other.pathname !== '/' || other.search !== '' || other.username !== '')
    throw new Error(
      'FILES_PUBLIC must be redirect, off, or the address at which browsers reach the storage, such as https://files.example.org',
    );
  return other;
}

function readWord<Word extends string>(name: string, text: string | undefined, words: readonly [Word, ...Word[]]): Word {
  const found = text === undefined || text === '' ? words[0] : words.find((word) => word === text);
  if (found === undefined) throw new Error(`${name} must be ${words.join(' or ')}, not ${JSON.stringify(text?.slice(0, 40))}`);
  return found;
}
