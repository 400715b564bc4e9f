import type { Problem } from '../../model/problem';
import { createError, describeType, type Fault } from './fault';
import { joinNames, suggest } from './wording';
import { words } from './words';

/** What is missing stands nowhere: it is told where it was taken away. */
export const missingInputCode = 'missing-input';
const missingStepCode = 'missing-step';
const codes: readonly string[] = [missingInputCode, missingStepCode, 'optional-input', 'wrong-input', 'dropped-input'];
/** Returns whether a Problem is about what a built-in service takes. */
export const isOfService = ({ code }: Pick<Problem, 'code'>): boolean => codes.includes(code);
/**
 * @param others what is sent and the service does not know: one of them was perhaps meant
 * @param example a call of another module that sends all that the service needs
 */
export const missingInput = (service: string, name: string, others: string[], example?: string): Fault => {
  const whole = example === undefined ? '' : words` The call "${example}" sends all that it needs: its form is a complete example.`;
  return createError(
    missingInputCode,
    words`The service "${service}" needs "${name}", and nothing here sends it.${suggest(name, others)}${whole}`,
  );
};
/** @param key what makes that it is not always sent */
export const optionalInput = (service: string, name: string, key: string): Fault =>
  createError('optional-input', words`The service "${service}" needs "${name}" every time; with "${key}" it is not always sent.`);
export const unrequiredInput = (service: string, name: string): Fault =>
  createError('optional-input', words`The service "${service}" needs "${name}" every time: the field needs "required".`);
export const wrongInput = (service: string, name: string, expected: string, found: string): Fault =>
  createError(
    'wrong-input',
    words`The service "${service}" reads "${name}" as ${describeType(expected)}, and this is ${describeType(found)}.`,
  );
export const wrongInputKind = (service: string, name: string, expected: string, found: string): Fault =>
  createError('wrong-input', words`The service "${service}" needs "${name}" of a field of kind "${expected}", and this is "${found}".`);
export const droppedInput = (service: string, name: string, known: string[]): Fault =>
  createError(
    'dropped-input',
    words`The service "${service}" does not know "${name}" and would drop it.${suggest(name, known)} It takes ${joinNames(known, 'and')}; a field with "local": true is not sent.`,
  );
export const unkeptKind = (service: string, kind: string, known: string[]): Fault =>
  createError(
    'dropped-input',
    words`The service "${service}" cannot keep what a field of kind "${kind}" holds. It keeps further fields of the kinds ${joinNames(known, 'and')}.`,
  );
/** @param key where it is looked for */
export const missingStep = (service: string, key: 'states' | 'moves', name: string): Fault =>
  createError(missingStepCode, words`The service "${service}" needs "${name}" among "${key}".`);
export const wrongStep = (service: string, key: 'to' | 'by', value: string): Fault =>
  createError('wrong-input', words`The service "${service}" knows this move with "${key}": "${value}" alone.`);
