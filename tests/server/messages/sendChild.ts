import { openDatabase } from '../../../src/database/connection';
import { markSent } from '../../../src/database/messages/outbox';
import { createMailCourier } from '../../../src/server/messages/mail';
import { type Deliver, openLetter, sendDue } from '../../../src/server/messages/sendDue';
import { deriveAccountKeys } from '../../../src/server/security/keys';
import { noOutbox } from '../../../src/server/security/outbox';
import { createSmsGateway } from '../../../src/server/security/sms';

// Run as a process of its own by sendKill.test.ts: sends what is due until it is killed, by a clock that goes so much ahead.
const [databaseUrl = '', secret = '', smsUrl = '', smtpUrl = '', ahead = '', order = ''] = process.argv.slice(2);
const database = await openDatabase({ databaseUrl, dataDir: '', poolSize: 4 });
const kit = {
  db: database,
  keys: deriveAccountKeys(Buffer.from(secret, 'hex')),
  couriers: {
    sms: createSmsGateway({ SMS_DRIVER: 'http', SMS_URL: smsUrl }, noOutbox, true).sendNews,
    mail: createMailCourier({ SMTP_URL: smtpUrl, MAIL_FROM: 'news@example.org' }),
  },
  clock: () => Date.now() + Number(ahead),
  perMinuteOf: () => 100_000,
};
const markFirst: Deliver = async ({ db, keys, clock }, courier, letter) => {
  const opened = openLetter({ keys }, letter);
  await markSent(db, letter, clock());
  await courier(opened);
};
process.on('disconnect', () => process.exit());
while ((await sendDue(kit, order === 'markFirst' ? markFirst : undefined)) > 0);
process.send?.('idle');
