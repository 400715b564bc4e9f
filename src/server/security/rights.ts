import type { Right, TenantSettings } from '../../model/definitions.g';
import { getOwn } from '../../model/json';
import { RequestError } from '../api/errors';
import type { StaffPart, Viewer } from '../api/viewer';

/**
 * Returns what says whether a role allows something with the items of a module: the module's own list, or that of `all`. A role that the
 * settings do not have allows nothing.
 */
export function createMay({ staff }: Pick<TenantSettings, 'staff'>, role: string): StaffPart['may'] {
  const rights = getOwn(staff?.roles, role)?.may ?? {};
  return (module, right) => (getOwn(rights, module) ?? getOwn(rights, 'all') ?? []).includes(right);
}

/**
 * Returns the member of the staff who makes a call, if the role allows something with the items of a module.
 * @throws RequestError 401 where nobody of the staff asks, 403 where the role does not allow it
 */
export function requireRight(viewer: Viewer | undefined, module: string, right: Right): Viewer & { staff: StaffPart } {
  const staff = viewer?.staff;
  if (!viewer || !staff) throw new RequestError('staffLoginRequired');
  if (!staff.may(module, right)) throw new RequestError('staffMayNot');
  return { ...viewer, staff };
}
