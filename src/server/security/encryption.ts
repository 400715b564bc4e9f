import smCrypto from 'sm-crypto';
import { isObject, type JsonObject } from '../../model/json';
import type { BodyCipher } from '../api/body';
import { RequestError } from '../api/errors';

const { sm2 } = smCrypto;

/** Opens user messages (SM2, C1 C3 C2, hexadecimal). The private key never leaves the server; all servers with one master key have the same. */
export interface MessageKey extends BodyCipher {
  /** The public key in hexadecimal, uncompressed (04 and both coordinates). */
  publicKey: string;
}

// The order of the curve's group (GB/T 32918.5).
const order = BigInt('0xFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFF7203DF6B21C6052B53BBF40939D54123');
const maxCipherLength = 20_000;

/**
 * Derives the key pair from 32 secret bytes: a number from 1 to the order minus one.
 * @param earlier seeds of key pairs that browsers may still know the public keys of
 */
export function deriveMessageKey(seed: Buffer, ...earlier: Buffer[]): MessageKey {
  const privateKeys = [seed, ...earlier].map(toPrivateKey);
  return {
    publicKey: sm2.getPublicKeyFromPrivateKey(toPrivateKey(seed)),
    open: (cipher) => openMessage(cipher, privateKeys),
  };
}

const toPrivateKey = (seed: Buffer): string => ((BigInt(`0x${seed.toString('hex')}`) % (order - 2n)) + 1n).toString(16).padStart(64, '0');

function openMessage(cipher: unknown, privateKeys: readonly string[]): JsonObject {
  if (typeof cipher !== 'string' || cipher.length > maxCipherLength || !/^(04)?[0-9a-fA-F]{194,}$/.test(cipher))
    throw new RequestError('invalidBody');
  const bare = cipher.length % 2 === 0 && cipher.startsWith('04') ? [cipher, cipher.slice(2)] : [cipher];
  for (const privateKey of privateKeys)
    for (const text of bare) {
      const found = decrypt(text, privateKey);
      if (found !== undefined) return found;
    }
  throw new RequestError('invalidBody');
}

/** Libraries differ in whether the first point keeps its leading 04. */
function decrypt(cipher: string, privateKey: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(sm2.doDecrypt(cipher, privateKey, 1), (key, part: unknown) => {
      if (key === '__proto__' || key === 'constructor') throw new Error('forbidden key');
      return part;
    });
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
