/** The parts of sm-crypto in use: SM2 public-key encryption (GB/T 32918.4), keys and texts in hexadecimal. */
declare module 'sm-crypto' {
  /** Mode 1 writes C1 C3 C2, as the standard does since 2012. */
  type CipherMode = 0 | 1;
  interface Sm2 {
    generateKeyPairHex(): { publicKey: string; privateKey: string };
    getPublicKeyFromPrivateKey(privateKey: string): string;
    verifyPublicKey(publicKey: string): boolean;
    doEncrypt(message: string, publicKey: string, mode?: CipherMode): string;
    doDecrypt(cipher: string, privateKey: string, mode?: CipherMode): string;
  }
  export const sm2: Sm2;
  const library: { sm2: Sm2 };
  export default library;
}
