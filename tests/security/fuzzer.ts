import type { FastifyInstance } from 'fastify';
import { randomBytes, randomUUID } from 'node:crypto';
import { addMember } from '../../src/database/accounts/members';
import { createAccounts } from '../../src/server/security/accountServices';
import { makeCaptcha } from '../../src/server/security/captcha';
import { deriveAccountKeys } from '../../src/server/security/keys';
import { Sessions } from '../../src/server/security/sessions';
import { activity } from '../server/enrolments';
import { venue } from '../server/bookings';
import { demoItems, testPortal, type TestPortal } from '../server/portal';
import { projectRoot } from '../server/projectDefinitions';
import { writeUpload } from './belongings';
import { type Call, findDeclaredCalls } from './calls';
import { findCaptchaNames } from './matrix';
import { type Draft, mutate, writeDraft } from './mutations';
import { Random } from './random';
import { composeRequest, isPath, type Speaker, writeAddress } from './requests';

/** The longest that a request may take, in milliseconds. */
const longest = 1000;

/** What no reply tells: stacks, statements and messages of the database, and where files are. */
const inside = new RegExp(
  [
    String.raw`\bat (?:async )?[\w.<>]+ \(|\.[jt]sx?:\d+|node_modules|node:internal`,
    String.raw`\b(?:TypeError|RangeError|SyntaxError|ReferenceError|AssertionError)\b|Unexpected token|is not a function|of undefined|not iterable`,
    String.raw`\bselect .* from |\binsert into |duplicate key value|violates |syntax error at|invalid input syntax|invalid byte sequence|relation "|kysely|postgres`,
    projectRoot.replaceAll(/[\\/.]/g, '\\$&'),
  ].join('|'),
  'i',
);

/** What came of requests. */
export interface Outcome {
  /** Each with its seed and the request. */
  faults: string[];
  statuses: Record<number, number>;
}

/** A portal that is asked at random, over the calls that its definitions declare. */
export class Fuzzer {
  private constructor(
    private readonly portal: TestPortal,
    private readonly calls: readonly Call[],
    private readonly member: Speaker & { token: string },
    private readonly accounts: ReturnType<typeof createAccounts>,
  ) {}

  /** Starts a portal with contents, and a member whose requests get further than those of others. */
  static async start(): Promise<Fuzzer> {
    const secret = randomBytes(32);
    const costs = { password: { ln: 4, r: 8, p: 1 }, challenge: { rounds: 50, fewest: 20, most: 40 } };
    const portal = await testPortal({ accounts: { secret, costs } });
    const clock = { now: Date.now };
    await portal.put('centre', 'appointment', [activity({ clock: { ...clock, pass: () => undefined } }, 'open-activity')]);
    await portal.put('centre', 'venue', [venue('hall')]);
    await portal.put('centre', 'information', (await demoItems('centre', 'information')).slice(0, 5));
    const keys = deriveAccountKeys(secret);
    const [id, phone] = [randomUUID(), '13612340004'];
    const sealed = {
      phoneHash: keys.phoneHash('centre', phone),
      phoneCipher: keys.seal('centre', phone),
      nameCipher: keys.seal('centre', '李'),
    };
    await addMember(portal.database, 'centre', { id, ...sealed, sex: '1', image: '', passwordHash: '' }, []);
    const { token } = await new Sessions(portal.database, keys, Date.now).open('centre', id);
    const calls = findDeclaredCalls(portal.definitions);
    return new Fuzzer(portal, calls, { id, phone, now: Date.now(), token }, createAccounts(portal.database, { secret, costs }, Date.now));
  }

  close(): Promise<void> {
    return this.portal.close();
  }

  /** Makes so many requests; each is decided by a seed of its own, so that it can be made again alone. */
  async run(seed: number, requests: number, app: FastifyInstance = this.portal.app): Promise<Outcome> {
    const outcome: Outcome = { faults: [], statuses: {} };
    for (let own = seed; own < seed + requests; own += 1) {
      const draft = await this.draft(new Random(own));
      const { fault, status } = await this.ask(app, draft, own);
      outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1;
      if (fault !== undefined) outcome.faults.push(`npm run fuzz -- 1 ${own}: ${fault}: ${describeDraft(draft)}`);
    }
    return outcome;
  }

  /** Returns a request of a call that is meant well but for what was changed in it. */
  private async draft(random: Random): Promise<Draft> {
    const call = this.calls[random.below(this.calls.length)];
    if (!call) throw new Error('there are no calls');
    const said = composeRequest(call, this.member);
    const pictures = findCaptchaNames(call);
    const headers: Record<string, string> = { host: call.host };
    if (pictures.length > 0 && random.once(2)) {
      const { text, cookies } = await makeCaptcha(
        { portal: call.portal, caller: { address: '', cookies: {}, secure: false, arrived: 0 } },
        this.accounts,
      );
      Object.assign(said.body ?? {}, Object.fromEntries(pictures.map((name) => [name, text])));
      headers['cookie'] = (cookies[0] ?? '').replace(/;.*/s, '');
    }
    if (!random.once(4)) headers['authorization'] = this.member.token;
    const upload = call.endpoint.multipart ? await writeUpload() : undefined;
    if (said.body) headers['content-type'] = 'application/json';
    const [path = '', search] = writeAddress(call, said).split('?');
    const query = [...new URLSearchParams(search)].map(([name, value]): [string, string] => [name, encodeURIComponent(value)]);
    const body = upload?.payload ?? (said.body && Buffer.from(JSON.stringify(said.body)));
    const { method, variables } = call.endpoint;
    const names = variables.filter((name) => !isPath(call, name));
    const draft: Draft = { method, path, query, names, headers: { ...headers, ...upload?.headers }, body };
    mutate(draft, random);
    return draft;
  }

  private async ask(app: FastifyInstance, draft: Draft, seed: number): Promise<{ fault?: string; status: number }> {
    const options = writeDraft(draft, `10.${(seed >> 16) & 255}.${(seed >> 8) & 255}.${seed & 255}`);
    const time = async (): Promise<[number, Awaited<ReturnType<typeof app.inject>>]> => {
      const begin = performance.now();
      const reply = await app.inject(options);
      return [performance.now() - begin, reply];
    };
    const [first, reply] = await time();
    const status = reply.statusCode;
    const said = `${JSON.stringify(reply.headers)} ${reply.body}`;
    const found = inside.exec(said)?.[0];
    if (status >= 500 && status !== 503) return { status, fault: `was answered with ${status}` };
    if (found !== undefined && !`${options.url as string} ${JSON.stringify(options.headers)}`.includes(found))
      return { status, fault: `was told ${found}` };
    // A machine that is busy otherwise is so for a while, a request that takes long is slow each time.
    for (let again = 0, took = first; took > longest; again += 1, [took] = await time())
      if (again === 3) return { status, fault: `took ${Math.round(first)} ms` };
    return { status };
  }
}

const describeDraft = ({ body, names: _names, ...draft }: Draft): string =>
  `${JSON.stringify(draft)} ${body?.toString('latin1').slice(0, 2_000) ?? ''}`;
