import library from 'sm-crypto';

/**
 * Encrypts a text with SM2 (GB/T 32918.4), the parts of the result in the order C1 C3 C2.
 * @param key the public key, in hexadecimal, uncompressed (starting with 04)
 * @returns the cipher text in hexadecimal
 */
export function encryptTo(key: string, text: string): string {
  return library.sm2.doEncrypt(text, key, 1);
}
