import { describe, expect, it } from 'vitest';
import { parseStorageAddress } from '../../../src/server/config/storageAddress';

const read = (FILES_URL: string | undefined, more: Record<string, string> = {}) => parseStorageAddress({ FILES_URL, ...more });

describe('FILES_URL', () => {
  it('unset is the database', () => {
    expect([read(undefined), read('')]).toEqual([undefined, undefined]);
  });

  it('names server, bucket, folder, region and credentials', () => {
    expect(read('https://KEY:se%2Fcret@s3.example.org:9000/bucket/portal/files?region=cn-north-1')).toEqual({
      bucket: 'https://s3.example.org:9000/bucket/',
      folder: 'portal/files/',
      region: 'cn-north-1',
      accessKeyId: 'KEY',
      secretAccessKey: 'se/cret',
      takesNew: true,
    });
  });

  it('knows buckets that stand in the name of the host, and s3: for https:', () => {
    expect(read('s3://K:S@oss.example.org/bucket?style=virtual')).toMatchObject({ bucket: 'https://bucket.oss.example.org/', folder: '' });
  });

  it('takes credentials and the region from where AWS’s own tools do', () => {
    const variables = { AWS_ACCESS_KEY_ID: 'K', AWS_SECRET_ACCESS_KEY: 'S', AWS_SESSION_TOKEN: 'T', AWS_REGION: 'eu-west-1' };
    expect(read('http://127.0.0.1:9000/bucket', variables)).toMatchObject({
      accessKeyId: 'K',
      secretAccessKey: 'S',
      sessionToken: 'T',
      region: 'eu-west-1',
    });
  });

  it('says where browsers reach the storage', () => {
    const at = (FILES_PUBLIC: string) => read('http://K:S@minio:9000/bucket', { FILES_PUBLIC })?.publicBucket;
    expect([at('off'), at('redirect'), at('https://files.example.org')]).toEqual([
      undefined,
      'http://minio:9000/bucket/',
      'https://files.example.org/bucket/',
    ]);
  });

  it.each([
    ['ftp://K:secret@host/bucket', {}, 'FILES_URL must be an address'],
    ['https://K:secret@host/', {}, 'must name a bucket'],
    ['https://K:secret@host/bucket?regoin=x', {}, 'not "regoin"'],
    ['https://K:secret@host/bucket?style=host', {}, 'style of FILES_URL must be path or virtual'],
    ['https://host/bucket', {}, 'needs a key and its secret'],
    ['https://K:secret@host/bucket', { FILES_PUBLIC: 'yes' }, 'FILES_PUBLIC must be redirect'],
    ['https://K:secret@host/bucket', { FILES_WRITE: 'both' }, 'FILES_WRITE must be storage or database'],
  ])('refuses %s with %o, and does not tell the secret', (url, more, message) => {
    const failing = () => read(url, more);
    expect(failing).toThrow(message);
    expect(failing).not.toThrow('secret@');
  });
});
