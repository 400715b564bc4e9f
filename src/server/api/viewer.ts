import type { CompiledEndpoint, CompiledPortal } from '../../model/compiled';
import type { Right } from '../../model/definitions.g';
import type { JsonObject } from '../../model/json';
import { RequestError } from './errors';
import type { Parameters } from './parameters';

/** What is known of a member of the staff besides the name. */
export interface StaffPart {
  login: string;
  /** The name of the role, as the settings have it. */
  role: string;
  /** Whether the role allows something with the items of a module. */
  may(module: string, right: Right): boolean;
}

/** The member who makes a call, by the token alone; at the desk a member of the staff, by the session's cookie. */
export interface Viewer {
  /** Of a call at the desk, and there always. */
  staff?: StaffPart;
  session: string;
  id: string;
  phone: string;
  name: string;
  image: string;
  issued: number;
  expires: number;
}

/** Says whose session at the desk a cookie names. */
export interface StaffVerifier {
  /** Returns undefined for a session that is not there, is over, or has not passed the second factor. */
  identify(portal: CompiledPortal, cookies: Readonly<Record<string, string | undefined>>): Promise<Viewer | undefined>;
}

/** Says whose a token is. */
export interface TokenVerifier {
  /** Returns undefined for a token that was not issued for this institution, has expired or was revoked. */
  viewer(tenant: string, token: string): Promise<Viewer | undefined>;
}

/**
 * Returns who makes a call: the token in the Authorization header says so, nothing else. A page that anybody may see is shown to
 * a visitor whose token is no longer valid as to any other.
 * @throws RequestError 40101 (in the body; HTTP 200) when the call is for members alone and there is no valid token; who never
 * logged in is not told that a login has expired
 */
export async function identifyViewer(
  portal: CompiledPortal,
  endpoint: CompiledEndpoint,
  authorization: string | undefined,
  sessions: TokenVerifier,
): Promise<Viewer | undefined> {
  const token = authorization?.replace(/^Bearer\s+/i, '').trim();
  const hasToken = token !== undefined && token !== '';
  const viewer = hasToken ? await sessions.viewer(portal.tenant, token) : undefined;
  if (endpoint.viewer && !viewer) throw new RequestError(hasToken ? 'sessionExpired' : 'loginRequired');
  return viewer;
}

/** What can be called at the desk by who has not logged in yet. */
const loginServices: ReadonlySet<string | undefined> = new Set(['staff.login', 'staff.secondFactor', 'staff.confirm', 'staff.logout']);

/**
 * Returns the member of the staff who makes a call at the desk: the cookie says so, never a member's token. Nothing is answered there to
 * nobody but what leads in, whatever a definition says.
 * @throws RequestError 401 without a session, 403 when the role does not allow what the call needs
 */
export async function identifyStaff(
  portal: CompiledPortal,
  endpoint: CompiledEndpoint,
  cookies: Readonly<Record<string, string | undefined>>,
  sessions: StaffVerifier,
): Promise<Viewer | undefined> {
  if (loginServices.has(endpoint.service)) return undefined;
  const viewer = await sessions.identify(portal, cookies);
  if (!viewer) throw new RequestError('staffLoginRequired');
  if (endpoint.right !== undefined && viewer.staff?.may(endpoint.module, endpoint.right) !== true) throw new RequestError('staffMayNot');
  return viewer;
}

/**
 * Returns the viewer of a call that its definition keeps for members.
 * @throws RequestError 40101 when a patch has opened it to everybody
 */
export function requireViewer(viewer: Viewer | undefined): Viewer {
  if (!viewer) throw new RequestError('sessionExpired');
  return viewer;
}

/** Names under which the documents' calls say who is asking. */
const memberNames = ['p', 'webUserId', 'memberId', 'userId'];
const institutionNames = ['fid', 'departmentCode', 'museumCode'];

/**
 * What a call says of the caller and of the institution chooses nothing; where it differs from the token and the host, the call is refused.
 * @throws RequestError 403 for another member, 400 for another institution
 */
export function checkClaims(
  portal: CompiledPortal,
  endpoint: CompiledEndpoint,
  viewer: Viewer | undefined,
  parameters: Parameters,
  body: JsonObject,
): void {
  const said = (name: string): string | undefined => {
    const value = parameters.get(name) ?? (Object.hasOwn(body, name) ? body[name] : undefined);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const contradicts = (names: readonly string[], ...own: string[]): boolean =>
    names.some((name) => ![undefined, ...own].includes(said(name)));
  if (viewer && contradicts(memberNames, viewer.phone, viewer.id)) throw new RequestError('tokenInvalid');
  if (!endpoint.viewer && endpoint.form === undefined) return;
  const { fid, code } = portal.settings;
  if (contradicts(institutionNames, fid, code)) throw new RequestError('foreignInstitution');
}
