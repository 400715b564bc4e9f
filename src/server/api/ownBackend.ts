import { isIP } from 'node:net';
import type { CompiledEndpoint, CompiledPortal } from '../../model/compiled';
import type { Backend, TenantSettings } from '../../model/definitions.g';
import { getOwn } from '../../model/json';
import type { ApiCall } from './backEnd';

/** Variables of the server's environment, by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** A back end of an institution's own, and its name in the settings. */
export interface OwnBackend {
  name: string;
  backend: Backend;
}

/** Returns the back end of the institution's own that answers a call; undefined where the built-in one does. */
export function findOwnBackend(
  { settings: { backend, backends } }: Pick<CompiledPortal, 'settings'>,
  { backend: name }: Pick<CompiledEndpoint, 'backend'>,
): OwnBackend | undefined {
  if (name === undefined) return backend && { name: 'backend', backend };
  const named = getOwn(backends, name);
  return named && { name, backend: named };
}

/** Returns whether the built-in back end answers the calls of a module. */
export const isBuiltIn = (portal: CompiledPortal, module: string): boolean =>
  Object.values(portal.modules[module]?.endpoints ?? {}).every((endpoint) => findOwnBackend(portal, endpoint) === undefined);

/** Returns whether members log in at a back end of the institution's own: then their tokens are its own, and mean nothing here. */
export const isLoginElsewhere = (portal: CompiledPortal): boolean =>
  Object.values(portal.endpoints).some(
    (endpoint) => endpoint.service?.startsWith('accounts.login') === true && findOwnBackend(portal, endpoint) !== undefined,
  );

/**
 * Returns all that a back end is told besides the call itself. The visitor's token goes there only when the settings say that it is the
 * back end's own; cookies and everything else that the visitor's browser sends stay here.
 * @throws Error for a secret that the environment does not have, which names the variable alone
 */
export function buildBackendHeaders(
  portal: CompiledPortal,
  backend: Backend,
  { headers, address = '' }: Pick<ApiCall, 'headers' | 'address'>,
  variables: Variables,
): Record<string, string> {
  const { organizationHeader = 'X-Organization-Id', addressHeader = 'X-Forwarded-For', tokenHeader } = backend;
  const token = headers?.['authorization'];
  return {
    ...Object.fromEntries(
      Object.entries(backend.headers ?? {}).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : readSecret(value.secret, variables),
      ]),
    ),
    accept: 'application/json',
    'accept-encoding': 'identity',
    [organizationHeader]: portal.settings.fid,
    ...(isIP(address) === 0 ? {} : { [addressHeader]: address }),
    ...(tokenHeader === undefined || token === undefined || !isLoginElsewhere(portal) ? {} : { [tokenHeader]: token }),
  };
}

function readSecret(name: string, variables: Variables): string {
  const fault = findSecretFault(name, variables);
  if (fault !== undefined) throw new Error(fault);
  return variables[name] ?? '';
}

/** What is wrong with a secret; never a part of it. */
function findSecretFault(name: string, variables: Variables): string | undefined {
  const value = variables[name];
  if (value === undefined || value === '') return `the environment variable ${name} is not set`;
  return /^[\x20-\x7e]+$/.test(value) ? undefined : `the environment variable ${name} holds what no header can carry`;
}

/** Returns what is wrong with the secrets that the headers of an institution's back ends need, in words for the operator. */
export function findSecretFaults({ backend, backends }: Pick<TenantSettings, 'backend' | 'backends'>, variables: Variables): string[] {
  const all = Object.entries({ ...(backend ? { backend } : {}), ...backends });
  return all.flatMap(([name, { headers = {} }]) =>
    Object.values(headers).flatMap((value) => {
      const fault = typeof value === 'string' ? undefined : findSecretFault(value.secret, variables);
      return fault === undefined ? [] : [`${fault}, which the back end "${name}" needs; its calls are not answered`];
    }),
  );
}
