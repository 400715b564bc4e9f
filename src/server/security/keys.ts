import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from './secrets';

/** What accounts need of the master key. Everything is bound to the institution: nothing of one tells anything of another. */
export interface AccountKeys {
  /** Signs sessions. */
  session: Buffer;
  /** The private SM2 key's seed. */
  encryption: Buffer;
  /** The hash under which a phone is looked up. */
  phoneHash(tenant: string, phone: string): string;
  /** A keyed hash of a code, an answer or an address, for a use. */
  mark(use: string, ...parts: string[]): string;
  /** Enciphers a personal detail, such as a phone or an ID number, with AES-256-GCM; the same text looks different each time. */
  seal(tenant: string, text: string): string;
  /** @throws when the text was not sealed for this institution with this key */
  open(tenant: string, sealed: string): string;
}

/** Derives the keys of accounts. */
export function deriveAccountKeys(master: Buffer): AccountKeys {
  const [hashing, marking, sealing] = [deriveKey(master, 'phone hash'), deriveKey(master, 'marks'), deriveKey(master, 'phone cipher')];
  const hash = (key: Buffer, parts: string[]): string => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  return {
    session: deriveKey(master, 'sessions'),
    encryption: deriveKey(master, 'user message'),
    phoneHash: (tenant, phone) => hash(hashing, [tenant, phone]),
    mark: (use, ...parts) => hash(marking, [use, ...parts]),
    seal(tenant, text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(tenant));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(tenant, sealed) {
      const data = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealing, data.subarray(0, 12))
        .setAAD(Buffer.from(tenant))
        .setAuthTag(data.subarray(12, 28));
      return Buffer.concat([decipher.update(data.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}
