import type { ReactElement } from 'react';
import type { Section, Sections, Tool } from '../../model/definitions.g';
import { holds } from '../../runtime/condition';
import { usePortal } from '../data/context';
import { readyComponent, settle, type CardProps, type Loadable, type SectionOf, type SectionProps, type Kinds } from './kinds';
import { hasNothing } from '../sections/nothing';
import { Boundary } from '../ui/Boundary';
import { Part } from '../ui/ErrorMessage';
import { Late } from '../ui/LazyPart';
import { useShow } from '../ui/useShow';

/**
 * Sections in the order of writing; those whose condition fails are left out, and one that fails leaves the others.
 * @param shares of the width that they have among those beside them, by name, from 1 to 12
 */
export function SectionList({
  sections,
  prefix = 'section',
  shares = {},
}: {
  sections: Sections | undefined;
  prefix?: string;
  shares?: Readonly<Record<string, number>>;
}): ReactElement {
  const { scope } = usePortal();
  const shown = Object.entries(sections ?? {}).filter(([, section]) => holds(section.when, scope));
  return (
    <>
      {shown.map(([name, section]) => (
        <Part key={name}>
          <FramedSection name={`${prefix}-${name}`} section={section} share={shares[name]} />
        </Part>
      ))}
    </>
  );
}

/** Kinds that put their own heading where it belongs. */
const ownHeading: ReadonlySet<Section['section']> = new Set(['list', 'heading', 'summary', 'hero', 'menu']);

function FramedSection({ name, section, share }: { name: string; section: Section; share?: number }): ReactElement | null {
  const { scope, kinds } = usePortal();
  const shows = useShow();
  const label = shows.words(section.label);
  const content = hasNothing(section, shows, scope) ? null : pickSection(kinds, section, name, label === '' ? undefined : `${name}-label`);
  if (!content) return null;
  return (
    <section
      className={`section section-${section.section} surface-${section.surface ?? 'plain'}${share === undefined ? '' : ` share-${share}`}`}
      aria-labelledby={label === '' ? undefined : `${name}-label`}
    >
      {label !== '' && !ownHeading.has(section.section) && (
        <div className="section-head">
          <h2 id={`${name}-label`} className="section-title">
            {label}
          </h2>
        </div>
      )}
      {content}
    </section>
  );
}

function pickSection<K extends Section['section']>(
  kinds: Kinds,
  section: SectionOf<K> & { section: K },
  name: string,
  labelId: string | undefined,
): ReactElement | null {
  return <Kind entry={kinds.sections[section.section] as Loadable<SectionProps<SectionOf<K>>>} given={{ section, name, labelId }} />;
}

/** The component of an entry. One that could not be fetched with the page, because the network or the version of the site has changed, says so. */
function Kind<P extends object>({ entry, given }: { entry: Loadable<P>; given: P }): ReactElement {
  const Component = readyComponent(entry);
  return Component ? <Component {...given} /> : <Late load={() => settle(entry)} given={given} />;
}

/** One entry of a list by its card, given by name as `module:card`. */
export function CardFor({ card: name, ...rest }: { card: string } & Omit<CardProps, 'card'>): ReactElement | null {
  const { page, kinds } = usePortal();
  const card = page.cards[name];
  if (!card) return null;
  const shown = <Kind entry={kinds.cards[card.shape]} given={{ card, ...rest }} />;
  // Nothing but lines may stand between the lines of a table.
  return card.shape === 'table' ? shown : <Part>{shown}</Part>;
}

/** A control at the side of the page. */
export function ToolFor({ tool }: { tool: Tool }): ReactElement | null {
  const { page, kinds } = usePortal();
  const Component = readyComponent(kinds.tools[tool.tool]);
  return Component ? (
    <Boundary of={page} instead={() => null}>
      <Component tool={tool} />
    </Boundary>
  ) : null;
}

/** The page itself, by its kind. */
export function PageFor(): ReactElement | null {
  const {
    page: { page, path },
    kinds,
  } = usePortal();
  if (page.kind === 'list') return <Kind entry={kinds.pages.list} given={{ page }} />;
  if (page.kind === 'detail') return <Kind entry={kinds.pages.detail} given={{ page }} />;
  if (page.kind === 'form') return <Kind key={path} entry={kinds.pages.form} given={{ page }} />;
  return <Kind entry={kinds.pages.composed} given={{ page }} />;
}
