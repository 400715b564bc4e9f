import { randomUUID } from 'node:crypto';
import { addBooking, type NewBooking } from '../../src/database/bookings/bookings';
import type { Queryable } from '../../src/database/connection';
import { inTransaction } from '../../src/database/transaction';
import type { JsonObject } from '../../src/model/json';
import { formatDate, parseTime } from '../../src/runtime/time';
import { parseVenueTime, listSlots } from '../../src/runtime/venueTime';
import type { AccountPortal, Reply } from './accountPortal';

export const day = 86_400_000;

/** Who asks. */
export interface Asker {
  token: string;
  id: string;
  phone: string;
}

/** The day `ahead` days from the portal's today. */
export const dayAhead = (portal: AccountPortal, ahead: number): string => formatDate(portal.clock.now() + ahead * day);

/** A venue as an import would bring it: 09:00 to 18:00, every day. */
export const venue = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  columnId: '6140',
  name: `V ${id}`,
  image: `/pictures/${id}.svg`,
  address: '1 Test Road',
  insertTime: '2026-01-01',
  ...more,
});

/** A picture and its characters; those asked for at the same time are confused. */
export type Captcha = Awaited<ReturnType<AccountPortal['captcha']>>;

/**
 * Books as the documents' page does.
 * @param more replaces parts of the body; undefined leaves one out
 * @param captcha one that was asked for before, as for bookings at the same time
 */
export async function book(
  portal: AccountPortal,
  member: Asker,
  venueTime: string,
  more: Record<string, unknown> = {},
  { headers, captcha }: { headers?: Record<string, string>; captcha?: Captcha } = {},
): Promise<Reply> {
  const { cookies, text } = captcha ?? (await portal.captcha(member.phone));
  const body = {
    name: '王小明',
    mobilePhone: '13600000001',
    identityCard: '110101199001011237',
    idNumberConsent: true,
    purpose: '排练',
    venueId: 'hall',
    menuId: '6140',
    verCode: text,
    venueTime,
    phone: member.phone,
    memberId: member.id,
    ...more,
  };
  return portal.ask({
    method: 'POST',
    url: '/api/onlinevenues/wt/venue/scheduled',
    token: member.token,
    cookies,
    body: JSON.stringify(body),
    headers,
  });
}

/** What is booked of a venue on a day, as the picker is told. */
export async function takenOn(portal: AccountPortal, date: string, venueId = 'hall'): Promise<unknown> {
  return (await portal.ask({ url: `/api/onlinevenues/wt/time/notCanUse?venueTime=${date}&venueId=${venueId}&menuId=6140` })).body['data'];
}

/** A booking as the database takes it. */
export function newBooking(venueTime: string, more: Partial<NewBooking> = {}): NewBooking {
  const time = parseVenueTime(venueTime);
  if (!time) throw new Error(venueTime);
  const midnight = parseTime(time.day) ?? 0;
  return {
    tenant: 'centre',
    id: randomUUID(),
    module: 'venue',
    venue: 'hall',
    venueName: 'Hall',
    menu: '6140',
    member: 'm1',
    nameCipher: '',
    phoneCipher: '',
    idCipher: '',
    idHash: 'x',
    purposeCipher: '',
    status: 3,
    day: time.day,
    venueTime,
    minutes: listSlots(time.ranges),
    starts: midnight + (time.ranges[0]?.from ?? 0) * 60_000,
    ends: midnight + (time.ranges.at(-1)?.to ?? 0) * 60_000,
    checkIn: true,
    ...more,
  };
}

/** Adds a booking in a transaction of its own. @returns whether it stands */
export async function add(db: Queryable, booking: NewBooking, now: number): Promise<boolean> {
  const taken = new Error('taken');
  try {
    await inTransaction(db, async (tx) => {
      if (!(await addBooking(tx, booking, now))) throw taken;
    });
    return true;
  } catch (error) {
    if (error !== taken) throw error;
    return false;
  }
}
