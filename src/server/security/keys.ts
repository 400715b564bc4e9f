import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { deriveKey, labelKey } from './secrets';

/** Master keys of a portal: the first seals, each of them opens. */
export interface KeyRing {
  masters: readonly Buffer[];
  /** The master of what is kept for a short time, such as limits and codes: the one that has been known for longest. */
  marking: Buffer;
}

/** What accounts need of the master keys. Everything is bound to the institution: nothing of one tells anything of another. */
export interface AccountKeys {
  /** The name of the key that seals: eight hexadecimal digits, which tell nothing of it. */
  label: string;
  /** Sign sessions: the first signs, each of them is believed. */
  sessions: readonly [Buffer, ...Buffer[]];
  /** Seeds of the private SM2 key: the first is published, messages to each of them are opened. */
  messages: readonly [Buffer, ...Buffer[]];
  /** The hash under which a phone is stored. */
  phoneHash(tenant: string, phone: string): string;
  /** The hashes under which a phone may be stored, one for each key, that of the first key first. */
  phoneHashes(tenant: string, phone: string): string[];
  /** The same hashes of something else that is stored for long and looked up, for a use. Who changes keys writes them anew. */
  hashes(use: string, ...parts: string[]): [string, ...string[]];
  /** A keyed hash of a code, an answer or an address, for a use: for what is forgotten before long. */
  mark(use: string, ...parts: string[]): string;
  /** Enciphers a personal detail, such as a phone or an ID number, with AES-256-GCM; the same text looks different each time. */
  seal(tenant: string, text: string): string;
  /** @throws when the text was not sealed for this institution with one of the keys */
  open(tenant: string, sealed: string): string;
  /** Returns a sealed text as the first key seals it; what it sealed stays as it is, and '' is not sealed. */
  renew(tenant: string, sealed: string): string;
}

/** The keys that are derived from one master. */
interface Generation {
  label: string;
  session: Buffer;
  message: Buffer;
  hashing: Buffer;
  marking: Buffer;
  sealing: Buffer;
}

const hash = (key: Buffer, parts: string[]): string => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');

/** Derives the keys of accounts from one master key, or from several. */
export function deriveAccountKeys(secret: Buffer | KeyRing): AccountKeys {
  const { masters, marking } = Buffer.isBuffer(secret) ? { masters: [secret], marking: secret } : secret;
  const [first, ...others] = masters.map(deriveGeneration);
  if (!first) throw new Error('There is no key');
  const all: readonly [Generation, ...Generation[]] = [first, ...others];
  const marks = deriveKey(marking, 'marks');
  const forEach = <T>(derive: (generation: Generation) => T): [T, ...T[]] => [derive(first), ...others.map(derive)];
  const open = (tenant: string, sealed: string): string => openWithAny(all, tenant, sealed);
  return {
    label: first.label,
    sessions: forEach(({ session }) => session),
    messages: forEach(({ message }) => message),
    phoneHash: (tenant, phone) => hash(first.hashing, [tenant, phone]),
    phoneHashes: (tenant, phone) => all.map(({ hashing }) => hash(hashing, [tenant, phone])),
    hashes: (use, ...parts) => forEach((generation) => hash(generation.marking, [use, ...parts])),
    mark: (use, ...parts) => hash(marks, [use, ...parts]),
    seal: (tenant, text) => seal(first, tenant, text),
    open,
    renew: (tenant, sealed) => (sealed === '' || sealed.startsWith(`${first.label}.`) ? sealed : seal(first, tenant, open(tenant, sealed))),
  };
}

/** Returns what was sealed, or '' for what was never given, or forgotten. */
export const openText = ({ open }: Pick<AccountKeys, 'open'>, tenant: string, sealed: string): string =>
  sealed === '' ? '' : open(tenant, sealed);

const deriveGeneration = (master: Buffer): Generation => ({
  label: labelKey(master),
  session: deriveKey(master, 'sessions'),
  message: deriveKey(master, 'user message'),
  hashing: deriveKey(master, 'phone hash'),
  marking: deriveKey(master, 'marks'),
  sealing: deriveKey(master, 'phone cipher'),
});

/** The label in front says which key it was, so that what is left under each can be counted. */
function seal({ label, sealing }: Generation, tenant: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(tenant));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${label}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** What was sealed before there were labels has none: each key may be the right one. */
function openWithAny(all: readonly Generation[], tenant: string, sealed: string): string {
  const [, label, text = sealed] = /^([0-9a-f]{8})\.(.*)$/s.exec(sealed) ?? [];
  const fitting = label === undefined ? all : all.filter((generation) => generation.label === label);
  let failure: unknown = new Error(`No key is known that opens what key ${label ?? ''} sealed`);
  for (const { sealing } of fitting)
    try {
      return decipher(sealing, tenant, Buffer.from(text, 'base64url'));
    } catch (error) {
      failure = error;
    }
  throw failure;
}

function decipher(key: Buffer, tenant: string, data: Buffer): string {
  const opening = createDecipheriv('aes-256-gcm', key, data.subarray(0, 12), { authTagLength: 16 })
    .setAAD(Buffer.from(tenant))
    .setAuthTag(data.subarray(12, 28));
  return Buffer.concat([opening.update(data.subarray(28)), opening.final()]).toString('utf8');
}
