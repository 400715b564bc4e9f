import type { Card, Module, Page } from '../../model/definitions.g';
import type { Problem } from '../../model/problem';
import type { Locate } from '../language/document';
import { deskSections } from '../../model/deskSections';
import { checkCardShape } from './cardShapes';
import { checkConsistency } from './consistency';
import { checkEndpoint } from './endpoints';
import { getLifecycle } from '../language/lifecycle';
import { parseIcuPattern } from '../language/icuPattern';
import { isObject, type Json, type JsonObject, getOwn } from '../../model/json';
import { findExpressionFault } from './expressions';
import { checkAdmin } from './admin';
import { checkDerivations } from './derivations';
import { checkFormat } from './formats';
import { checkForms } from './forms';
import { checkMoves } from './moves';
import { findNameKind } from '../scopes/uses';
import * as messages from '../problems/messages';
import { findCard, findEndpoint, findForm, splitName, type Surroundings } from '../language/names';
import { checkCases, checkListPage, checkLoadLists, checkLoads, checkMaps, checkWith } from './pages';
import { findUnsafeReason } from './safePattern';
import { tellPlacelessForms } from './placelessForms';
import { checkReminder } from './reminder';
import { checkSearchLine } from './search';
import { checkServiceForm } from './services';
import { checkSectionCard } from './shownRows';
import { bindVariable, enterScope, createModuleScope, findStart, type Scope } from '../scopes/scopes';
import { followReference, describeRecord } from '../scopes/shapes';
import { parsePointer } from '../../model/pointer';
import { parseUriTemplate } from '../language/uriTemplate';
import { walk, type Place } from '../language/walk';

/** What is checked of a module: its name, its complete definition and where its values were written. */
interface ReferenceInput {
  name: string;
  json: JsonObject;
  definition: Module;
  locate: Locate;
  around: Surroundings;
}

/**
 * Checks every reference of a module whose form is valid: to fields, queries, texts, loads, calls, cards and code lists, the
 * variables of templates and patterns, and what parts of one page say of each other. References between the pages of
 * different modules are checked in `portalChecks`.
 */
export function checkReferences({ name, json, definition, locate, around }: ReferenceInput): Problem[] {
  const { problems, report } = messages.collectProblems(locate);
  const outermost = createModuleScope(name, definition, around);
  const { entry, pages, item } = definition;
  walk('Module', json, outermost, {
    enter(place, outer) {
      const scope = enterScope(place, outer);
      checkPlace(place, scope, report, locate);
      checkConsistency(place, scope, report);
      return scope;
    },
    key(place, scope) {
      if (place.part === 'Pointer') checkPointer(place, String(place.value), true, scope, report);
    },
  });
  if (entry !== undefined && getOwn(pages, entry) === undefined) report(['entry'], messages.unknownName('page', entry, Object.keys(pages)));
  for (const [page, value] of Object.entries(pages)) checkPage(['pages', page], value, outermost, report);
  const fields = Object.keys(item?.properties ?? {});
  for (const [index, field] of (item?.required ?? []).entries())
    if (!fields.includes(field)) report(['item', 'required', String(index)], messages.unknownField(field, 'the item', fields));
  checkForms(definition, report, around.forStaff === true);
  checkAdmin(definition, around, report);
  checkDerivations(definition, report);
  for (const [form, value] of Object.entries(definition.forms ?? {})) checkServiceForm(form, value, outermost, report);
  checkMoves(outermost, report);
  checkSearchLine(name, definition, report);
  checkReminder(definition, report);
  const told = tellPlacelessForms(problems, name, definition, locate);
  // Where a call or a field is not known, neither is what it holds.
  return told.some(({ severity, code }) => severity === 'error' && code !== 'not-rich-text')
    ? told.filter(({ code }) => code !== 'not-rich-text')
    : told;
}

function checkPlace(place: Place, scope: Scope, report: messages.Report, locate: Locate): void {
  const { part: name, value, path } = place;
  if (typeof value === 'string') {
    if (name === 'Pointer') {
      checkPointer(place, value, false, scope, report);
      checkSharedPattern(place, value, scope, report);
    } else if (name === 'Text') checkText(place, value, scope, report);
    else if (name === 'Template') checkTemplate(place, value, scope, report);
    else if (name === 'Source') checkSource(place, value, scope, report);
    else if (place.field === 'codelist' && (place.owner === 'DisplayObject' || place.owner === 'Derivation' || place.owner === 'Filter'))
      checkCodelist(value, path, scope, report, place.owner === 'Derivation');
    else if (place.field === 'text' && (place.owner === 'TextObject' || place.owner === 'DisplayObject') && path.at(-1) === 'text') {
      const isDisplay = place.owner === 'DisplayObject';
      checkPattern(value, path, place.ownerValue['with'], isDisplay ? { ...scope, given: ['value'], search: [] } : scope, report);
    } else if (place.field === 'pattern' && (place.owner === 'TestSchema' || place.owner === 'FieldSchema'))
      checkRegularExpression(value, path, report);
    else if (name === 'Expression') {
      const fault = findExpressionFault(value, scope.roots);
      if (fault !== undefined) report(path, fault);
    }
  } else if (name === 'Constant' && scope.rich) report(path, messages.notRichText('A constant'));
  else if (place.names.includes('Section') || place.names.includes('Card')) {
    checkForWhom(place, scope, report);
    if (name === 'Card') checkCardShape(path, value as object as Card, locate, report);
    if (isObject(value) && value['section'] === 'list') checkSectionCard(place, scope, report);
  } else if (name === 'Endpoint') checkEndpoint(place, scope, report, locate);
  else if (name === 'Choice' || name === 'Action' || name === 'LayoutChoice') checkCases(place, report);
}

/** Visitors' browsers know no sections of the desk, nor what its tables have besides. */
function checkForWhom({ value, path, names }: Place, { around }: Scope, report: messages.Report): void {
  if (around.forStaff || !isObject(value)) return;
  const place = 'a page of the desk';
  const kind = names.includes('Section') && deskSections.find((each) => each === value['section']);
  if (kind) report([...path, 'section'], messages.needsContext(`A section of kind ${kind}`, place));
  if (!names.includes('Card')) return;
  for (const part of ['more', 'bulk']) if (part in value) report([...path, part], messages.needsContext(`${part} of a card`, place));
}

function checkPointer(place: Place, reference: string, key: boolean, scope: Scope, report: messages.Report): void {
  const start = findStart(place, scope);
  const { fault, shape } = followReference(start ?? describeRecord(scope.roots), reference, start === undefined);
  if (fault !== undefined) report(place.path, fault, key ? 'key' : 'value');
  else if (isRows(place) && !key && shape.type !== 'array' && !shape.open)
    report(place.path, messages.notAList(reference, shape.properties?.['rows'] && 'rows'));
  else if (place.owner === 'Card' && place.field === 'of' && shape.type !== 'array' && !shape.open)
    report(place.path, messages.noEntries(reference));
  else if (scope.rich && !key && shape.contentMediaType !== 'text/html' && shape.items?.contentMediaType !== 'text/html')
    report(place.path, messages.notRichText(reference));
  else if (!key) checkFormat(place, reference, shape, scope, report);
}

/** Where a list is expected. */
const isRows = ({ owner, field }: Place): boolean =>
  field === 'rows' &&
  (owner === 'ChartSection' ||
    owner === 'ListSection' ||
    owner === 'TodayList' ||
    owner === 'MapSection' ||
    owner === 'RecordPick' ||
    owner === 'WeekCalendarSection');

/** What a module calls one of its states. */
function checkStateName({ path }: Place, name: string, { definition }: Scope, report: messages.Report): void {
  const known = Object.keys(getLifecycle(definition).states);
  if (!known.includes(name)) report(path, messages.unknownName('state', name, known));
}

/** A text that starts with a slash is a reference, any other is a pattern. */
function checkText(place: Place, text: string, scope: Scope, report: messages.Report): void {
  if (text.startsWith('/')) {
    const [root, name = ''] = parsePointer(text);
    if (root === 'states') return checkStateName(place, name, scope, report);
    checkPointer(place, text, false, scope, report);
    // What a shared text takes has to be there where it is said.
    const args = root === 'texts' ? (getOwn(scope.around.texts.args, name) ?? []) : [];
    checkVariables(
      args.filter((arg) => !scope.given.includes(arg)),
      place.path,
      undefined,
      scope,
      report,
    );
  } else checkPattern(text, place.path, undefined, scope, report);
}

/** What a shared text takes has to be among what it is shown with, too; it is a warning, as such texts are shown with a gap. */
function checkSharedPattern({ owner, path, ownerValue }: Place, reference: string, scope: Scope, report: messages.Report): void {
  const [root, name = ''] = parsePointer(reference);
  if (owner !== 'TextObject' || path.at(-1) !== 'value' || root !== 'texts') return;
  const args = (getOwn(scope.around.texts.args, name) ?? []).filter((arg) => !scope.given.includes(arg));
  const warn: messages.Report = (at, fault, part) => report(at, { ...fault, severity: 'warning' }, part);
  checkVariables(args, path, ownerValue['with'], scope, warn);
}

function checkPattern(text: string, path: readonly string[], bound: Json | undefined, scope: Scope, report: messages.Report): void {
  const parsed = parseIcuPattern(text);
  if (typeof parsed === 'string') return report(path, messages.badPattern(parsed));
  checkWords(text, path, scope, report);
  const variables = parsed.args.filter((arg) => !scope.given.includes(arg));
  checkVariables(variables, path, bound, scope, report);
}

/** Finds what was meant to be filled in and is shown as it is. */
function checkWords(text: string, path: readonly string[], { roots }: Scope, report: messages.Report): void {
  const wide = /\uff5b(\w+)\uff5d/.exec(text)?.[1];
  if (wide !== undefined) report(path, messages.wideBraces(wide));
  for (const [, reference = '', root = '', name = ''] of text.matchAll(/(?<![\w/.:])(\/(\w+)\/(\w+))(?![\w/.])/g))
    if (getOwn(roots, root) !== undefined) report(path, messages.referenceInWords(reference, name));
}

function checkVariables(
  variables: readonly string[],
  path: readonly string[],
  bound: Json | undefined,
  scope: Scope,
  report: messages.Report,
): void {
  const known = (): string[] => [...scope.given, ...scope.search.flatMap((root) => Object.keys(scope.roots[root]?.properties ?? {}))];
  for (const name of variables) {
    if (isObject(bound) && getOwn(bound, name) !== undefined) continue;
    if (bindVariable(name, scope) === undefined && !scope.search.some((root) => scope.roots[root]?.open))
      report(
        path,
        scope.search.length === 0 && scope.given.length > 0
          ? messages.foreignArgument(name, scope.given)
          : messages.unboundVariable(
              name,
              scope.search,
              known().filter((other) => other !== name),
            ),
      );
  }
}

/** A template has to be one; that of an action gets its values here. */
function checkTemplate(place: Place, template: string, scope: Scope, report: messages.Report): void {
  const parsed = parseUriTemplate(template);
  if (typeof parsed === 'string') return report(place.path, messages.badTemplate(parsed));
  if (place.owner !== 'Action') return;
  const bound = place.ownerValue['with'];
  checkVariables(parsed.variables, place.path, bound, scope, report);
  for (const name of isObject(bound) ? Object.keys(bound) : [])
    if (!parsed.variables.includes(name))
      report([...place.path.slice(0, -1), 'with', name], messages.unusedWith(name, parsed.variables), 'key');
}

/** A name of a call, of a card or of a form, by where it stands. */
function checkSource(place: Place, source: string, scope: Scope, report: messages.Report): void {
  const { path } = place;
  const kind = findNameKind(place) ?? 'endpoint';
  if (kind === 'card' ? findCard(source, scope) !== undefined : kind === 'form' && findForm(source, scope) !== undefined) return;
  const endpoint = kind === 'endpoint' ? findEndpoint(source, scope) : undefined;
  if (endpoint !== undefined) return checkWith(place, endpoint, scope, report);
  const { module } = splitName(source, scope.module);
  const definition = module === scope.module ? scope.definition : scope.around.module(module);
  const names = Object.keys(definition?.[`${kind}s` as const] ?? {}).map((known) =>
    module === scope.module ? known : `${module}:${known}`,
  );
  const elsewhere = source.includes(':') ? [] : findElsewhere(kind, source, scope);
  if (definition !== undefined) report(path, messages.unknownName(kind, source, names, elsewhere));
  // A module with errors of its own has its Problems already; more of them would hide the cause.
  else if (!scope.around.isBroken(module)) report(path, messages.unknownName('module', module, scope.around.moduleNames()));
}

/** Returns the names under which other modules have what a module does not have itself. */
const findElsewhere = (kind: 'card' | 'form' | 'endpoint', name: string, { around }: Scope): string[] =>
  around.moduleNames().flatMap((module) => {
    const named: Readonly<Record<string, unknown>> = around.module(module)?.[`${kind}s`] ?? {};
    return getOwn(named, name) === undefined ? [] : [`${module}:${name}`];
  });

function checkCodelist(name: string, path: readonly string[], scope: Scope, report: messages.Report, derived: boolean): void {
  const known = scope.definition.codelists ?? {};
  const found = getOwn(known, name);
  if (found === undefined) report(path, messages.unknownName('codelist', name, Object.keys(known)));
  else if (found.tree !== undefined && !derived)
    report(path, messages.needsContext('A code list of a "tree"', '"derive" to write its labels'));
}

function checkRegularExpression(expression: string, path: readonly string[], report: messages.Report): void {
  const reason = findUnsafeReason(expression);
  if (reason !== undefined) report(path, messages.badRegularExpression(reason));
}

function checkPage(path: readonly string[], page: Page, scope: Scope, report: messages.Report): void {
  checkLoads(path, page, report);
  if ((page.kind === 'list' || page.kind === 'detail') && page.requires === undefined && findEndpoint(page.source, scope)?.value.viewer)
    report([...path, 'source'], messages.viewerOnPublicPage(page.source));
  if (page.kind === 'list') checkListPage(path, page, scope, report);
  checkLoadLists(path, page, scope, report);
  checkMaps(path, page, report);
}
