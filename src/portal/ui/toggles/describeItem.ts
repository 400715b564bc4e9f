import type { About } from '../../../model/definitions.g';
import type { ShellPayload } from '../../../model/payload';
import type { PageContext } from '../../data/context';

/** What a page or a card shows of its item. */
export interface ShownItem {
  title: string;
  image: string;
  address: string;
}

/** Returns what a detail page shows of its item: what its head says, without the name of the site; a picture of this site by its path. */
export function describePageItem({ site }: ShellPayload, { page: { head }, actionContext: { here } }: PageContext): ShownItem {
  const suffix = ` - ${site.title}`;
  const origin = head.canonical.slice(0, head.canonical.indexOf('/', head.canonical.indexOf('://') + 3));
  const image = head.image ?? '';
  return {
    title: head.title.endsWith(suffix) ? head.title.slice(0, -suffix.length) : head.title,
    image: origin !== '' && image.startsWith(`${origin}/`) ? image.slice(origin.length) : image,
    address: here,
  };
}

/** Returns the fields of a body that say what an item is. */
export function describeItem(about: About | undefined, shown: ShownItem): Record<string, string> {
  const parts = ['title', 'image', 'address'] as const;
  return Object.fromEntries(
    parts.flatMap((part): [string, string][] => {
      const name = about?.[part];
      return name === undefined || shown[part] === '' ? [] : [[name, shown[part]]];
    }),
  );
}
