import type { FieldKind, Move } from './definitions.g';
import { getOwn } from './json';
import { deskBookingServices } from './deskBookingServices';
import { deskEnrolmentServices } from './deskEnrolmentServices';
import { deskServices } from './deskServices';

/** A value that a service takes: a field of its form, a parameter of its address, or a property of its body. */
export interface ServiceInput {
  type: 'string' | 'boolean' | 'integer';
  /** The service refuses every call without it. */
  required?: true;
  /** The only kind of field that can fill it in: the service relies on what comes with it. */
  field?: FieldKind;
  /** Another value that stands for it: its field may be away while that one is filled in. */
  unless?: string;
}

/** A move that a service makes or lets be made: a definition says out of which of these states, and what is told of it. */
export interface MoveContract {
  from: readonly string[];
  to: string;
  by: Move['by'];
  /** A definition may go without it: then nobody makes it. */
  optional?: true;
  /** Of the staff: it takes effect when it can no longer be taken back. */
  held?: true;
}

/** What becomes of the records of a service: a definition names all states, and the moves between them. */
export interface LifecycleContract {
  states: readonly string[];
  moves: Readonly<Record<string, MoveContract>>;
}

/** What a service takes, and what becomes of the rest. */
export interface ServiceContract {
  takes: Readonly<Record<string, ServiceInput>>;
  /** Of each of these lists one is enough. */
  either?: readonly (readonly string[])[];
  /** Parameters whose values it counts itself, where its call has `counts`. */
  counts?: readonly string[];
  /** What else its form has is kept with the record that it makes; other services take nothing else. */
  keeps?: true;
  /** A member hands something in by it. */
  handsIn?: true;
  /** It reads or writes items of the module: parameters and fields of any kind may have the names of fields of these. */
  items?: true;
  /** The kinds of news of it that are no moves. */
  tells?: readonly string[];
  /** The service that lists what its reply tells of: the item of the reply has the fields of that module. */
  answers?: string;
  /** Of the service that lists what a member has: the module that calls it says what becomes of that. */
  lifecycle?: LifecycleContract;
}

const optional: ServiceInput = { type: 'string' };
const needed: ServiceInput = { type: 'string', required: true };
const number: ServiceInput = { type: 'integer' };
const idNumber: ServiceInput = { type: 'string', required: true, field: 'idNumber' };
const one: ServiceContract = { takes: { id: needed } };
const nothing: ServiceContract = { takes: {} };

const order: ServiceContract = {
  takes: { activityId: needed, sessionId: optional, contactsId: optional, contacts: optional, verCode: needed, phone: optional },
  either: [['contactsId', 'contacts']],
  keeps: true,
  answers: 'enrolment.list',
};
const flag: ServiceContract = {
  takes: { menuId: needed, businessId: needed, title: optional, image: optional, url: optional, type: optional },
};
const file: ServiceContract = { takes: { fileType: optional } };

/** What becomes of an enrolment. What has a place can be checked in until it is over. */
const ofEnrolment = {
  states: ['unused', 'used', 'unsubscribed', 'expired', 'waiting', 'calledOff', 'drawing', 'lost'],
  moves: {
    enrol: { from: [], to: 'unused', by: 'member' },
    queue: { from: [], to: 'waiting', by: 'member' },
    enter: { from: [], to: 'drawing', by: 'member' },
    win: { from: ['drawing'], to: 'unused', by: 'portal' },
    stay: { from: ['drawing'], to: 'waiting', by: 'portal' },
    lose: { from: ['drawing'], to: 'lost', by: 'portal' },
    promote: { from: ['waiting'], to: 'unused', by: 'portal' },
    remind: { from: ['unused'], to: 'unused', by: 'portal', optional: true },
    checkIn: { from: ['unused'], to: 'used', by: 'staff' },
    undoCheckIn: { from: ['used'], to: 'unused', by: 'staff', optional: true },
    cancel: { from: ['unused'], to: 'unsubscribed', by: 'member', optional: true },
    leave: { from: ['waiting', 'drawing'], to: 'unsubscribed', by: 'member', optional: true },
    callOff: { from: ['unused', 'waiting', 'drawing'], to: 'calledOff', by: 'staff', optional: true },
    expire: { from: ['unused', 'waiting', 'drawing'], to: 'expired', by: 'portal' },
  },
} as const satisfies LifecycleContract;

/** What becomes of a booking: see `buildStatus` of the database for what comes with the time. */
const ofBooking = {
  states: ['waiting', 'unused', 'running', 'unsubscribed', 'completed', 'invalid', 'rejected', 'calledOff'],
  moves: {
    ask: { from: [], to: 'waiting', by: 'member' },
    book: { from: [], to: 'unused', by: 'member' },
    approve: { from: ['waiting'], to: 'unused', by: 'staff', held: true },
    reject: { from: ['waiting'], to: 'rejected', by: 'staff', held: true },
    remind: { from: ['unused'], to: 'unused', by: 'portal', optional: true },
    begin: { from: ['unused'], to: 'running', by: 'portal' },
    checkIn: { from: ['running', 'invalid'], to: 'completed', by: 'staff' },
    complete: { from: ['running'], to: 'completed', by: 'portal' },
    lapse: { from: ['waiting', 'running'], to: 'invalid', by: 'portal' },
    cancel: { from: ['waiting', 'unused'], to: 'unsubscribed', by: 'member', optional: true },
    callOff: { from: ['waiting', 'unused'], to: 'calledOff', by: 'staff', optional: true },
    move: { from: ['waiting', 'unused'], to: 'unused', by: 'staff', optional: true },
  },
} as const satisfies LifecycleContract;

/** What becomes of an order for points. */
const ofOrder = {
  states: ['waiting', 'handled', 'withdrawn'],
  moves: {
    order: { from: [], to: 'waiting', by: 'member' },
    handle: { from: ['waiting'], to: 'handled', by: 'staff', held: true },
    withdraw: { from: ['waiting'], to: 'withdrawn', by: 'member', optional: true },
    takeBack: { from: ['waiting'], to: 'withdrawn', by: 'staff', optional: true, held: true },
  },
} as const satisfies LifecycleContract;

/** The states of what services keep, by the name that code has for them; what they are called is the definition's. */
export type EnrolmentState = (typeof ofEnrolment.states)[number];
export type BookingState = (typeof ofBooking.states)[number];
export type OrderState = (typeof ofOrder.states)[number];

/** The moves of what services keep. */
export type EnrolmentMove = keyof typeof ofEnrolment.moves;
export type BookingMove = keyof typeof ofBooking.moves;
export type OrderMove = keyof typeof ofOrder.moves;

/** Values by which a call says who asks and of which institution; every service takes them, and they are held against token and host. */
export const claims: readonly string[] = ['p', 'webUserId', 'memberId', 'userId', 'fid', 'departmentCode', 'museumCode'];

/** The names under which a call without a form gives the consents that what it hands in needs, and the wordings that were read. */
export const consents: readonly string[] = ['idNumberConsent', 'idNumberConsentVersion', 'guardianConsent', 'guardianConsentVersion'];

/**
 * What each built-in service takes, by its name. A definition is held to it when it is checked, a call when it is answered;
 * `tests/server/services.test.ts` holds it to the rooms.
 */
export const services: Readonly<Record<string, ServiceContract>> = {
  'accounts.captcha': { takes: { timestamp: optional, phone: optional } },
  'accounts.changePassword': {
    takes: { oldPassword: needed, password: needed, conPassword: optional },
    tells: ['account.password'],
  },
  'accounts.changePhone': { takes: { oldCode: needed, newPhone: needed, verCode: needed } },
  'accounts.challenge': { takes: { status: optional, phone: optional } },
  'accounts.key': nothing,
  'accounts.login': { takes: { mobilePhone: needed, passWord: needed, verCode: needed } },
  'accounts.loginByCode': { takes: { phone: needed, verCode: needed } },
  'accounts.logout': nothing,
  'accounts.phoneExists': { takes: { phone: needed } },
  'accounts.register': {
    takes: { mobilePhone: needed, password: needed, conPassword: optional, name: optional, sex: optional, verCode: needed },
    keeps: true,
  },
  'accounts.rename': { takes: { name: needed } },
  'accounts.renew': nothing,
  'accounts.reset': { takes: { phone: needed, verCode: needed, password: needed, conPassword: optional } },
  'accounts.sendCode': { takes: { status: needed, phone: needed, unitName: optional, proof: optional, verCode: optional } },
  'accounts.solve': { takes: { payload: needed } },
  'booking.calendar': one,
  'booking.cancel': one,
  'booking.deskList': { takes: { state: optional, from: optional, to: optional } },
  ...deskBookingServices,
  'booking.deskMove': { takes: { id: needed, move: needed, reason: optional } },
  'booking.list': { takes: { id: needed, status: optional, venueId: optional }, lifecycle: ofBooking },
  'booking.schedule': {
    takes: {
      time: { type: 'string', required: true, field: 'timeSlots' },
      touse: optional,
      contactIds: optional,
      name: { ...needed, unless: 'contactIds' },
      phone: { ...needed, unless: 'contactIds' },
      idCard: { ...idNumber, unless: 'contactIds' },
      checkCode: needed,
      venueId: needed,
      menuId: optional,
      account: optional,
    },
    keeps: true,
    answers: 'booking.list',
  },
  'booking.taken': { takes: { venueTime: needed, venueId: needed, menuId: optional }, answers: 'booking.list' },
  'booking.times': one,
  'collection.list': nothing,
  'comments.add': {
    takes: { content: needed, dataId: needed, dataMenuId: needed, dataTitle: optional, parentId: optional },
    handsIn: true,
  },
  'comments.list': { takes: { dataId: needed, menuId: optional } },
  'consents.mine': nothing,
  'consents.wording': nothing,
  'contacts.add': { takes: { name: needed, cellphone: needed, idNo: idNumber, userName: optional }, keeps: true },
  'contacts.edit': {
    takes: { id: needed, name: optional, cellphone: optional, idNo: { type: 'string', field: 'idNumber' }, userName: optional },
    keeps: true,
  },
  'contacts.list': { takes: { activityId: optional } },
  'contacts.remove': one,
  'counters.column': { takes: { menuId: needed, dataIds: optional } },
  'counters.one': { takes: { menuId: needed, dataId: needed } },
  'counters.record': { takes: { menuId: needed, dataId: needed, pv: number, share: number } },
  ...deskServices,
  'enrolment.apply': order,
  'enrolment.calendar': one,
  'enrolment.cancel': one,
  ...deskEnrolmentServices,
  'enrolment.draw': one,
  'enrolment.list': { takes: { status: optional, activityId: optional }, tells: ['enrolment.message'], lifecycle: ofEnrolment },
  'enrolment.sessions': one,
  'enrolment.signIn': { takes: { activityId: needed, signCode: needed } },
  'enrolment.signUp': order,
  'enrolment.wait': order,
  'inbox.choice': nothing,
  'inbox.choose': { takes: { sms: needed, mail: optional } },
  'inbox.list': nothing,
  'inbox.mailCode': { takes: { address: needed } },
  'inbox.proveMail': { takes: { address: needed, verCode: needed } },
  'inbox.read': one,
  'inbox.readAll': nothing,
  'inbox.unread': nothing,
  'interactions.collect': flag,
  'interactions.star': flag,
  'points.deskHandle': { takes: { id: optional, code: optional }, either: [['id', 'code']] },
  'points.deskOrders': nothing,
  'points.deskTakeBack': { takes: { id: needed, reason: optional } },
  'points.credit': nothing,
  'points.entries': { takes: { way: optional } },
  'points.exchange': { takes: { commodityId: needed, userName: needed, contact: needed, address: needed, remark: optional } },
  'points.orders': { takes: { state: optional }, lifecycle: ofOrder },
  'points.rules': nothing,
  'points.withdraw': one,
  'profile.export': nothing,
  'profile.remove': { takes: { verCode: needed } },
  'reminders.ask': { ...one, tells: ['item.reminder'] },
  'reminders.drop': one,
  'reminders.mine': one,
  'search.hot': nothing,
  'search.near': { takes: { title: optional } },
  'search.record': { takes: { title: needed } },
  'search.suggest': { takes: { title: optional } },
  'search.items': { takes: { title: optional, moduleType: optional }, counts: ['moduleType'] },
  'site.areas': nothing,
  'site.choices': { takes: { dictParentCode: optional, menuId: optional } },
  'site.domain': { takes: { domain: optional } },
  'site.info': nothing,
  'site.menu': nothing,
  'site.slot': { takes: { slotName: optional, slotCode: optional } },
  'submissions.certificate': { takes: { number: needed } },
  'submissions.mine': { takes: { kind: optional } },
  'uploads.many': file,
  'uploads.one': file,
  'uploads.part': { takes: { id: optional, fileType: optional } },
  'uploads.status': { takes: { objectid: needed } },
};

/** Whether a move of what a service keeps is one of the staff that takes effect when it can no longer be taken back. */
export const isHeld = (service: string, move: string): boolean => getOwn(getOwn(services, service)?.lifecycle?.moves, move)?.held === true;
