import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Problem } from '../../model/problem';
import { findRemoval, type Locate, type MemberPart, type Misspelt } from '../language/document';
import { isObject, type Json, getOwn } from '../../model/json';
import { formatPointer, parsePointer, resolveTokens } from '../../model/pointer';
import * as messages from '../problems/messages';
import { deref, metaSchemas, type MetaSchema, type Root } from '../language/metaSchemas';
import { chooseBranch } from '../language/resolve';
import { repairForm } from '../problems/repair';
import { findNearest } from '../problems/wording';
import { describe, describeBound, describeForm, describePart, meantForm, takesConstant, writeConstant } from './describe';

interface Found {
  path: string[];
  part: MemberPart;
  fault: messages.Fault;
  /** What is not there. */
  missing?: string;
}

/** Puts a fault at a value, or at the name or the value that stands within it. */
type At = (fault: messages.Fault, part?: MemberPart, within?: string[]) => Found[];

// Every program compiles the meta-schemas when it starts: neither checking them nor polishing what they compile to is worth the time.
const ajv = new Ajv({
  allErrors: true,
  discriminator: true,
  strict: false,
  verbose: true,
  addUsedSchema: false,
  validateSchema: false,
  code: { optimize: false },
});
for (const schema of Object.values(metaSchemas)) ajv.addSchema(schema);
const compiled = new WeakMap<MetaSchema, ValidateFunction>();

/**
 * Holds a complete definition against its meta-schema.
 * @param root what it is
 * @param value the definition, after all patches
 * @param locate where its values were written
 * @param misspelt says when an object was added by a patch that perhaps meant another name
 * @returns the Problems, at most `maxProblemsPerFile`; none when the value has the type that `root` names
 */
export function validate(root: Root, value: Json, locate: Locate, misspelt: Misspelt = () => undefined): Problem[] {
  const schema = root === 'Module' ? metaSchemas.module : metaSchemas.tenant;
  const found = findFaults(schema, value, [], misspelt);
  const shown = found.slice(0, messages.maxProblemsPerFile);
  if (found.length > shown.length) shown.push({ path: [], part: 'value', fault: messages.moreProblems(found.length - shown.length) });
  return shown.map(({ path, part, fault, missing }) => {
    const removed = missing === undefined ? undefined : findRemoval(locate, [...path, missing]);
    return removed ? messages.createProblem(removed, formatPointer(path), fault) : messages.createProblemAt(locate, path, fault, part);
  });
}

/** Faults of a value that stands at `base`; those of a wrong branch of an anyOf are replaced by those of the branch that was meant. */
function findFaults(schema: MetaSchema, value: Json, base: string[], misspelt: Misspelt): Found[] {
  const check = createValidator(schema);
  if (check(value)) return [];
  const errors = check.errors ?? [];
  const choices = keepOutermost(errors.filter((error) => error.keyword === 'anyOf'));
  const rest = errors.filter((error) => !choices.some((choice) => isWithin(error.instancePath, choice.instancePath)));
  const plain = rest.flatMap((error) => toFaults(error, rest, base, misspelt));
  return [...plain, ...choices.flatMap((choice) => findFaultsOfChoice(choice, value, base, misspelt))];
}

function findFaultsOfChoice(choice: ErrorObject, value: Json, base: string[], misspelt: Misspelt): Found[] {
  const path = parsePointer(choice.instancePath);
  const found = resolveTokens(value, path) ?? null;
  const schema = choice.parentSchema as MetaSchema;
  const branch = chooseBranch(schema, found);
  const at = [...base, ...path];
  if (branch === undefined) return [{ path: at, part: 'value', fault: describeWrongBranch(schema, found, at.at(-1)) }];
  const faults = findFaults(deref(branch), found, at, misspelt);
  // What is no reference in the place of one is perhaps a constant.
  const isWritten = deref(branch).title === 'Pointer' && takesConstant(schema) && repairForm('Pointer', '', found) === undefined;
  return isWritten
    ? faults.map((one) => ({ ...one, fault: messages.badForm(describe(deref(branch)), found, writeConstant(found)) }))
    : faults;
}

function describeWrongBranch(schema: MetaSchema, found: Json, key: string | undefined): messages.Fault {
  if (found === null) return schema.title === 'Test' ? messages.nullInTest() : messages.nullInDefinition();
  // Elsewhere it is true or false; here it is what visitors read.
  if (key === 'required' && typeof found === 'boolean')
    return messages.wrongType('the words that are shown when nothing is filled in', found);
  const meant = takesConstant(schema) && (typeof found === 'number' || typeof found === 'boolean') ? writeConstant(found) : undefined;
  return messages.wrongType((schema.anyOf ?? []).map((branch) => describe(deref(branch))).join(', or '), found, meant);
}

function createValidator(schema: MetaSchema): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const check =
    schema.$id === undefined ? ajv.compile(resolveReferences(schema) as MetaSchema) : (ajv.getSchema(schema.$id) ?? ajv.compile(schema));
  compiled.set(schema, check);
  return check;
}

/** A part compiled by itself has no base against which `#/$defs/...` could be resolved. */
function resolveReferences(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(resolveReferences);
  if (typeof node !== 'object' || node === null) return node;
  const resolveMember = (key: string, inner: unknown): unknown =>
    key === '$ref' && typeof inner === 'string' && inner.startsWith('#') ? `${findHome(inner)}${inner}` : resolveReferences(inner);
  return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, resolveMember(key, inner)]));
}

function findHome(reference: string): string {
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  return Object.values(metaSchemas).find((schema) => getOwn(schema.$defs, name) !== undefined)?.$id ?? '';
}

function keepOutermost(errors: ErrorObject[]): ErrorObject[] {
  const sorted = [...errors].sort((a, b) => a.instancePath.length - b.instancePath.length);
  const kept: ErrorObject[] = [];
  for (const error of sorted) if (!kept.some((other) => isWithin(error.instancePath, other.instancePath))) kept.push(error);
  return kept;
}

const isWithin = (path: string, ancestor: string): boolean => path === ancestor || path.startsWith(`${ancestor}/`);

function toFaults(error: ErrorObject, all: ErrorObject[], base: string[], misspelt: Misspelt): Found[] {
  const path = [...base, ...parsePointer(error.instancePath)];
  const schema = error.parentSchema as MetaSchema;
  const at: At = (fault, part = 'value', within = []) => [{ path: [...path, ...within], part, fault }];
  const params = error.params as Record<string, unknown>;
  // The fault of a name is told by the keyword propertyNames, its inner reason is noise.
  if (error.propertyName !== undefined && error.keyword !== 'propertyNames') return [];
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(params['additionalProperty']);
      return at(messages.unknownKey(key, Object.keys(schema.properties ?? {}), findOwners(schema, key, error.data)), 'key', [key]);
    }
    case 'required': {
      const missing = String(params['missingProperty']);
      const kinds = schema.discriminator?.propertyName === missing ? listKinds(schema, missing) : [];
      if (kinds.length > 0) return at(messages.missingKind(describePart(schema.title), missing, kinds, misspelt(path)));
      const same = all.filter(
        (other) => other.keyword === 'required' && other.instancePath === error.instancePath && other.schemaPath === error.schemaPath,
      );
      // What is there under a misspelt name is told there.
      const names = same.map((other) => String(other.params['missingProperty'])).filter((name) => !isMisspelt(schema, name, error.data));
      const [first] = names;
      return same[0] === error && first !== undefined
        ? [{ path, part: 'value', fault: messages.missingKey(names, describePart(schema.title), misspelt(path)), missing: first }]
        : [];
    }
    case 'discriminator':
      return toDiscriminatorFaults(error, schema, all, at);
    case 'propertyNames': {
      const key = String(params['propertyName']);
      return at(describeBadKey(deref(schema.propertyNames ?? {}), key), 'key', [key]);
    }
    case 'enum':
    case 'const':
      return at(messages.notAllowed(schema.enum ?? [schema.const], error.data));
    case 'type':
      return at(error.data === null ? messages.nullInDefinition() : messages.wrongType(describe(schema), error.data));
    case 'pattern':
      return at(messages.badForm(describeForm(schema), error.data, meantForm(schema, error.data, path.at(-1))));
    default:
      return at(messages.outOfRange(describeBound(error), error.data));
  }
}

/** Whether a part has a key that it does not know and that reads like one that it lacks. */
function isMisspelt({ properties = {}, additionalProperties }: MetaSchema, name: string, found: unknown): boolean {
  if (additionalProperties !== false || !isObject(found)) return false;
  const known = Object.keys(properties);
  return Object.keys(found).some((key) => !known.includes(key) && findNearest(key, known) === name);
}

function toDiscriminatorFaults(error: ErrorObject, schema: MetaSchema, all: ErrorObject[], at: At): Found[] {
  const tag = String(error.params['tag']);
  const kinds = listKinds(schema, tag);
  const missing = all.some(
    (other) => other.keyword === 'required' && other.instancePath === error.instancePath && other.params['missingProperty'] === tag,
  );
  return missing ? [] : at(messages.unknownKind(tag, kinds, isObject(error.data) ? getOwn(error.data, tag) : error.data), 'value', [tag]);
}

const listKinds = (schema: MetaSchema, tag: string): string[] =>
  (schema.oneOf ?? []).map((branch) => String(deref(branch).properties?.[tag]?.const));

const describeBadKey = (schema: MetaSchema, key: string): messages.Fault =>
  schema.enum === undefined
    ? messages.badName(key, describeForm(schema), repairForm(schema.title ?? '', schema.pattern ?? '', key))
    : messages.notAllowed(schema.enum, key);

/** Returns the keys of a part in whose value another key is known; those that it cannot do without and lacks, whichever of several things they take. */
function findOwners({ properties = {}, required = [] }: MetaSchema, key: string, found: unknown): string[] {
  const isKnown = (schema: MetaSchema): boolean => getOwn(schema.properties, key) !== undefined;
  const lacking = required.filter((name) => isObject(found) && getOwn(found, name) === undefined);
  const needed = lacking.filter(
    (name) => properties[name] && (deref(properties[name]).anyOf ?? []).some((branch) => isKnown(deref(branch))),
  );
  return needed.length > 0 ? needed : Object.entries(properties).flatMap(([name, inner]) => (isKnown(deref(inner)) ? [name] : []));
}
