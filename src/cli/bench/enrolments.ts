import { openDatabase } from '../../database/connection';
import { enrolPlainly, type PlainEnrolment } from '../../database/benchmarks/enrolPlainly';
import { createBackEnd } from '../../server/api/backEnd';
import type { DefinitionStore } from '../../server/config/definitionStore';
import { createRooms, createServiceLookup } from '../../server/rooms';
import type { Row } from './report';
import { openDefinitions } from './served';
import { type Bench, buildEnrolment, createTurns, prepareBench, type Turn, turnCount } from './turns';

/** How many enrolments are under way at once. */
const atOnce = 8;

/**
 * Enrolments a second for one activity that everybody wants, by the call that the portal makes, beside the same statements sent by hand
 * over the same connections.
 */
export async function benchEnrolments(root: string, dataDir: string): Promise<Row[]> {
  const definitions = await openDefinitions(root);
  const database = await openDatabase({ dataDir });
  try {
    const bench = await prepareBench(database, definitions);
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

function enrolByCall(bench: Bench, definitions: DefinitionStore): (turn: Turn) => Promise<void> {
  const services = createServiceLookup(createRooms((host) => definitions.portalOfHost(host)));
  const backEnd = createBackEnd(services, { ...bench.kit, db: bench.database });
  return async (turn) => {
    const result = await backEnd.answer(bench.portal, buildEnrolment(bench, turn));
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
      capacity: turnCount,
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
    rate = turnCount / ((performance.now() - begin) / 1000);
  }
  return rate;
}
