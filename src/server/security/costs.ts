/** Cost of the hash of a password: 2^ln rounds of r·128 bytes each, p times (scrypt, RFC 7914). */
export interface PasswordCost {
  ln: number;
  r: number;
  p: number;
}

/** What a task in the place of a picture costs: keys of so many rounds are tried one after the other, between the fewest and the most. */
export interface ChallengeCost {
  rounds: number;
  fewest: number;
  most: number;
}

/** What is slow on purpose, so that guessing many times is dear. */
export interface Costs {
  password: PasswordCost;
  challenge: ChallengeCost;
}

/**
 * What portals run with. A cheap telephone takes one to two seconds for a task, a desk computer a quarter of one; the server derives
 * one key to set a task and none to check it.
 */
export const defaultCosts: Costs = { password: { ln: 15, r: 8, p: 3 }, challenge: { rounds: 5_000, fewest: 200, most: 400 } };
