import type { FieldKind } from './definitions.g';

/** A value that a service takes: a field of its form, a parameter of its address, or a property of its body. */
export interface ServiceInput {
  type: 'string' | 'boolean' | 'integer';
  /** The service refuses every call without it. */
  required?: true;
  /** The only kind of field that can fill it in: the service relies on what comes with it. */
  field?: FieldKind;
}

/** What a service takes, and what becomes of the rest. */
export interface ServiceContract {
  takes: Readonly<Record<string, ServiceInput>>;
  /** Of each of these lists one is enough. */
  either?: readonly (readonly string[])[];
  /** What else its form has is kept with the record that it makes; other services take nothing else. */
  keeps?: true;
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
};
const flag: ServiceContract = {
  takes: { menuId: needed, businessId: needed, title: optional, image: optional, url: optional, type: optional },
};
const file: ServiceContract = { takes: { fileType: optional } };

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
  'accounts.changePassword': { takes: { oldPassword: needed, password: needed, conPassword: optional } },
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
  'booking.list': { takes: { id: needed, status: optional } },
  'booking.schedule': {
    takes: {
      time: { type: 'string', required: true, field: 'timeSlots' },
      touse: optional,
      name: needed,
      phone: needed,
      idCard: idNumber,
      checkCode: needed,
      venueId: needed,
      menuId: optional,
      account: optional,
    },
    keeps: true,
  },
  'booking.taken': { takes: { venueTime: needed, venueId: needed, menuId: optional } },
  'booking.times': one,
  'collection.list': nothing,
  'comments.add': { takes: { content: needed, dataId: needed, dataMenuId: needed, dataTitle: optional, parentId: optional } },
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
  'enrolment.apply': order,
  'enrolment.calendar': one,
  'enrolment.cancel': one,
  'enrolment.list': { takes: { status: optional } },
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
  'points.credit': nothing,
  'points.entries': { takes: { way: optional } },
  'points.exchange': { takes: { commodityId: needed, userName: needed, contact: needed, address: needed, remark: optional } },
  'points.orders': { takes: { state: optional } },
  'points.rules': nothing,
  'points.withdraw': one,
  'profile.export': nothing,
  'profile.remove': { takes: { verCode: needed } },
  'reminders.ask': one,
  'reminders.drop': one,
  'reminders.mine': one,
  'search.items': { takes: { title: optional, moduleType: optional } },
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

const kept: readonly FieldKind[] = [
  'text',
  'textarea',
  'phone',
  'idNumber',
  'email',
  'number',
  'integer',
  'slider',
  'date',
  'dateTime',
  'month',
  'time',
  'select',
  'radio',
  'checkboxes',
  'rating',
  'checkbox',
  'hidden',
  'cascade',
];

/** The kinds of fields whose values can be kept beside a record: no secrets, no files, nothing that is sent as something else. */
export const keptKinds: ReadonlySet<FieldKind> = new Set(kept);
