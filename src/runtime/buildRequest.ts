import type { ClientEndpoint } from '../model/compiled';
import type { CallValues } from './pageData';
import { expandTemplate } from './template';

/** Returns the request that a call makes: values that the template does not name go into the body of a writing call. */
export function buildRequest(endpoint: ClientEndpoint, values: CallValues): { method: string; url: string; body?: CallValues } {
  const url = expandTemplate(endpoint.template, values);
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return { method: endpoint.method, url };
  const body = Object.fromEntries(Object.entries(values).filter(([name]) => !endpoint.variables.includes(name)));
  return { method: endpoint.method, url, body };
}
