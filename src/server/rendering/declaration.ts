import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import type { Json } from '../../model/json';
import type { PageDeclaration, PagePayload } from '../../model/payload';
import { localeName } from '../../runtime/text';
import { buildValidatorAddress, getFormValidator } from '../api/formValidators';
import { collectEndpoints } from './endpoints';
import { omitSharedPatterns, pickTextPatterns, type ServedPart, servePart } from './sharedFrame';

/** Where declarations of pages lie. */
export const declarationPath = '/portal/declarations/:hash.json';

const declared = new WeakMap<CompiledPortal, WeakMap<CompiledPage, PageDeclaration>>();
const served = new WeakMap<PageDeclaration, ServedPart & { address: string }>();

/** Returns what is declared of a page, whatever it shows: the same object each time. */
export function declarePage(portal: CompiledPortal, compiled: CompiledPage): PageDeclaration {
  const ofPortal = declared.get(portal) ?? new WeakMap<CompiledPage, PageDeclaration>();
  declared.set(portal, ofPortal);
  let declaration = ofPortal.get(compiled);
  if (!declaration) {
    declaration = {
      definition: compiled.definition,
      cards: compiled.cards,
      forms: compiled.forms,
      ...describeValidators(compiled, portal.prefix),
      codelists: compiled.codelists,
      endpoints: collectEndpoints(portal, compiled),
      patterns: pickPatterns(portal, compiled),
    };
    ofPortal.set(compiled, declaration);
  }
  return declaration;
}

/** Returns the declaration of one of an institution's pages as browsers fetch it: without the patterns that are in the shared frame. */
export function serveDeclaration(portal: CompiledPortal, compiled: CompiledPage): ServedPart & { address: string } {
  const declaration = declarePage(portal, compiled);
  const known = served.get(declaration);
  if (known) return known;
  const patterns = omitSharedPatterns(declaration.patterns, pickTextPatterns(portal));
  const part = servePart(portal.tenant, { ...declaration, patterns });
  const address = `${portal.prefix}${declarationPath.replace(':hash', part.hash)}?${new URLSearchParams({ path: compiled.path }).toString()}`;
  const made = { ...part, address };
  served.set(declaration, made);
  return made;
}

/** Returns the addresses of the scripts that check the forms of a page. */
function describeValidators({ forms }: CompiledPage, prefix: string): Pick<PagePayload, 'validators'> {
  const validators = Object.entries(forms).map(([name, form]) => [name, prefix + buildValidatorAddress(getFormValidator(form))]);
  return validators.length > 0 ? { validators: Object.fromEntries(validators) as Record<string, string> } : {};
}

/** Returns the parsed ICU patterns that a page and the shared texts use; browsers have no parser. */
function pickPatterns(portal: CompiledPortal, compiled: CompiledPage): Record<string, Json> {
  const found: Record<string, Json> = localeName in portal.patterns ? { [localeName]: portal.locale } : {};
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      if (value.includes('{') && value in portal.patterns) found[value] = portal.patterns[value] as Json;
    } else if (value !== null && typeof value === 'object') Object.values(value).forEach(visit);
  };
  visit([compiled.definition, compiled.cards, compiled.forms, compiled.codelists, portal.texts]);
  return found;
}
