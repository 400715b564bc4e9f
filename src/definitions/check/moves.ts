import type { CertificateFields, Endpoint, Module, States } from '../../model/definitions.g';
import { getOwn } from '../../model/json';
import { findFirstState, isDraft } from '../../runtime/lifecycle';
import { findServedLifecycle, getLifecycle, type ServedLifecycle } from '../language/lifecycle';
import { parseMethod } from '../language/calls';
import * as messages from '../problems/messages';
import { listSentNames, type Scope } from '../scopes/scopes';
import { checkFields } from './fieldRules';
import { checkSetConstants } from './setConstants';

/** Checks the states of a module and its moves against each other, and what its calls say of them. */
export function checkMoves(scope: Scope, report: messages.Report): void {
  const { definition } = scope;
  const { states } = getLifecycle(definition);
  const known = Object.keys(states);
  const served = findServedLifecycle(definition);
  for (const [name, { from, to, takes, set, message }] of Object.entries(definition.moves ?? {})) {
    const at = ['moves', name];
    for (const [index, state] of from.entries())
      if (!known.includes(state)) report([...at, 'from', String(index)], messages.unknownName('state', state, known));
    if (!known.includes(to)) report([...at, 'to'], messages.unknownName('state', to, known));
    if (takes) checkFields([...at, 'takes'], takes, [takes], report);
    checkSetConstants([...at, 'set'], set, { item: definition.item, module: scope.module }, report);
    if (message !== undefined && !served && getOwn(definition.item?.properties, 'memberId') === undefined)
      report([...at, 'message'], messages.needsContext('A message', 'the field "memberId" in the item'), 'key');
  }
  if (definition.certificate) checkCertificate(scope, definition.certificate, report);
  if (definition.states) checkValues(states, report);
  if (served) checkServed(definition, served, report);
  else if (definition.states) checkStates(scope, report);
  for (const [name, endpoint] of Object.entries(definition.endpoints ?? {})) checkCall(['endpoints', name], endpoint, scope, report);
  for (const [name, form] of Object.entries(definition.forms ?? {})) {
    const source = form.submit.draft?.source;
    const endpoint = source === undefined ? undefined : getOwn(definition.endpoints, source);
    if (
      source !== undefined &&
      !(endpoint?.creates && endpoint.form === name && isDraft({ lifecycle: getLifecycle(findTarget(endpoint, scope)) }, endpoint.creates))
    )
      report(['forms', name, 'submit', 'draft', 'source'], messages.noDraft(source));
  }
}

/** A number that no move gives is nobody's, and what has none can never be genuine. */
function checkCertificate({ definition }: Scope, { number, states }: CertificateFields, report: messages.Report): void {
  const known = Object.keys(getLifecycle(definition).states);
  for (const [index, state] of states.entries())
    if (!known.includes(state)) report(['certificate', 'states', String(index)], messages.unknownName('state', state, known));
  if (!Object.values(definition.moves ?? {}).some((move) => move.number === number))
    report(['certificate', 'number'], messages.needsContext('The number of a certificate', 'a move that gives it ("number")'));
}

function checkValues(states: States, report: messages.Report): void {
  const values = new Map<unknown, string>();
  for (const [name, { value }] of Object.entries(states)) {
    const other = values.get(value);
    if (other !== undefined) report(['states', name, 'value'], messages.equalValue(name, other));
    else values.set(value, name);
  }
}

/** Holds the states and moves to a service that knows all of them. */
function checkServed({ states = {}, moves = {} }: Module, { service, lifecycle }: ServedLifecycle, report: messages.Report): void {
  const known = Object.entries(lifecycle.moves);
  for (const name of lifecycle.states) if (!getOwn(states, name)) report(['states', name], messages.missingStep(service, 'states', name));
  for (const [name, { optional }] of known)
    if (!optional && !getOwn(moves, name)) report(['moves', name], messages.missingStep(service, 'moves', name));
  for (const name of Object.keys(states))
    if (!lifecycle.states.includes(name)) report(['states', name], messages.unknownName('state', name, [...lifecycle.states]), 'key');
  for (const [name, { from, to, by }] of Object.entries(moves)) {
    const contract = getOwn(lifecycle.moves, name);
    const at = ['moves', name];
    if (!contract) {
      const names = known.map(([each]) => each);
      report(at, messages.unknownName('move', name, names), 'key');
      continue;
    }
    for (const [index, state] of from.entries())
      if (!contract.from.includes(state)) report([...at, 'from', String(index)], messages.unknownName('state', state, [...contract.from]));
    if (to !== contract.to) report([...at, 'to'], messages.wrongStep(service, 'to', contract.to));
    if (by !== contract.by) report([...at, 'by'], messages.wrongStep(service, 'by', contract.by));
  }
}

function checkStates(scope: Scope, report: messages.Report): void {
  const lifecycle = getLifecycle(scope.definition);
  const moves = Object.values(lifecycle.moves);
  const first = [...listBeginnings(scope), findFirstState({ lifecycle }, {})];
  for (const [name, { visible, awaits }] of Object.entries(lifecycle.states)) {
    const isReached = moves.some(({ to, from }) => to === name && from.some((state) => state !== name));
    // What is imported is seen by everyone.
    if (!isReached && !first.includes(name) && visible !== 'everyone') report(['states', name], messages.unreachableState(name), 'key');
    if (awaits === 'staff' && !moves.some(({ by, from, to }) => by === 'staff' && from.includes(name) && to !== name))
      report(['states', name, 'awaits'], messages.stuckState(name));
  }
}

/** Returns the states that calls of any module create items of this one in. */
const listBeginnings = ({ module, around, definition }: Scope): string[] =>
  around.moduleNames().flatMap((name) => {
    const { endpoints } = (name === module ? definition : around.module(name)) ?? {};
    return Object.values(endpoints ?? {}).flatMap(({ creates }) =>
      creates && (creates.module ?? name) === module ? [findFirstState({ lifecycle: getLifecycle(definition) }, creates)] : [],
    );
  });

const findTarget = ({ creates }: Endpoint, { module, definition, around }: Scope): Pick<Module, 'states' | 'moves'> =>
  creates?.module === undefined || creates.module === module ? definition : (around.module(creates.module) ?? {});

function checkCall(path: readonly string[], endpoint: Endpoint, scope: Scope, report: messages.Report): void {
  if (endpoint.service === 'submissions.certificate' && !scope.definition.certificate)
    report([...path, 'service'], messages.needsContext('A call for certificates', '"certificate" in its module'));
  const { creates, move, own, history, form, params = {}, viewer } = endpoint;
  if (history !== undefined && own === undefined) report([...path, 'history'], messages.needsContext('"history"', '"own"'), 'key');
  if (creates) checkCreated([...path, 'creates'], endpoint, scope, report);
  if (move === undefined) return;
  const { method } = parseMethod(endpoint);
  const moves = Object.entries(getLifecycle(scope.definition).moves).flatMap(([name, { by }]) => (by === 'member' ? [name] : []));
  if (!moves.includes(move)) report([...path, 'move'], messages.unknownName('move', move, moves));
  const isOwn = viewer === true && Object.values(params).some(({ field }) => field === '/id');
  if (!isOwn || form !== undefined || creates || endpoint.service !== undefined || (method !== 'post' && method !== 'put'))
    report(
      [...path, 'move'],
      messages.needsContext(
        'A call that makes a move',
        '"post" or "put", "viewer": true, a parameter with "field": "/id", and no "form", "creates" or "service"',
      ),
      'key',
    );
}

function checkCreated(
  at: readonly string[],
  { creates = {}, form: formName = '', viewer, ...endpoint }: Endpoint,
  scope: Scope,
  report: messages.Report,
): void {
  const lifecycle = getLifecycle(findTarget({ creates, ...endpoint }, scope));
  const known = Object.keys(lifecycle.states);
  const { state, continues } = creates;
  if (state !== undefined && !known.includes(state)) return report([...at, 'state'], messages.unknownName('state', state, known));
  if (continues === undefined) return;
  if (viewer !== true) report([...at, 'continues'], messages.needsContext('"continues"', '"viewer": true'), 'key');
  const sent = listSentNames(getOwn(scope.definition.forms, formName));
  if (!sent.includes(continues)) report([...at, 'continues'], messages.unknownName('value', continues, sent));
  const target = findFirstState({ lifecycle }, creates);
  if (!Object.values(lifecycle.moves).some(({ to, by }) => to === target && by === 'member'))
    report([...at, 'continues'], messages.noWayBack(target), 'key');
}
