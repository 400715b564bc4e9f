import type { CompiledEndpoint, CompiledPortal } from '../../model/compiled';
import type { Json, JsonObject } from '../../model/json';
import type { MultipartBody } from './multipart';
import type { Parameters } from './parameters';
import type { Viewer } from './viewer';

/** A request to the API as it arrived, whoever made it: a browser, or the server itself while it renders a page. */
export interface ApiCall {
  method: string;
  /** Path and query. */
  url: string;
  body?: Json;
  /** A body with files, instead of `body`. */
  multipart?: MultipartBody;
  /** Headers that say who is asking: `authorization`, `cookie`; and `idempotency-key`. */
  headers?: Readonly<Record<string, string>>;
  /** The caller's network address, for limits. */
  address?: string;
  /** Whether the visitor's connection is encrypted. */
  secure?: boolean;
  /** When it arrived, in milliseconds with fractions. */
  arrived?: number;
}

/** A call that reached the built-in back end, checked against its endpoint's declaration. */
export interface ApiRequest {
  portal: CompiledPortal;
  endpoint: CompiledEndpoint;
  parameters: Parameters;
  body: JsonObject;
  /** The body of a call that takes files, not read yet. */
  multipart?: MultipartBody;
  /** Milliseconds since 1970. */
  now: number;
  /** The member who asks, by the token alone. */
  viewer?: Viewer;
  caller: Caller;
}

/** Where a call comes from. Nothing here says who is asking. */
export interface Caller {
  /** The caller's network address, for limits. */
  address: string;
  cookies: Readonly<Record<string, string | undefined>>;
  /** Whether the visitor's connection is encrypted. */
  secure: boolean;
  /** When the call arrived, in milliseconds with fractions. */
  arrived: number;
  /** The name that a submission gave itself, so that a repeated one is known (header Idempotency-Key). */
  key?: string;
}
