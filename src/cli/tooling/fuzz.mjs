import { join } from 'node:path';
import { root, run } from './process.mjs';

/**
 * Makes requests of all calls that are changed at random (tests/security/fuzz.test.ts).
 * @param {string[]} args how many, and the seed of the first one; each has the seed after that of the one before
 * @returns {Promise<number>} 0 when all were answered as they should be
 */
export async function runFuzz([requests = '5000', seed = String(Date.now() % 1_000_000_000), ...more]) {
  if (more.length > 0 || ![requests, seed].every((number) => /^\d{1,9}$/.test(number))) {
    console.error('Usage: npm run fuzz [-- requests [seed]]');
    return 2;
  }
  const env = { ...process.env, NODE_ENV: 'test', VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', FUZZ_REQUESTS: requests, FUZZ_SEED: seed };
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  return run(process.execPath, [vitest, 'run', 'tests/security/fuzz.test.ts', '--testNamePattern', 'are answered'], { env });
}
