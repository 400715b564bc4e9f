import type { Courier } from './couriers';
import { LetterRefused } from './couriers';

type Settings = Readonly<Record<string, string | undefined>>;

/** Servers that say nothing for so long are tried again later. */
const patienceMs = 8_000;

/**
 * Returns what sends mail: by the server that SMTP_URL names, from MAIL_FROM. The id of a message is its Message-ID, by which servers and
 * programs know one that comes twice.
 * @returns undefined without SMTP_URL
 * @throws when the address is none of a mail server, or nobody is named as sender
 */
export function createMailCourier(env: Settings): Courier | undefined {
  const [url, from] = [env['SMTP_URL'] ?? '', env['MAIL_FROM'] ?? ''];
  if (url === '') return undefined;
  if (!/^smtps?:\/\/[^/\s]+/.test(url)) throw new Error('SMTP_URL must start with smtp:// or smtps:// and name a server');
  const domain = /@([\w.-]+)>?$/.exec(from.trim())?.[1];
  if (domain === undefined) throw new Error('SMTP_URL needs MAIL_FROM, an address such as "Centre <news@example.org>"');
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url, pool: true, connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs });
  };
  let transport: ReturnType<typeof open> | undefined;
  return async ({ id, to, title, text }) => {
    try {
      await (await (transport ??= open())).sendMail({ from, to, subject: title, text, messageId: `<${id}@${domain}>` });
    } catch (error) {
      throw isRefusal(error) ? new LetterRefused('refused by the mail server') : error;
    }
  };
}

/** RFC 5321: 5yz is for ever; but that nobody could sign in is no fault of the message. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['EENVELOPE', 'EMESSAGE'].includes(String(error.code)) &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500;
