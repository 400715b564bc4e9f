import type { DefinitionStore } from '../../src/server/config/definitionStore';
import type { CompiledEndpoint, CompiledPortal } from '../../src/model/compiled';

/** A call of an institution. */
export interface Call {
  host: string;
  portal: CompiledPortal;
  endpoint: CompiledEndpoint;
}

const hosts = ['localhost', 'museum.localhost', 'library.localhost'];

/** Returns every call of every institution; those that are declared alike once. */
export function findDeclaredCalls(definitions: DefinitionStore): Call[] {
  const found = new Map<string, Call>();
  for (const host of hosts) {
    const portal = definitions.portalOfHost(host);
    if (!portal) throw new Error(`${host} has no portal`);
    for (const endpoint of Object.values(portal.endpoints)) {
      const form = portal.modules[endpoint.module]?.definition.forms?.[endpoint.form ?? ''];
      const key = JSON.stringify([endpoint.name, endpoint.template, endpoint.params, endpoint.body, form?.fields]);
      if (!found.has(key)) found.set(key, { host, portal, endpoint });
    }
  }
  return [...found.values()];
}

export const isWriting = ({ endpoint: { method } }: Call): boolean => method === 'POST' || method === 'PUT';

/** Returns what the body of a call may hold, each with the most characters that its declaration allows. */
export function findBodyFields({ portal, endpoint }: Call): [name: string, longest: number][] {
  const form = portal.modules[endpoint.module]?.definition.forms?.[endpoint.form ?? ''];
  if (!form) {
    const properties = (endpoint.body?.['properties'] ?? {}) as Record<string, { maxLength?: number }>;
    return Object.entries(properties).map(([name, { maxLength = 10_000 }]) => [name, maxLength]);
  }
  const fields = Object.entries(form.fields).map(([name, { sendAs, field, schema }]): [string, number] => [
    sendAs ?? name,
    schema?.maxLength ?? (field === 'richText' ? 100_000 : 10_000),
  ]);
  return [...fields, ...Object.keys(form.submit.with ?? {}).map((name): [string, number] => [name, 10_000])];
}
