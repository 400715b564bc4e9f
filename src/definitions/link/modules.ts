import type { Module } from '../../model/definitions.g';
import type { Problem } from '../../model/problem';
import type { FilePlace, Locate } from '../language/document';
import type { ModuleLinks } from './links';
import * as messages from '../problems/messages';

/** What the portal answers by itself, whatever pages there are: everything below some addresses, and some files. */
const reservedFolders = [
  '/admin',
  '/api',
  '/feeds',
  '/portal',
  '/assets',
  '/files',
  '/pictures',
  '/media',
  '/channels',
  '/iiif',
  '/_AMapService',
];
const reservedFiles = [
  '/map/ground.json',
  '/healthz',
  '/readyz',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap-pages.xml',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/icon-512.png',
  '/site.webmanifest',
];

/** Returns whether an address can be no page's. */
export const isReserved = (path: string): boolean =>
  reservedFiles.includes(path) || reservedFolders.some((folder) => path === folder || path.startsWith(`${folder}/`));

/** A module as others see it. */
interface LinkedModule {
  name: string;
  definition: Module;
  links: ModuleLinks;
  locate: Locate;
}

/** Who said something first, and where; the place is looked up only when somebody else says the same. */
interface Claim {
  name: string;
  place: () => FilePlace;
}

/** A Problem and the module that cannot be used because of it. */
export interface ModuleProblem {
  module: string;
  problem: Problem;
}

/**
 * Checks what the modules of a portal say of each other: one index of methods and addresses over all calls, one of the
 * addresses of pages, one of the numbers of modules. Of two that claim the same the later one by name is at fault.
 * @param whole whether these are all modules: one that has errors of its own may have the page that seems to be missing
 */
export function linkModules(modules: readonly LinkedModule[], whole: boolean): ModuleProblem[] {
  const found: ModuleProblem[] = [];
  const calls = new Map<string, Claim>();
  const addresses = new Map<string, Claim>();
  const pages = new Map<string, { needs: readonly string[]; takes: readonly string[] }>();
  const numbers = new Map<number, Claim>();
  const report = ({ name, locate }: LinkedModule, path: readonly string[], fault: messages.Fault): void =>
    void found.push({ module: name, problem: messages.createProblemAt(locate, path, fault) });
  const claim = <K>(
    index: Map<K, Claim>,
    key: K,
    name: string,
    module: LinkedModule,
    path: readonly string[],
    fault: (other: string, place: FilePlace) => messages.Fault,
  ): void => {
    const other = index.get(key);
    if (other === undefined) index.set(key, { name, place: () => module.locate(path) });
    else report(module, path, fault(other.name, other.place()));
  };
  for (const module of modules) {
    for (const { name, path, method, template, shape } of module.links.calls)
      claim(calls, `${method} ${shape}`, `${module.name}:${name}`, module, path, (other, place) =>
        messages.duplicateEndpoint(method, template, other, place),
      );
    for (const { name, path, page, needs, takes } of module.links.addresses) {
      if (isReserved(name)) report(module, path, messages.reservedPath(name, [...reservedFolders, ...reservedFiles]));
      if (!pages.has(name)) pages.set(name, { needs, takes });
      claim(addresses, name, `${module.name}:${page}`, module, path, (other, place) => messages.duplicatePath(name, other, place));
    }
    const number = module.definition.backRouteId;
    if (number !== undefined)
      claim(numbers, number, module.name, module, ['backRouteId'], (other, place) => messages.duplicateRouteId(number, other, place));
  }
  for (const module of whole ? modules : [])
    for (const { name, path, gives, names } of module.links.targets) {
      const { needs, takes } = pages.get(name) ?? { needs: [], takes: names };
      const missing = needs.filter((needed) => !gives.includes(needed));
      if (missing.length > 0) report(module, path, messages.missingQuery(name, missing));
      for (const given of names) if (!takes.includes(given)) report(module, path, messages.unknownQuery(name, given, takes));
      if (name !== '/' && !name.startsWith('/api/') && !addresses.has(name))
        report(module, path, messages.noSuchPage(name, [...addresses.keys()]));
    }
  return found;
}
