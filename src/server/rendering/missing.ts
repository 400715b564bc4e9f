import type { CompiledPage } from '../../model/compiled';

/** Returns the page of an address that no definition has: the frame with the words of the 404 page, which the portal knows. */
export function createMissingPage(path: string): CompiledPage {
  return {
    module: '',
    name: '',
    path,
    aliases: [],
    page: { kind: 'composed', sections: {}, crumbs: false, banner: false },
    cards: {},
    forms: {},
    endpoints: [],
    codelists: {},
    fields: {},
  };
}
