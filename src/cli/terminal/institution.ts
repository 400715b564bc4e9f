import type { Definitions } from '../../definitions/load';
import { findNearest } from '../../definitions/problems/wording';
import { toOneLine } from './command';

/** So many names are listed at most. */
const most = 40;

/**
 * Says that no work can be done for an institution: there is none of that name, or its definitions have errors.
 * @param tenants the names of those that there are
 * @returns the exit code
 */
export function refuseInstitution(name: string, { tenants }: Pick<Definitions, 'tenants'>): number {
  console.error(
    tenants.includes(name)
      ? `The definitions of ${toOneLine(name)} have errors; npm run check tells which.`
      : `There is no institution ${toOneLine(name)}${describeKnown(name, tenants)}`,
  );
  return 2;
}

/** Ends a sentence about a name that is none of those that are known: which was probably meant, and which there are. */
export function describeKnown(name: string, known: readonly string[]): string {
  const best = findNearest(name, known);
  const others = known.length > most ? ` and ${known.length - most} more` : '';
  const listed = known.length === 0 ? '' : ` Known are ${known.slice(0, most).join(', ')}${others}.`;
  return `${best === undefined ? '.' : `; did you mean "${best}"?`}${listed}`;
}
