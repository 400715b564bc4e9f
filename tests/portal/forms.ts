import type { Json } from '../../src/model/json';
import account from '../../schemas/modules/account.json';
import type { ClientEndpoint, Method } from '../../src/model/compiled';
import type { Form, Page } from '../../src/model/definitions.g';
import type { PagePayload, Payload } from '../../src/model/payload';
import { pageOf, patternsOf, shellOf } from './payloads';

/** A definition with what compilation would add: absolute names of calls, and the variables of links. */
function compiled(value: Json): Json {
  if (Array.isArray(value)) return value.map(compiled);
  if (value === null || typeof value !== 'object') return value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, key === 'source' && typeof part === 'string' ? `account:${part}` : compiled(part)]),
  );
  return typeof inner['to'] === 'string' && inner['to'].includes('{?redirect}')
    ? { ...inner, with: { redirect: '/query/redirect' } }
    : inner;
}

function clientEndpoint(name: string, endpoint: Record<string, Json>): ClientEndpoint {
  const method = (['get', 'post', 'put'] as const).find((key) => key in endpoint) ?? 'get';
  const template = String(endpoint[method]);
  const { description: _description, form: _form, ...rest } = endpoint;
  return {
    ...rest,
    name: `account:${name}`,
    method: method.toUpperCase() as Method,
    template,
    variables: [...template.matchAll(/[?,{/]([A-Za-z]+)(?=[,}])/g)].map((match) => match[1] ?? ''),
    params: {},
    shape: account.item,
  } as ClientEndpoint;
}

/** The forms of sign-in, registration and reset as the server would send them. */
export const accountForms = compiled(account.forms) as object as Record<string, Form>;
/** Their calls. */
export const accountEndpoints: Record<string, ClientEndpoint> = Object.fromEntries(
  Object.entries(account.endpoints).map(([name, endpoint]) => [`account:${name}`, clientEndpoint(name, endpoint as Record<string, Json>)]),
);

/** A page with forms of the account module, or with others. */
export function formPayload(names: string[], rest: Partial<PagePayload> = {}, forms: Record<string, Form> = accountForms): Payload {
  const page: Page = { kind: 'form', forms: names };
  const patterns = [...JSON.stringify(forms).matchAll(/"([^"]*\{[^"]*)"/g)]
    .map(([, text]) => text ?? '')
    .filter((text) => /^[^/][^"]*\{seconds\}/.test(text));
  return {
    shell: {
      ...shellOf(),
      calls: {
        'accounts.renew': accountEndpoints['account:renew'] as ClientEndpoint,
        'accounts.logout': accountEndpoints['account:logout'] as ClientEndpoint,
      },
    },
    page: pageOf(
      page,
      {},
      {
        path: '/login',
        query: {},
        forms: Object.fromEntries(names.map((name) => [name, forms[name] as Form])),
        endpoints: accountEndpoints,
        patterns: patternsOf(...patterns),
        heading: '登录',
        ...rest,
      },
    ),
  };
}
