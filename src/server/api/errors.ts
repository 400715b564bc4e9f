import type { CompiledPortal } from '../../model/compiled';
import { formatPattern } from '../../runtime/text';

/** What a failure says besides its status and text. */
interface FailureDetail {
  /** The status of the HTTP reply where the documents want another one than in the body. */
  http?: number;
  /** The words themselves, where a definition has its own. */
  message?: string;
  /** Messages by the names of a form's fields. */
  errors?: Readonly<Record<string, string>>;
}

/** A failure that the caller is told about: an HTTP status and the name of a shared text, never a stack. */
export class RequestError extends Error {
  /**
   * @param status 400 to 599, or a status of the documents such as 40101, which needs `http`
   * @param text name of the shared text that is the message for visitors
   * @param values arguments of that text
   */
  constructor(
    readonly status: number,
    readonly text: string,
    readonly values: Readonly<Record<string, string | number>> = {},
    readonly detail: FailureDetail = {},
  ) {
    super(`${status} ${text}`);
    this.name = 'RequestError';
  }

  /** The status of the HTTP reply. */
  get http(): number {
    return this.detail.http ?? this.status;
  }
}

/** Returns the words of a failure in the institution's own texts. */
export function formatError(portal: Pick<CompiledPortal, 'texts' | 'patterns'>, error: RequestError): string {
  if (error.detail.message !== undefined && error.detail.message !== '') return error.detail.message;
  return formatPattern(
    portal.texts[error.text] ?? portal.texts['requestFailed'] ?? String(error.status),
    { ...error.values },
    portal.patterns,
  );
}
