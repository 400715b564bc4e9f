import type { Endpoint, Module, TenantSettings } from '../../model/definitions.g';
import type { Problem } from '../../model/problem';
import type { Locate, TenantFiles } from '../language/document';
import * as messages from '../problems/messages';
import { checkRecordings } from './recordings';

/** The name by which definitions ask for the built-in back end. */
const builtIn = 'builtIn';

/** Headers that say how a message is sent, or who sends it: they are not an institution's to choose (RFC 9110, 7.6.1 and 7.2). */
const reserved = new Set([
  ...['host', 'connection', 'content-length', 'content-type', 'content-encoding', 'transfer-encoding', 'te', 'trailer', 'upgrade'],
  ...['keep-alive', 'proxy-authorization', 'proxy-connection', 'expect', 'cookie', 'accept', 'accept-encoding', 'x-forwarded-for'],
]);

interface NamedModule {
  name: string;
  definition: Module;
  locate: Locate;
}

/** Checks the names and headers of an institution's back ends, that those are there which its modules name, and what was recorded of them. */
export function checkBackends(
  settings: TenantSettings,
  modules: readonly NamedModule[],
  locate: Locate,
  recorded: TenantFiles['recorded'],
): Problem[] {
  const { backend, backends = {} } = settings;
  const { problems, report } = messages.collectProblems(locate);
  const all = [...(backend ? [{ path: ['backend'], value: backend }] : []), ...listNamed(backends)];
  for (const { path, value } of all)
    for (const name of Object.keys(value.headers ?? {}))
      if (reserved.has(name.toLowerCase())) report([...path, 'headers', name], messages.reservedHeader(name), 'key');
  for (const name of Object.keys(backends))
    if (name === builtIn || name === 'backend') report(['backends', name], messages.reservedBackend(name), 'key');
  const ofModules = modules.flatMap((module) => checkAnswering(settings, module.definition, module.locate));
  return [...problems, ...ofModules, ...checkRecordings(recorded, modules)];
}

const listNamed = (backends: NonNullable<TenantSettings['backends']>): { path: string[]; value: (typeof backends)[string] }[] =>
  Object.entries(backends).map(([name, value]) => ({ path: ['backends', name], value }));

/** Returns whether a back end of the institution's own answers a call. */
const isAnsweredElsewhere = ({ backend }: TenantSettings, module: Module, endpoint: Endpoint): boolean => {
  const name = endpoint.backend ?? module.backend;
  return name === undefined ? backend !== undefined : name !== builtIn;
};

/**
 * Returns the modules whose dictionaries and ad slots the settings should have: none where a back end of the institution's own answers what
 * settings hold, for of its contents nothing is known here.
 */
export function listContentModules<M extends NamedModule>(settings: TenantSettings, modules: readonly M[]): readonly M[] {
  const isElsewhere = modules.some(({ definition }) =>
    Object.values(definition.endpoints ?? {}).some(
      (endpoint) => endpoint.service?.startsWith('site.') === true && isAnsweredElsewhere(settings, definition, endpoint),
    ),
  );
  return isElsewhere ? [] : modules;
}

/** Leaves out the Problems of what services take, where a back end of the institution's own answers: it takes what it takes. */
export function dropForeign<
  C extends {
    modules: ReadonlyMap<string, { definition: Module | undefined } | undefined>;
    problems: { module: string; problem: Problem }[];
  },
>(settings: TenantSettings | undefined, checked: C): C {
  const isElsewhere = (name: string): boolean => {
    const definition = checked.modules.get(name)?.definition;
    return settings !== undefined && definition !== undefined && isAnsweredElsewhere(settings, definition, {});
  };
  return {
    ...checked,
    problems: checked.problems.filter(({ module, problem }) => !(messages.isOfService(problem) && isElsewhere(module))),
  };
}

/** Checks that the back ends are there which a module says answer its calls. */
function checkAnswering(settings: TenantSettings, module: Module, locate: Locate): Problem[] {
  const { problems, report } = messages.collectProblems(locate);
  const known = [builtIn, ...Object.keys(settings.backends ?? {})];
  const check = (name: string | undefined, path: readonly string[]): void => {
    if (name !== undefined && !known.includes(name)) report(path, messages.unknownName('back end', name, known));
  };
  check(module.backend, ['backend']);
  for (const [name, endpoint] of Object.entries(module.endpoints ?? {})) {
    check(endpoint.backend, ['endpoints', name, 'backend']);
    if (endpoint.upstream !== undefined && !isAnsweredElsewhere(settings, module, endpoint))
      report(
        ['endpoints', name, 'upstream'],
        messages.needsContext('"upstream"', '"backend", of the call or its module, or of the institution'),
        'key',
      );
  }
  return problems;
}
