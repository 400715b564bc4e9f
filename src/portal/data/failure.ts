import type { Reply } from '../../model/payload';

/** Returns the reply of a call that nothing came back from. */
export const buildFailure = (message: string | undefined, status: number | undefined, fault: Reply['fault']): Reply => ({
  ok: false,
  rows: [],
  total: 0,
  message,
  status,
  fault,
});
