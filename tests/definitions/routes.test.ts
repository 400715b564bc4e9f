import { expect, test } from 'vitest';
import { loadKnownDefinitions, projectRoot } from '../server/projectDefinitions';

/** The page name of each back route id, as both documents give them. */
const pageNames: Readonly<Record<number, string>> = {
  28: 'appointment',
  29: 'newlive',
  30: 'culturalorder',
  31: 'culturedistribution',
  32: 'information',
  43: 'culturemap',
  50: 'travelguide',
  51: 'digitalpavilion',
  52: 'live',
  55: 'venue',
  58: 'delicacy',
  59: 'homestayhotel',
  60: 'culturalcommodity',
  61: 'touristmarket',
  63: 'volunteer',
  64: 'volunteercommunity',
  65: 'volunteeractivity',
  66: 'activitystyle',
  67: 'ticket',
  68: 'cultureshow',
  69: 'managementdeclaration',
  74: 'scenicspot',
  75: 'mailbox',
  76: 'culture',
  78: 'enterprise',
  79: 'pavilion',
  82: 'pointsmall',
  108: 'workCollect',
  111: 'exhibit',
  112: 'recommendbook',
  113: 'museum-map',
  117: 'brandactivity',
  130: 'jpkecheng',
};

test('[SHELL-18] the modules have exactly the 33 back route ids of the documents, and each leads to the page of its name', async () => {
  const definitions = await loadKnownDefinitions(projectRoot);
  for (const tenant of definitions.tenants) {
    const portal = definitions.portal(tenant);
    const routed = Object.entries(portal?.modules ?? {}).flatMap(([name, { definition }]) =>
      definition.backRouteId === undefined ? [] : [{ name, id: definition.backRouteId }],
    );
    const found = routed.map(({ name, id }) => {
      const entry = portal?.entries[name];
      const pages = [...(portal?.pages.values() ?? [])].filter(({ path, aliases }) =>
        [path, ...aliases].includes(`/${pageNames[id] ?? ''}`),
      );
      return [id, pages.some(({ path }) => path === entry) ? pageNames[id] : entry];
    });
    expect(Object.fromEntries(found)).toEqual(pageNames);
    expect(found).toHaveLength(33);
  }
});
