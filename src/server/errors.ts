/** A failure that the caller is told about: an HTTP status and the name of a shared text, never a stack. */
export class RequestError extends Error {
  /**
   * @param status HTTP status, 400 to 599
   * @param text name of the shared text that is the message for visitors
   * @param values arguments of that text
   */
  constructor(readonly status: number, readonly text: string, readonly values: Readonly<Record<string, string | number>> = {}) {
    super(`${status} ${text}`);
    this.name = 'RequestError';
  }
}
