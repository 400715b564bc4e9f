import sharp from 'sharp';
import { at, type AccountPortal } from './accountPortal';

/** A file on its way to a call that takes files. */
interface SentFile {
  url: string;
  name: string;
  bytes: Buffer;
  type?: string;
  /** Whose it is; nobody's without. */
  member?: { token: string };
  address?: string;
}

/** Sends a file as a browser does. */
export async function sendFile({ app }: Pick<AccountPortal, 'app'>, { url, name, bytes, type = 'image/png', member, address }: SentFile) {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return app.inject({
    method: 'POST',
    url,
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
    headers: {
      host: 'localhost',
      'content-type': 'multipart/form-data; boundary=b',
      ...(member ? { authorization: member.token } : {}),
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
    },
  });
}

/** Returns a small picture, and so many bytes of nothing behind it. */
export async function drawPng(padding = 0): Promise<Buffer> {
  const picture = sharp({ create: { width: 8, height: 6, channels: 3, background: '#a33' } }).png();
  return Buffer.concat([await picture.toBuffer(), Buffer.alloc(padding)]);
}

/** Uploads a small picture of a member. @returns its address */
export async function sendPicture(
  portal: Pick<AccountPortal, 'app'>,
  member?: { token: string },
  url = '/api/file/upload',
): Promise<string> {
  return String(at((await sendFile(portal, { url, name: 'a.png', bytes: await drawPng(), member })).json(), 'data', 'http'));
}
