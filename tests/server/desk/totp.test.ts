import { describe, expect, it } from 'vitest';
import { computeCode, findStep, makeSecret } from '../../../src/server/staff/totp';

/** The secret of RFC 6238, appendix B, in Base32: 12345678901234567890. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes of authenticator apps', () => {
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('are those of RFC 6238 at %i s', (seconds, expected) => {
    expect(computeCode(secret, Math.floor(seconds / 30), 8)).toBe(expected);
  });

  it('count half a minute before and after their own', () => {
    const [own, now] = [makeSecret(), 1_700_000_010_000];
    const step = Math.floor(now / 30_000);
    expect(own).toMatch(/^[A-Z2-7]{32}$/);
    expect([-2, -1, 0, 1, 2].map((shift) => findStep(own, computeCode(own, step + shift), now))).toEqual([
      undefined,
      step - 1,
      step,
      step + 1,
      undefined,
    ]);
    expect(findStep(own, ` ${computeCode(own, step).slice(0, 3)} ${computeCode(own, step).slice(3)}`, now)).toBe(step);
  });
});
