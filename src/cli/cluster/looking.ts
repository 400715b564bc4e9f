import type { Bench, Turn } from '../bench/turns';
import { asObject, type Json } from '../../model/json';
import { expandTemplate } from '../../runtime/template';
import { ask, type Outcome } from '../running/traffic';
import { ports } from './configuration/plan';

/** What members saw who asked for their enrolment as soon as it was confirmed. */
export interface Seen {
  found: number;
  /** Who was answered without it. */
  missing: number;
  /** Who was told that the portal cannot say now, or nothing. */
  unanswered: number;
}

/** Members who look for what they have just been told. */
export class Lookers {
  readonly seen: Seen = { found: 0, missing: 0, unanswered: 0 };
  private readonly template: string;

  /** @throws Error when the portal has no call that lists enrolments */
  constructor({ portal }: Omit<Bench, 'database'>) {
    const calls = Object.values(portal.modules).flatMap(({ endpoints }) => Object.values(endpoints));
    const list = calls.find(({ service }) => service === 'enrolment.list');
    if (!list) throw new Error('the portal has no call that lists enrolments');
    this.template = list.template;
  }

  /** Asks for the enrolments of a member in an activity, and notes whether there is one. Never throws. */
  async look({ member, activity }: Turn): Promise<void> {
    const path = expandTemplate(this.template, { memberId: member.id, activityId: activity });
    const outcome = await ask(ports.portal, { path, headers: { authorization: member.token } });
    this.seen[judgeList(outcome)] += 1;
  }
}

/** Returns what a reply to the call that lists enrolments shows. @internal */
export function judgeList({ status, text }: Outcome): keyof Seen {
  if (status !== 200) return 'unanswered';
  return Number(asObject(asObject(JSON.parse(text) as Json)['data'])['total']) > 0 ? 'found' : 'missing';
}
