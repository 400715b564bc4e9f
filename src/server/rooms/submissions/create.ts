import { createHash, randomUUID } from 'node:crypto';
import type { Queryable } from '../../../database/connection';
import { addMove } from '../../../database/content/itemMoves';
import { getItem } from '../../../database/content/items';
import { countSubmissionPlaces, noteSubmissionPlace } from '../../../database/content/submissionPlaces';
import { findUploadIds, holdUploads } from '../../../database/content/uploadUses';
import { putItems } from '../../../database/content/writeItems';
import { lockPlaces } from '../../../database/enrolments/places';
import { inTransaction } from '../../../database/transaction';
import type { CompiledModule } from '../../../model/compiled';
import type { Creation, Form, FormField, Property } from '../../../model/definitions.g';
import { asText, isPresent, type Json, type JsonObject } from '../../../model/json';
import { assign, formatPointer, resolve } from '../../../model/pointer';
import { propertyAt } from '../../../runtime/coerce';
import { holds } from '../../../runtime/condition';
import { proofs } from '../../../runtime/form';
import { findFirstState, findState, isDraft } from '../../../runtime/lifecycle';
import { maskIdNumber } from '../../../runtime/mask';
import { type Scope, createSiteRoots } from '../../../runtime/roots';
import { getSentName, listSentFields, placeValues } from '../../../runtime/sentShape';
import { formatText } from '../../../runtime/text';
import { formatIso } from '../../../runtime/time';
import { splitAddresses, getUpload } from '../../../runtime/upload';
import { getEndpointForm } from '../../api/endpointForm';
import { RequestError } from '../../api/errors';
import { withIdempotencyKey } from '../../api/idempotency';
import type { ApiRequest, LimitedCall, ServiceReply } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import { requireConsents } from '../../members/consents';
import { readCapacity } from '../../items/derivedFields';
import { moveItem } from '../../items/moveItem';
import { toRecord } from '../../items/record';
import { type FoundSubject, requireSubject } from '../../items/subjects';
import type { AccountServices } from '../../security/accountServices';
import { checkFiles, nameFiles } from './files';
import { checkFound } from './found';
import { isOpenTo, refuseHandedIn } from './twin';
import { consumeCaptcha } from '../../security/captcha';
import { limitUses } from '../../security/limits';

const day = 86_400_000;
const usualDaily = 20;

/**
 * Answers a call that `creates`: makes an item of what its form sent, awaiting review unless the definition says otherwise. The
 * body was checked against the form; what it is about, how often and whether again is checked here, whatever a page showed.
 * @throws RequestError with the words of the definition when it is refused
 */
export async function createItem(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, endpoint, viewer, caller } = request;
  const { creates } = endpoint;
  const form = getEndpointForm(portal, endpoint);
  const module = portal.modules[creates?.module ?? endpoint.module];
  if (!creates || !form || !module) throw new RequestError('noSuchCall');
  const made: Submission = { request, accounts, creates, form, module, values: readSentValues(form, request.body) };
  checkFiles(portal, form, request.body, request.now);
  const prepare = async (db: Queryable = accounts.db): Promise<void> => {
    const captcha = isDraft(module, creates) ? undefined : Object.entries(form.fields).find(([, { field }]) => field === 'captcha')?.[0];
    if (captcha !== undefined) await consumeCaptcha(request, { ...accounts, db }, asText(request.body[captcha]));
    await countSubmission(request, { ...accounts, db }, viewer?.id ?? caller.address);
  };
  const work = (tx: Queryable): Promise<ServiceReply> => storeItem(tx, made);
  if (viewer && caller.key !== undefined) return withIdempotencyKey(request, accounts.db, { prepare, work });
  await prepare();
  return inTransaction(accounts.db, work);
}

/**
 * Answers whether a member may hand something in by a call that creates one item in all.
 * @throws RequestError 409 with the words of that call when there is one that the member cannot fill in again
 */
export async function answerAllowed(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, endpoint } = request;
  const target = portal.endpoints[`${endpoint.module}:${endpoint.allows ?? ''}`];
  const [form, module] = [target && getEndpointForm(portal, target), portal.modules[target?.creates?.module ?? endpoint.module]];
  if (!target?.creates || !form || !module) throw new RequestError('noSuchCall');
  const made: Submission = { request: { ...request, endpoint: target }, accounts, creates: target.creates, form, module, values: {} };
  const to = findFirstState(module, target.creates);
  for (const id of deriveIds(made, requireViewer(request.viewer).id, [])) {
    const found = await getItem(accounts.db, portal.tenant, module.name, id);
    if (found && !isOpenTo(module, findState(module, found), to))
      throw new RequestError('handedInBefore', {}, { message: formatMessage(target.creates.repeated, made) });
  }
  return {};
}

/** Who a member is a back end of the institution's own knows; a stranger's address is limited where it answers too. */
export async function limitSubmissions(call: LimitedCall, accounts: AccountServices): Promise<void> {
  if (!call.endpoint.viewer) await countSubmission(call, accounts, call.caller.address);
}

function countSubmission({ portal, endpoint }: LimitedCall, accounts: AccountServices, whom: string): Promise<void> {
  const rule = { name: `create-${endpoint.name}`, most: endpoint.creates?.daily ?? usualDaily, milliseconds: day };
  return limitUses(accounts, portal.tenant, [rule], whom);
}

interface Submission {
  request: ApiRequest;
  accounts: AccountServices;
  creates: Creation;
  form: Form;
  module: CompiledModule;
  values: JsonObject;
}

async function storeItem(tx: Queryable, asked: Submission): Promise<ServiceReply> {
  const { request, creates, module, form } = asked;
  const { portal, now } = request;
  if (!(await holdUploads(tx, portal.tenant, findUploadIds(asked.values), now))) throw new RequestError('uploadGone');
  const made = { ...asked, values: await nameFiles(tx, portal.tenant, form, asked.values) };
  const isDrafted = isDraft(module, creates);
  const about = isDrafted ? undefined : await findSubject(tx, made);
  if (!isDrafted) {
    await checkFound(tx, portal, made.form, request.body, now);
    await requireConsents(tx, request, readSensitive(made));
  }
  const continued = creates.continues === undefined ? '' : asText(made.values[creates.continues]);
  const id = continued === '' ? await chooseId(tx, made) : continued;
  if (continued === '' && !isDrafted) await refuseHandedIn(tx, request, { module, target: findFirstState(module, creates) }, id);
  if (about) await requirePlace(tx, made, about);
  await (continued === '' ? addItem(tx, made, id) : fillAgain(tx, made, id));
  if (about && creates.about?.places)
    await noteSubmissionPlace(tx, {
      tenant: portal.tenant,
      aboutModule: about.module.name,
      aboutId: about.id,
      module: module.name,
      item: id,
    });
  const usual = isDrafted ? 'draftKept' : creates.review === false ? 'submitted' : 'submittedForReview';
  return { item: { id }, message: formatMessage(creates.message, made) ?? portal.texts[usual] };
}

/** @throws RequestError 404 without the published item that it is about, 400 when that is not in the state that is asked for */
async function findSubject(tx: Queryable, made: Submission): Promise<FoundSubject | undefined> {
  const { about } = made.creates;
  return about && (await requireSubject(tx, made.request, about, asText(made.values[about.id]), buildScope(made)));
}

async function addItem(tx: Queryable, made: Submission, id: string): Promise<void> {
  const { request, creates, module } = made;
  const { portal, now } = request;
  const target = findFirstState(module, creates);
  const keeping = { keys: made.accounts.keys, made: now };
  await putItems(tx, [toRecord(portal.tenant, module, requireMasked(made, buildItem(made, id)), target, keeping)]);
  if (module.definition.states) {
    const added = { at: new Date(now), role: 'member' as const, move: '', origin: '', target, given: {} };
    await addMove(tx, { tenant: portal.tenant, module: module.name, id }, added);
  }
}

/** Fills the member's own item in anew and moves it to where new ones begin. */
async function fillAgain(tx: Queryable, made: Submission, id: string): Promise<void> {
  const { request, creates, module } = made;
  const { portal, viewer, now } = request;
  const which = { to: findFirstState(module, creates) };
  const own = { by: 'member' as const, member: requireViewer(viewer).id };
  await moveItem(tx, {
    portal,
    module,
    id,
    ...own,
    which,
    given: {},
    now,
    keys: made.accounts.keys,
    keeping: { keys: made.accounts.keys },
    fill: (item) => fillItem(made, item, id),
  });
}

/** Returns an item with what a form holds now in place of what it held before; what it shows masked and does not send stays. */
function fillItem(made: Submission, item: JsonObject, id: string): JsonObject {
  const held = { ...item };
  for (const [name, field] of listSentFields(made.form.fields)) {
    const as = getSentName(name, field);
    if (!(field.masked && made.values[as] === undefined)) delete held[as];
  }
  return requireMasked(made, { ...held, ...buildItem(made, id) });
}

/**
 * Returns an item that has what its form requires and shows masked: what is not sent stays, unless nothing was there.
 * @throws RequestError 400 with the words of the fields
 */
function requireMasked(made: Submission, item: JsonObject): JsonObject {
  const { request, form, module, creates } = made;
  const errors = Object.entries(form.fields).flatMap(([name, field]): [string, string][] =>
    field.masked && field.required !== undefined && !isPresent(item[field.sendAs ?? name]) && !isDraft(module, creates)
      ? [[name, formatText(field.required, buildScope(made), request.portal.patterns)]]
      : [],
  );
  if (errors.length > 0) throw new RequestError('invalidBody', {}, { message: errors[0]?.[1], errors: Object.fromEntries(errors) });
  return item;
}

/** Returns what was filled in that nothing stores without consent. */
function readSensitive({ request, form }: Submission): { idNumbers: string[]; births: string[] } {
  const filledIn = (isIt: (field: FormField) => boolean): string[] =>
    Object.entries(form.fields).flatMap(([name, field]) => (isIt(field) ? [asText(request.body[name])] : []));
  return { idNumbers: filledIn(({ field }) => field === 'idNumber'), births: filledIn(({ birth }) => birth === true) };
}

/**
 * Who hands something in at the same time waits here until this is stored or given up, so that each counts those before.
 * @throws RequestError 409 when no place is left
 */
async function requirePlace(tx: Queryable, made: Submission, { module, id, stored, item }: FoundSubject): Promise<void> {
  const { portal } = made.request;
  const places = made.creates.about?.places;
  if (!places || !holds(places.when, { ...buildScope(made), item })) return;
  const enrolled = await lockPlaces(tx, { tenant: portal.tenant, module: module.name, activity: id });
  const handedIn = (await countSubmissionPlaces(tx, portal.tenant, module.name, [id])).get(id) ?? 0;
  if (enrolled + handedIn >= readCapacity(stored, module))
    throw new RequestError('placesGone', {}, { message: formatMessage(places.full, made) });
}

/**
 * Returns a new id; of what a member may hand in once, one that the next attempt has too, so that of two at the same time one
 * is kept. @throws RequestError 409 when it is taken
 */
async function chooseId(tx: Queryable, made: Submission): Promise<string> {
  const { request, creates, module } = made;
  const { portal, viewer } = request;
  if (!creates.once || !viewer) return randomUUID();
  const [id, ...others] = deriveIds(made, viewer.id, creates.once);
  for (const taken of [id, ...others])
    if (await getItem(tx, portal.tenant, module.name, taken))
      throw new RequestError('submittedBefore', {}, { message: formatMessage(creates.repeated, made) });
  return id;
}

/** Returns the ids that something may have; of an ID number nothing is stored by which it can be tried out, so that each key has its own. */
function deriveIds({ request, accounts, form, values }: Submission, member: string, once: readonly string[]): [string, ...string[]] {
  const said = JSON.stringify([member, ...once.map((name) => values[name] ?? null)]);
  // Programs that staff type ids to would take a hyphen in front for an option.
  const shorten = (hash: string): string => hash.slice(0, 32).replace(/^-/, '_');
  if (!listIdNumbers(form).some((name) => once.includes(name))) return [shorten(createHash('sha256').update(said).digest('base64url'))];
  const [first, ...others] = accounts.keys.hashes('submitted once', request.portal.tenant, said);
  return [shorten(first), ...others.map(shorten)];
}

/** The names under which a form sends ID numbers. */
const listIdNumbers = ({ fields }: Form): string[] =>
  Object.entries(fields).flatMap(([name, { field, sendAs = name }]) => (field === 'idNumber' ? [sendAs] : []));

function buildItem(made: Submission, id: string): JsonObject {
  const { creates, form, module, values } = made;
  const isDrafted = isDraft(module, creates);
  // What needs a consent is asked for with it, when the draft is handed in.
  const isKept = ({ field, birth }: FormField): boolean => !proofs.has(field) && !(isDrafted && (field === 'idNumber' || birth === true));
  const { viewer, now } = made.request;
  const properties = module.definition.item?.properties ?? {};
  const item: JsonObject = {};
  for (const [name, field] of listSentFields(form.fields)) {
    const as = getSentName(name, field);
    const [property, value] = [properties[as], values[as]];
    if (property && value !== undefined && isKept(field)) item[as] = toPropertyValue(value, field, property);
  }
  const scope = buildScope(made);
  const numbers = listIdNumbers(form).map((name) => formatPointer(['form', name]));
  for (const [pointer, value] of Object.entries(creates.set ?? {})) {
    // An ID number is in its own field alone, from which it is erased in time.
    if (numbers.some((number) => number === value)) continue;
    // A moment that is kept as a text is written as all times are.
    const written = value === '/now' && propertyAt(pointer, module.definition.item)?.type === 'string';
    const found = typeof value === 'string' ? (written ? formatIso(now) : resolve(value, scope)) : value.const;
    if (found !== undefined && found !== null) assign(pointer, item, found);
  }
  return { ...item, id, ...(viewer ? { memberId: viewer.id } : {}) };
}

/** Returns a value as its item keeps it: several travel as one text, and a list is kept as one. */
function toPropertyValue(value: Json, field: FormField, { type }: Property): Json {
  if (type !== 'array' || typeof value !== 'string') return value;
  const files = getUpload(field);
  return files ? splitAddresses(files, value) : value.split(',').filter((entry) => entry !== '');
}

/** Returns what was filled in, by the names under which it was sent. */
function readSentValues(form: Form, body: JsonObject): JsonObject {
  const sent: JsonObject = {};
  placeValues(form.fields, body, sent);
  return sent;
}

/** The roots of what is said and set; ID numbers have their masks. */
function buildScope({ request: { portal, viewer, now }, form, values }: Submission): Scope {
  const masked = listIdNumbers(form).map((name) => [name, maskIdNumber(asText(values[name]))] as const);
  const member = viewer && { signedIn: true, id: viewer.id, name: viewer.name, phone: viewer.phone, image: viewer.image };
  return {
    ...createSiteRoots({ ...portal.settings, texts: portal.texts }, now, member),
    form: { ...values, ...Object.fromEntries(masked) },
  };
}

function formatMessage(message: Creation['message'], made: Submission): string | undefined {
  return message === undefined ? undefined : formatText(message, buildScope(made), made.request.portal.patterns);
}
