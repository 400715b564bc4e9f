import type { ServiceContract, ServiceInput } from './services';

const needed: ServiceInput = { type: 'string', required: true };
const optional: ServiceInput = { type: 'string' };
/** A line of the list of an activity. */
const line = { activityId: needed, id: needed };

/** The services by which staff see to who is enrolled, as `services` has them all. */
export const deskEnrolmentServices = {
  'enrolment.deskActivities': { takes: {} },
  'enrolment.deskActivity': { takes: { activityId: needed } },
  'enrolment.deskCallOff': { takes: { ...line, reason: needed } },
  'enrolment.deskCheckIn': { takes: { activityId: needed, signCode: optional, id: optional }, either: [['signCode', 'id']] },
  'enrolment.deskExpected': { takes: { id: needed } },
  'enrolment.deskList': { takes: { activityId: needed, state: optional, keyword: optional, sort: optional } },
  'enrolment.deskPromote': { takes: line },
  'enrolment.deskRoll': { takes: { activityId: needed } },
  'enrolment.deskScan': {
    takes: { activityId: needed, code: optional, id: optional, at: optional, by: optional },
    either: [['code', 'id']],
  },
  'enrolment.deskTell': { takes: { activityId: needed, to: needed, title: needed, text: needed, by: optional } },
  'enrolment.deskUndo': { takes: line },
} as const satisfies Readonly<Record<string, ServiceContract>>;
