import { asString, type Json, type JsonObject } from '../../../model/json';
import { RequestError } from '../../api/errors';

/** What a visitor asks for: contacts to enrol for an activity, or for a session of it. */
export interface Order {
  activity: string;
  /** '' when none was chosen. */ session: string;
  contacts: string[];
  captcha: string;
}

/**
 * Reads an enrolment (ledger ENR-30, ENR-31): contactsId is a list of ids, contacts has `id:idcard:name:phone` for each. Of the latter
 * only the ids count: the rest is what the server itself answered, masked.
 * @throws RequestError 400 without a contact or a code (ledger ENR-07, ENR-08)
 */
export function readOrder(body: JsonObject): Order {
  const contacts = [
    ...new Set([...splitEntries(body['contactsId']), ...splitEntries(body['contacts'])].map((entry) => entry.split(':')[0]?.trim() ?? '')),
  ].filter((id) => id !== '');
  const captcha = asString(body['verCode']).trim();
  if (contacts.length === 0) throw new RequestError('contactsMissing');
  if (captcha === '') throw new RequestError('captchaEmpty');
  return { activity: asString(body['activityId']), session: asString(body['sessionId']), contacts, captcha };
}

/** Returns a list, or one written as text with commas. */
function splitEntries(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(asString) : asString(value).split(',');
}
