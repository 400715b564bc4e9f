import { toOneLine } from './command';

/** Says that there is no institution of a name. @returns the exit code */
export function refuseInstitution(name: string): number {
  console.error(`There is no institution ${toOneLine(name)}.`);
  return 2;
}
