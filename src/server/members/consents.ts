import { createHash, randomUUID } from 'node:crypto';
import { addConsent, type ConsentPurpose, hasConsent, type Wording } from '../../database/accounts/consents';
import type { Queryable } from '../../database/connection';
import type { CompiledPortal } from '../../model/compiled';
import type { TextKey } from '../../model/textKeys.g';
import { nameVersion } from '../../runtime/form';
import { isYoungerThan } from '../../runtime/idNumber';
import { formatPattern } from '../../runtime/text';
import { getEndpointForm } from '../api/endpointForm';
import { type ErrorCode, formatError, RequestError } from '../api/errors';
import type { ApiRequest } from '../api/room';
import { readRetention } from './retention';

/** Who is younger needs the consent of a guardian (Personal Information Protection Law of China, art. 31). */
const guardianAge = 14;

const wordings: Readonly<Record<ConsentPurpose, TextKey>> = { idNumber: 'idNumberConsentText', guardian: 'guardianConsentText' };
const refusals: Readonly<Record<ConsentPurpose, ErrorCode>> = { idNumber: 'consentMissing', guardian: 'guardianMissing' };

/**
 * Returns what is agreed to, in the institution's words, which say for what and for how long (art. 17, 30). Other words are another
 * version, so that nobody's consent to one counts for the next.
 */
export function composeWording(
  { settings, texts, patterns }: Pick<CompiledPortal, 'settings' | 'texts' | 'patterns'>,
  purpose: ConsentPurpose,
): Wording {
  const { afterEndDays: days, ofContactDays: contactDays } = readRetention(settings);
  const words = formatPattern(texts[wordings[purpose]] ?? '', { institution: settings.site.title, days, contactDays }, patterns);
  return { words, version: createHash('sha256').update(words).digest('base64url').slice(0, 16) };
}

/** What somebody is about to hand in. */
interface Stated {
  idNumbers: readonly string[];
  /** Dates of birth. */
  births?: readonly string[];
}

/**
 * Records, within the transaction that stores what was stated, the consents that the form of a call was ticked for: the separate one
 * without which no ID number may be stored, unless the member gave it before, and for each child that of the guardian (art. 29, 31).
 * @throws RequestError 400 when one is missing, 409 when its words are not those any more that were read, told at the field of the form
 * that gives it
 */
export async function requireConsents(tx: Queryable, request: ApiRequest, { idNumbers, births = [] }: Stated): Promise<void> {
  const isChild = [...idNumbers, ...births].some((text) => isYoungerThan(text, guardianAge, request.now));
  const needed: ConsentPurpose[] = [
    ...(idNumbers.some((number) => number !== '') ? (['idNumber'] as const) : []),
    ...(isChild ? (['guardian'] as const) : []),
  ];
  const missing: ConsentPurpose[] = [];
  for (const purpose of needed) if (!(await takeConsent(tx, request, purpose))) missing.push(purpose);
  const [first] = missing;
  if (first !== undefined)
    throw refuse(
      request,
      refusals[first],
      missing.map((purpose) => [purpose, refusals[purpose]]),
    );
}

/** Returns a refusal that is told at the fields of the form that give the consents, too. */
function refuse(request: ApiRequest, code: ErrorCode, told: readonly (readonly [ConsentPurpose, ErrorCode])[]): RequestError {
  const errors = told.flatMap(([purpose, reason]) => {
    const field = findTick(request, purpose);
    return field === undefined ? [] : [[field, formatError(request.portal, new RequestError(reason))] as const];
  });
  return new RequestError(code, {}, errors.length > 0 ? { errors: Object.fromEntries(errors) } : {});
}

/** As {@link requireConsents}, of ID numbers that the member handed in before and that are stored once more; children had their guardian's consent then. */
export async function requireIdNumberConsent(tx: Queryable, request: ApiRequest): Promise<void> {
  if (!(await takeConsent(tx, request, 'idNumber'))) throw new RequestError('consentMissing');
}

/** Returns whether a member has yet to agree to the words about ID numbers as they are now. */
export async function needsConsent(db: Queryable, portal: CompiledPortal, member: string): Promise<boolean> {
  return !(await hasConsent(db, portal.tenant, { member, purpose: 'idNumber', version: composeWording(portal, 'idNumber').version }));
}

/** What a guardian says is said of one child, so it is said each time. */
async function takeConsent(tx: Queryable, request: ApiRequest, purpose: ConsentPurpose): Promise<boolean> {
  const { portal, body, viewer, now } = request;
  if (purpose === 'idNumber' && viewer && !(await needsConsent(tx, portal, viewer.id))) return true;
  const field = findTick(request, purpose);
  if (field === undefined || body[field] !== true) return false;
  const wording = composeWording(portal, purpose);
  const read = body[nameVersion(field)];
  if (read !== undefined && read !== wording.version) throw refuse(request, 'consentChanged', [[purpose, 'consentChanged']]);
  const consent = { id: randomUUID(), member: viewer?.id ?? '', purpose, given: new Date(now), ...wording };
  await addConsent(tx, portal.tenant, consent);
  return true;
}

/** Returns the name under which a call gives a consent: that of the field of its form, a fixed one of calls without a form. */
function findTick({ portal, endpoint }: ApiRequest, purpose: ConsentPurpose): string | undefined {
  const form = getEndpointForm(portal, endpoint);
  return form ? Object.entries(form.fields).find(([, { consent }]) => consent === purpose)?.[0] : `${purpose}Consent`;
}
