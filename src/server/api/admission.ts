import type { CompiledEndpoint } from '../../model/compiled';
import { RequestError } from './errors';

/** What lets calls in. */
export interface Admission {
  /** Whether a call would be refused now, because too many are under way. */
  isFullFor(endpoint: CompiledEndpoint): boolean;
  /**
   * Lets a call in.
   * @returns what is to be called when it is answered
   * @throws RequestError when the call cannot be taken now
   */
  enter(endpoint: CompiledEndpoint): Promise<() => void>;
}

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
  const isFullFor = ({ method, multipart }: CompiledEndpoint): boolean => method !== 'GET' && !multipart && writing >= mostWriting;
  return {
    isFullFor,
    async enter(endpoint) {
      const { method, multipart } = endpoint;
      if (method === 'GET') return () => undefined;
      if (isFullFor(endpoint)) throw new RequestError('errorBusy');
      if (!multipart) writing += 1;
      const leave = (): void => {
        if (!multipart) writing -= 1;
      };
      if (!(await isDiskLow())) return leave;
      leave();
      throw new RequestError('storageFull');
    },
  };
}
