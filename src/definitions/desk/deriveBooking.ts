import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import type { FormField } from '../../model/definitions.g';
import { isObject, type Json, type JsonObject } from '../../model/json';
import { keptKinds } from '../check/keptKinds';
import { type DeskWords, reply, stringType } from './parts';

/** What a definition has for the bookings of a module's places: nothing, unless they can be booked. */
interface Booking {
  properties: JsonObject;
  endpoints: JsonObject;
  forms: JsonObject;
  cards: JsonObject;
  pages: JsonObject;
}

/** The page of the desk that shows the bookings of a module's places, by its name. */
export const weekPage = 'week';

const dateTime: JsonObject = { type: 'string', format: 'date-time' };
const success: JsonObject = { toast: '/reply/message', tone: 'positive', reload: true };
const failure: JsonObject = { toast: '/reply/message', tone: 'danger' };

/** Returns the week of a module's places: what is booked and blocked, and what staff do with it. */
export function deriveBooking(module: CompiledModule, site: CompiledPortal, words: DeskWords): Booking {
  if (!module.definition.booking) return { properties: {}, endpoints: {}, forms: {}, cards: {}, pages: {} };
  const { name } = module;
  const path = `/content/${name}/${weekPage}`;
  return {
    properties: Object.fromEntries([
      ...['Kind', 'State', 'Title', 'Phone', 'Text', 'Place', 'PlaceName', 'Time', 'Day'].map((part) => [`span${part}`, stringType]),
      ...['spanBegin', 'spanEnd'].map((part) => [part, dateTime]),
      ...['pickedDay', 'pickedFrom', 'pickedUntil'].map((part) => [part, stringType]),
      ['spanDays', { type: 'integer' }],
      ['spanWhole', { type: 'boolean' }],
    ]) as JsonObject,
    endpoints: deriveEndpoints(name),
    forms: deriveForms(module, site, words),
    cards: { span: spanCard, free: freeCard },
    pages: { [weekPage]: derivePage(path, words) },
  };
}

function deriveEndpoints(name: string): JsonObject {
  const list: JsonObject = { viewer: true, right: 'read', ...reply, rows: '/data/rows', total: '/data/total' };
  const form = (call: string, service: string): JsonObject => ({
    post: `/api/desk/${name}/${call}`,
    service,
    form: call,
    viewer: true,
    right: 'serve',
    ...reply,
  });
  return {
    places: { get: `/api/desk/${name}/places`, service: 'booking.deskPlaces', ...list },
    spans: { get: `/api/desk/${name}/spans{?id,day,view}`, service: 'booking.deskWeek', ...list },
    bookingMove: {
      post: `/api/desk/${name}/booking-move`,
      service: 'booking.deskMove',
      viewer: true,
      right: 'serve',
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'move'],
        properties: { id: stringType, move: stringType },
      },
      ...reply,
    },
    bookingReject: form('bookingReject', 'booking.deskMove'),
    bookingCallOff: form('bookingCallOff', 'booking.deskMove'),
    bookingReschedule: form('bookingReschedule', 'booking.deskReschedule'),
    bookingMake: form('bookingMake', 'booking.deskBook'),
    bookingBlock: form('bookingBlock', 'booking.deskBlock'),
    bookingUnblock: form('bookingUnblock', 'booking.deskUnblock'),
  };
}

const needed = (label: string): JsonObject => ({
  label,
  required: { value: '/texts/deskNeeded', with: { field: label } },
});
const hidden = (value: Json): JsonObject => ({ field: 'hidden', value });
const reason = (text: string): JsonObject => ({
  reason: { field: 'textarea', label: '/texts/bookingDeskReason', hint: text, schema: { maxLength: 200 } },
});

/** Holds unless a whole day is chosen; nobody has touched that at first. */
const ofHours: JsonObject = { '/form/wholeDay': { anyOf: [{ present: false }, false] } };

/** A day and a stretch of it. @param root where what the calendar knows of it stands */
const timeFields = (day: string, from: string, until: string): JsonObject => ({
  day: { field: 'date', ...needed('/texts/bookingDeskDay'), default: day },
  from: { field: 'time', ...needed('/texts/bookingDeskFrom'), default: from },
  until: { field: 'time', ...needed('/texts/bookingDeskUntil'), default: until },
});

function deriveForms(module: CompiledModule, site: CompiledPortal, words: DeskWords): JsonObject {
  const form = (source: string, label: string, fields: JsonObject): [string, JsonObject] => [
    source,
    { label, fields, submit: { source, label, success, failure } },
  ];
  const refuse = (move: string): JsonObject => ({
    id: hidden('/row/id'),
    move: hidden({ const: move }),
    reason: {
      field: 'textarea',
      ...needed('/texts/bookingDeskReason'),
      hint: words('bookingDeskReasonMember'),
      schema: { maxLength: 200 },
    },
  });
  return Object.fromEntries([
    form('bookingReject', '/texts/bookingDeskReject', refuse('reject')),
    form('bookingCallOff', '/texts/bookingDeskCallOff', refuse('callOff')),
    form('bookingReschedule', '/texts/bookingDeskMove', {
      id: hidden('/row/id'),
      seenVenue: hidden('/row/spanPlace'),
      seenTime: hidden('/row/spanTime'),
      venueId: {
        field: 'pickOne',
        ...needed('/texts/bookingDeskPlace'),
        default: '/row/spanPlace',
        pick: { rows: '/places/rows', title: '/row/spanPlaceName' },
      },
      ...timeFields('/row/spanDay', '/row/pickedFrom', '/row/pickedUntil'),
      ...reason(words('bookingDeskReasonMember')),
    }),
    form('bookingMake', '/texts/bookingDeskMake', {
      venueId: hidden('/row/spanPlace'),
      ...timeFields('/row/pickedDay', '/row/pickedFrom', '/row/pickedUntil'),
      ...deriveOwnFields(module, site),
      member: { field: 'checkbox', label: '/texts/bookingDeskMember', hint: words('bookingDeskMemberHint') },
    }),
    form('bookingBlock', '/texts/bookingDeskBlock', {
      venueId: hidden('/row/spanPlace'),
      day: { field: 'date', ...needed('/texts/bookingDeskDay'), default: '/row/pickedDay' },
      wholeDay: { field: 'checkbox', label: '/texts/bookingDeskWhole' },
      from: {
        field: 'time',
        ...needed('/texts/bookingDeskFrom'),
        default: '/row/pickedFrom',
        when: ofHours,
      },
      until: {
        field: 'time',
        ...needed('/texts/bookingDeskUntil'),
        default: '/row/pickedUntil',
        when: ofHours,
      },
      repeat: {
        field: 'select',
        ...needed('/texts/bookingDeskRepeat'),
        default: { const: 'once' },
        options: {
          once: { value: 'once', label: '/texts/bookingDeskOnce' },
          daily: { value: 'daily', label: '/texts/bookingDeskDaily' },
          weekly: { value: 'weekly', label: '/texts/bookingDeskWeekly' },
        },
      },
      lastDay: { field: 'date', ...needed('/texts/bookingDeskLast'), when: { '/form/repeat': { enum: ['daily', 'weekly'] } } },
      reason: { field: 'text', label: '/texts/bookingDeskReason', schema: { maxLength: 100 } },
      shown: { field: 'checkbox', label: '/texts/bookingDeskShown' },
    }),
    form('bookingUnblock', '/texts/bookingDeskUnblock', {
      id: hidden('/row/id'),
      day: hidden('/row/spanDay'),
      all: { field: 'checkbox', label: '/texts/bookingDeskAllDays', when: { '/row/spanDays': { minimum: 2 } } },
    }),
  ]) as JsonObject;
}

/** What references in fields at the desk may begin with: nothing else is there. */
const known = /^\/(?:form|texts|now)\//;

/**
 * Returns the fields of the form by which visitors book, as staff fill them in: who comes, what for, and what the institution asks for besides.
 * ID numbers, which need a consent, saved contacts, captchas and what the page of a place knows are not asked for.
 */
function deriveOwnFields({ definition }: CompiledModule, { endpoints }: CompiledPortal): Record<string, JsonObject> {
  const form = Object.values(definition.forms ?? {}).find(({ submit }) => endpoints[submit.source]?.service === 'booking.schedule');
  const fields = Object.entries(form?.fields ?? {}).filter(
    ([, field]) => keptKinds.has(field.field) && field.consent === undefined && field.local !== true && field.birth !== true,
  );
  const kept = fields.filter(([, { field }]) => field !== 'idNumber' && field !== 'hidden' && field !== 'agreement');
  return Object.fromEntries(kept.map(([field, value]) => [field, adapt(value, new Set(kept.map(([own]) => own)))]));
}

/** Drops what a field says of what the desk does not know. */
function adapt(field: FormField, kept: ReadonlySet<string>): JsonObject {
  const { sendAs: _sendAs, when, default: _default, ...rest } = field as object as JsonObject;
  const entries = Object.entries(rest).filter(([, value]) => !refersElsewhere(value));
  const isThere = isObject(when) && Object.keys(when).every((pointer) => kept.has(pointer.split('/')[2] ?? ''));
  return { ...Object.fromEntries(entries), ...(isThere ? { when } : {}) };
}

const refersElsewhere = (value: Json | undefined): boolean => {
  if (typeof value === 'string') return value.startsWith('/') && !known.test(value);
  if (Array.isArray(value)) return value.some(refersElsewhere);
  return isObject(value) && Object.entries(value).some(([key, part]) => key !== 'schema' && refersElsewhere(part));
};

const call = (label: string, move: string, states: readonly string[]): JsonObject => ({
  label,
  when: { '/row/spanKind': { enum: [...states] } },
  call: 'bookingMove',
  with: { id: '/row/id', move: { const: move } },
  success,
  failure: { ...failure, reload: true },
});
const open = (label: string, form: string, states: readonly string[], tone = 'plain'): JsonObject => ({
  label,
  tone,
  when: { '/row/spanKind': { enum: [...states] } },
  form,
});

/** A booking or a block with all that can be done with it. */
const spanCard: JsonObject = {
  shape: 'row',
  title: '/row/spanPlaceName',
  badge: { value: '/row/spanState', tones: stateTones() },
  fields: {
    time: { value: '/row/spanTime', format: 'moment', label: '/texts/bookingDeskTime' },
    name: { value: '/row/spanTitle', label: '/texts/bookingDeskName', when: { '/row/spanKind': { not: { const: 'blocked' } } } },
    phone: { value: '/row/spanPhone', label: '/texts/bookingDeskPhone' },
    text: { value: '/row/spanText', label: '/texts/bookingDeskText' },
  },
  actions: {
    approve: call('/texts/bookingDeskApprove', 'approve', ['waiting']),
    checkIn: call('/texts/bookingDeskCame', 'checkIn', ['running', 'invalid']),
    move: open('/texts/bookingDeskMove', 'bookingReschedule', ['waiting', 'unused'], 'secondary'),
    reject: open('/texts/bookingDeskReject', 'bookingReject', ['waiting']),
    callOff: open('/texts/bookingDeskCallOff', 'bookingCallOff', ['unused']),
    unblock: open('/texts/bookingDeskUnblock', 'bookingUnblock', ['blocked'], 'secondary'),
  },
};

/** Time that nobody has. */
const freeCard: JsonObject = {
  shape: 'row',
  title: '/row/spanPlaceName',
  fields: { time: { value: '/row/pickedDay', format: 'day', label: '/texts/bookingDeskTime' } },
  actions: {
    book: { label: '/texts/bookingDeskMake', form: 'bookingMake' },
    block: { label: '/texts/bookingDeskBlock', tone: 'secondary', form: 'bookingBlock' },
  },
};

function stateTones(): JsonObject {
  const of = (...states: string[]): JsonObject => ({ '/row/spanKind': { enum: states } });
  return {
    warning: of('waiting'),
    positive: of('running', 'completed'),
    primary: of('unused'),
    danger: of('rejected', 'calledOff'),
    muted: of('blocked', 'invalid', 'unsubscribed'),
  };
}

function derivePage(path: string, words: DeskWords): JsonObject {
  const of = (...kinds: string[]): JsonObject => ({ '/row/spanKind': { enum: kinds } });
  return {
    kind: 'composed',
    path,
    title: words('bookingDeskWeek'),
    banner: false,
    requires: 'login',
    query: { id: 'The place; else the first.', day: 'A day of the week that is shown; else today.', view: 'day: one day of all places.' },
    loads: {
      places: { source: 'places', required: true },
      spans: { source: 'spans', with: { id: '/query/id', day: '/query/day', view: '/query/view' }, required: true },
    },
    sections: {
      [weekPage]: {
        section: 'weekCalendar',
        rows: '/spans/rows',
        begin: '/row/spanBegin',
        end: '/row/spanEnd',
        title: '/row/spanTitle',
        state: {
          value: '/row/spanState',
          tones: stateTones(),
          icons: { clock: of('waiting'), ticket: of('unused'), play: of('running'), user: of('completed'), settings: of('blocked') },
        },
        place: '/row/spanPlace',
        places: '/places/rows',
        placeTitle: '/row/spanPlaceName',
        placeLabel: '/texts/bookingDeskPlace',
        ground: of('open'),
        whole: { '/row/spanWhole': true },
        heading: of('special'),
        faded: of('calledOff', 'rejected', 'unsubscribed'),
        card: 'span',
        free: 'free',
      },
    },
  };
}
