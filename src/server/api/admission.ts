import type { CompiledEndpoint } from '../../model/compiled';
import { RequestError } from './errors';

/**
 * Lets a call in, and is told when it is answered.
 * @throws RequestError when the call cannot be taken now
 */
export type Admission = (endpoint: CompiledEndpoint) => Promise<() => void>;

/** What calls are let in by. */
export interface AdmissionLimits {
  /** How many calls that change something are under way at once. */
  mostWriting: number;
  /** Whether too little space is left to store anything. */
  isDiskLow(): Promise<boolean>;
}

/**
 * Returns the admission of calls. Those that only read are always let in. Of those that change something more than can be answered in
 * good time are refused at once, before anything is done for them; files are on their way for minutes and are not counted.
 */
export function createAdmission({ mostWriting, isDiskLow }: AdmissionLimits): Admission {
  let writing = 0;
  return async ({ method, multipart }) => {
    if (method === 'GET') return () => undefined;
    if (writing >= mostWriting) throw new RequestError('errorBusy');
    if (!multipart) writing += 1;
    const leave = (): void => {
      if (!multipart) writing -= 1;
    };
    if (!(await isDiskLow())) return leave;
    leave();
    throw new RequestError('storageFull');
  };
}
