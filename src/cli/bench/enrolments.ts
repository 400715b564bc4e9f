import { createRooms, createServiceLookup } from '../../server/rooms';
import { randomUUID } from 'node:crypto';
import { openDatabase, type Database } from '../../database/connection';
import { inTransaction } from '../../database/transaction';
import { addContact } from '../../database/accounts/contacts';
import { putItems } from '../../database/content/writeItems';
import { putCaptcha } from '../../database/accounts/oneTimeCodes';
import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import { formatIso } from '../../runtime/time';
import { createAccounts, type AccountServices } from '../../server/security/accountServices';
import { createBackEnd } from '../../server/api/backEnd';
import { hasDerivation } from '../../server/items/derivedFields';
import { toRecord } from '../../server/items/record';
import type { DefinitionStore } from '../../server/config/definitionStore';
import { registerMember, type BenchMember } from './members';
import { enrolPlainly, type PlainEnrolment } from '../../database/benchmarks/enrolPlainly';
import type { Row } from './report';
import { openDefinitions } from './served';

/** Enrolments of each round, and how many are under way at once. */
const count = 2000;
const atOnce = 8;
const contactsEach = 4;
const day = 86_400_000;

interface Member extends BenchMember {
  contacts: string[];
}
interface Bench {
  database: Database;
  kit: AccountServices;
  portal: CompiledPortal;
  module: CompiledModule;
  members: Member[];
}

/**
 * Enrolments a second for one activity that everybody wants, by the call that the portal makes, beside the same statements sent by hand
 * over the same connections.
 */
export async function benchEnrolments(root: string, dataDir: string): Promise<Row[]> {
  const definitions = await openDefinitions(root);
  const database = await openDatabase({ dataDir });
  try {
    const bench = await prepare(database, definitions);
    const calls = await runRounds(bench, enrolByCall(bench, definitions));
    const plain = await runRounds(bench, enrolByHand(bench));
    return [
      { what: `enrolments for one activity, ${atOnce} at once`, figure: `${Math.round(calls)} /s` },
      { what: 'the same statements by hand', figure: `${Math.round(plain)} /s` },
      { what: 'enrolments, portal to plain SQL', figure: `${(calls / plain).toFixed(2)} x`, aim: '0.5 x or better' },
    ];
  } finally {
    await database.close();
  }
}

async function prepare(database: Database, definitions: DefinitionStore): Promise<Bench> {
  const portal = definitions.portalOfHost('127.0.0.1');
  const module = Object.values(portal?.modules ?? {}).find((each) => hasDerivation(each, 'remaining'));
  if (!portal || !module) throw new Error('no institution of the host 127.0.0.1 has activities');
  const kit = createAccounts(database, {}, Date.now);
  const members: Member[] = [];
  for (let index = 0; index < count / contactsEach; index += 1)
    members.push(await registerWithContacts(database, kit, portal.tenant, index));
  return { database, kit, portal, module, members };
}

async function registerWithContacts(database: Database, kit: AccountServices, tenant: string, index: number): Promise<Member> {
  const { keys } = kit;
  const member = await registerMember(database, kit, tenant, `139${String(index).padStart(8, '0')}`);
  const { id, phone } = member;
  const contacts: string[] = [];
  for (let serial = 0; serial < contactsEach; serial += 1) {
    const idNumber = `11010119900101${String(index * contactsEach + serial).padStart(4, '0')}`;
    const contact = {
      id: randomUUID(),
      member: id,
      nameCipher: keys.seal(tenant, 'bench'),
      idCipher: keys.seal(tenant, idNumber),
      idHash: keys.mark('bench', tenant, id, idNumber),
      phoneCipher: keys.seal(tenant, phone),
      idType: '0',
      created: new Date(),
    };
    await inTransaction(database, (tx) => addContact(tx, tenant, contact));
    contacts.push(contact.id);
  }
  return { ...member, contacts };
}

/** One enrolment of a round: the contact of a member, for an activity, with the picture that was drawn for it. */
interface Turn {
  member: Member;
  contact: string;
  activity: string;
  captcha: string;
  answer: string;
}

/** An activity of its own with as many places as there are turns, and a picture for each. */
async function createTurns({ database, kit, portal: { tenant }, module, members }: Bench): Promise<Turn[]> {
  const activity = `bench-${randomUUID()}`;
  const at = (days: number): string => formatIso(Date.now() + days * day);
  await putItems(database, [
    toRecord(tenant, module, {
      id: activity,
      columnId: 'bench',
      name: 'bench',
      number: count,
      enrollBeginTime: at(-1),
      enrollEndTime: at(2),
      beginTime: at(3),
      endTime: at(4),
    }),
  ]);
  const made: Turn[] = [];
  for (const member of members) {
    for (const contact of member.contacts) {
      const [captcha, answer] = [randomUUID(), 'ABCD'];
      const marks = [kit.keys.mark('captcha', tenant, captcha), kit.keys.mark('captcha answer', tenant, captcha, answer)] as const;
      await putCaptcha(database, tenant, ...marks, Date.now() + day);
      made.push({ member, contact, activity, captcha, answer });
    }
  }
  // Members take turns, as visitors do.
  return made
    .map((_turn, index) => made[((index * contactsEach) % made.length) + Math.floor((index * contactsEach) / made.length)] ?? made[0])
    .filter((turn) => turn !== undefined);
}

function enrolByCall({ database, kit, portal, module }: Bench, definitions: DefinitionStore): (turn: Turn) => Promise<void> {
  const services = createServiceLookup(createRooms((host) => definitions.portalOfHost(host)));
  const backEnd = createBackEnd(services, { ...kit, db: database });
  const endpoint = Object.values(module.endpoints).find(({ service }) => service === 'enrolment.signUp');
  if (!endpoint) throw new Error(`${module.name} has no call that enrols`);
  return async ({ member, contact, activity, captcha, answer }) => {
    const body = {
      verCode: answer,
      activityId: activity,
      memberId: member.id,
      phone: member.phone,
      museumCode: portal.settings.code,
      contactsId: contact,
    };
    const result = await backEnd.answer(portal, {
      method: endpoint.method,
      url: endpoint.template,
      body,
      headers: { authorization: member.token, cookie: `captcha=${captcha}`, 'idempotency-key': randomUUID() },
    });
    if (result.status !== 200) throw new Error(`An enrolment was refused: ${JSON.stringify(result.body)}`);
  };
}

function enrolByHand({ database, kit, portal: { tenant }, module }: Bench): (turn: Turn) => Promise<void> {
  return async ({ member, contact, activity, captcha }) => {
    const enrolment: PlainEnrolment = {
      tenant,
      module: module.name,
      activity,
      member: member.id,
      contact,
      captcha: kit.keys.mark('captcha', tenant, captcha),
      capacity: count,
    };
    const client = await database.pool.connect();
    try {
      await enrolPlainly(client, enrolment);
    } finally {
      client.release();
    }
  };
}

/** Runs a warming round and a measured one. @returns enrolments a second */
async function runRounds(bench: Bench, enrol: (turn: Turn) => Promise<void>): Promise<number> {
  let rate = 0;
  for (let round = 0; round < 2; round += 1) {
    const waiting = await createTurns(bench);
    const begin = performance.now();
    const work = async (): Promise<void> => {
      for (let turn = waiting.pop(); turn; turn = waiting.pop()) await enrol(turn);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    rate = count / ((performance.now() - begin) / 1000);
  }
  return rate;
}
