import type { ApiRequest, ServiceReply } from '../../api/room';
import type { Viewer } from '../../api/viewer';
import { type LoginData, writeSessionCookies } from '../../security/sessionCookies';

/** Returns a session as a browser is told of it, in the body and by cookies. */
export function describeSession(
  { portal, caller }: ApiRequest,
  { id, name, image, phone }: Pick<Viewer, 'id' | 'name' | 'image' | 'phone'>,
  token: string,
): ServiceReply {
  const data: LoginData = { token, mobilePhone: phone, image, id, name };
  return { item: { ...data }, cookies: writeSessionCookies(portal, data, caller.secure) };
}
