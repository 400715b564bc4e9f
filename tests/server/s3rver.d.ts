declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';

  /** An S3 server for tests, over files in a folder; it knows one key, S3RVER with the secret S3RVER. */
  export default class S3rver {
    constructor(options: { port: number; address: string; silent: boolean; directory: string; configureBuckets: { name: string }[] });
    httpServer: Server;
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}
