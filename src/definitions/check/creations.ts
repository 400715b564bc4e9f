import type { Creation, Endpoint, Form, Item, Module, Subject } from '../../model/definitions.g';
import { proofs } from '../../runtime/form';
import { parseMethod } from '../language/calls';
import { getLifecycle } from '../language/lifecycle';
import { getOwn } from '../../model/json';
import { parsePointer } from '../../model/pointer';
import { getSentName, listSentFields } from '../../runtime/sentShape';
import { isDraft } from '../../runtime/lifecycle';
import { checkKept } from './keptValues';
import { checkSetConstants } from './setConstants';
import * as messages from '../problems/messages';
import { listSentNames, type Scope } from '../scopes/scopes';

/** The field of an item that says which member handed it in. */
const author = 'memberId';

/** Checks that what a form sends has a place in the item that a call makes of it, and that a member's own items can be told from others. */
export function checkCreation(path: readonly string[], endpoint: Endpoint, scope: Scope, report: messages.Report): void {
  const { method } = parseMethod(endpoint);
  if (endpoint.own !== undefined) {
    if (endpoint.viewer !== true) report([...path, 'own'], messages.needsContext('A call for own items', '"viewer": true'));
    if (method === 'post' || method === 'put') report([...path, 'own'], messages.needsContext('A call for own items', '"get" or "delete"'));
    checkAuthor([...path, 'own'], scope.definition.item, scope.module, report);
  }
  if (endpoint.creates === undefined) return;
  const at = [...path, 'creates'];
  const form = endpoint.form === undefined ? undefined : getOwn(scope.definition.forms, endpoint.form);
  if (endpoint.form === undefined || endpoint.service !== undefined || (method !== 'post' && method !== 'put'))
    report(at, messages.needsContext('A call that creates an item', '"post" or "put", "form" and no "service"'), 'key');
  const { creates, form: formName = '' } = endpoint;
  const target = findModule(creates.module, [...at, 'module'], scope, report);
  if (creates.about !== undefined) checkSubject([...at, 'about'], creates.about, scope, report);
  if (form === undefined || target === undefined) return;
  const { item = { properties: {} } } = target;
  const [module, isDrafted] = [creates.module ?? scope.module, isDraft({ lifecycle: getLifecycle(target) }, creates)];
  checkItem(at, { creates, form, formName, item, module, member: endpoint.viewer === true, isDrafted }, report);
}

interface Made {
  creates: Creation;
  form: Form;
  formName: string;
  item: Item;
  module: string;
  member: boolean;
  isDrafted: boolean;
}

function checkItem(
  at: readonly string[],
  { creates, form, formName, item, module, member, isDrafted }: Made,
  report: messages.Report,
): void {
  const known = Object.keys(item.properties);
  const sent = listSentNames(form);
  for (const [name, field] of listSentFields(form.fields)) {
    const path = ['forms', formName, 'fields', name];
    // Nothing but a service knows which code was sent to whom: here it would be taken unread.
    if (field.field === 'smsCode')
      report([...path, 'field'], messages.needsContext('A code by text message', 'a call with a "service" that checks it'));
    if (field.local === true || field.consent !== undefined || proofs.has(field.field)) continue;
    const as = getSentName(name, field);
    if (as === creates.continues) continue;
    if (!known.includes(as)) report(path, messages.unknownField(as, `the item of ${module} that "${at.at(-2)}" makes`, known), 'key');
  }
  const set = Object.keys(creates.set ?? {}).map((pointer) => parsePointer(pointer)[0] ?? '');
  checkSetConstants([...at, 'set'], creates.set, { item, module }, report);
  const given = new Set([...sent, ...set, 'id', ...(member ? [author] : [])]);
  for (const name of item.required ?? []) if (!given.has(name)) report(at, messages.neverFilledIn(name, module), 'key');
  checkKept(['forms', formName, 'fields'], { fields: form.fields, item, module, set, isDrafted }, report);
  for (const [index, name] of (creates.once ?? []).entries())
    if (!sent.includes(name)) report([...at, 'once', String(index)], messages.unknownName('value', name, sent));
  if (creates.about !== undefined && !sent.includes(creates.about.id))
    report([...at, 'about', 'id'], messages.unknownName('value', creates.about.id, sent));
  if (creates.once !== undefined && !member) report([...at, 'once'], messages.needsContext('"once"', '"viewer": true'), 'key');
  if (member) checkAuthor(at, item, module, report);
}

function checkAuthor(at: readonly string[], item: Item | undefined, module: string, report: messages.Report): void {
  const property = getOwn(item?.properties, author);
  const needs = `the field "${author}": { "type": "string", "private": true }, which tells whose it is`;
  if (property?.type !== 'string' || property.private !== true) report(at, messages.needsContext(`The item of ${module}`, needs), 'key');
}

/** Checks that the module is there whose item something is about, and that it has places where these run out. */
export function checkSubject(at: readonly string[], { module, places }: Subject, scope: Scope, report: messages.Report): void {
  const about = findModule(module, [...at, 'module'], scope, report);
  if (about === undefined || places === undefined) return;
  const counts = Object.values(about.derive ?? {}).some((derivation) => derivation.function === 'remaining');
  const needs = `a field that the module ${module ?? scope.module} derives by the function "remaining"`;
  if (!counts) report([...at, 'places'], messages.needsContext('"places"', needs), 'key');
}

function findModule(name: string | undefined, at: readonly string[], scope: Scope, report: messages.Report): Module | undefined {
  if (name === undefined || name === scope.module) return scope.definition;
  const found = scope.around.module(name);
  if (found === undefined && !scope.around.isBroken(name)) report(at, messages.unknownName('module', name, scope.around.moduleNames()));
  return found;
}
