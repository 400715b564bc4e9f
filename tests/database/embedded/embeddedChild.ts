import pg from 'pg';
import { startEmbedded } from '../../../src/database/embedded/embedded';

// Run as a process of its own by embedded.test.ts: connects, tells the server's pid, leaves on a message.
const [dataDir = ''] = process.argv.slice(2);
const server = await startEmbedded({ dataDir });
const client = new pg.Client(server.connection);
client.on('error', () => undefined);
await client.connect();
await client.end();
process.on('message', () => {
  void server.stop().then(() => process.disconnect());
});
process.send?.({ port: server.connection.port });
