import { parseTemplate, type Template } from 'url-template';
import type { With } from '../model/definitions.g';
import type { Scope } from './roots';
import { evaluateAll } from './value';

const templates = new Map<string, Template>();

/**
 * Expands a URI Template (RFC 6570). Variables without a value are left out.
 * @param values the variables by name
 */
export function expandTemplate(template: string, values: Readonly<Record<string, unknown>>): string {
  let parsed = templates.get(template);
  if (!parsed) templates.set(template, (parsed = parseTemplate(template)));
  return parsed.expand({ ...(values as Parameters<Template['expand']>[0]) });
}

/** Expands a URI Template whose variables are bound to values of a scope. */
export function expand(template: string, bindings: With | undefined, scope: Scope): string {
  return expandTemplate(template, evaluateAll(bindings, scope));
}
