import { createContext, createElement, useContext, useMemo, type ReactElement, type ReactNode } from 'react';
import type { Section } from '../../model/definitions.g';
import { holds } from '../../runtime/condition';
import { HeldPage, usePage } from '../data/context';
import { loadStyles } from '../data/loadStyles';
import { hasNothing } from '../ui/hasNothing';
import { Wording } from '../ui/OriginalMark';
import { Boundary } from '../ui/Boundary';
import { PartBoundary } from '../ui/ErrorMessage';
import type { SectionOf, ToolProps } from '../ui/kindProps';
import { getComponent, settle, type Loadable } from '../ui/loadable';
import { LazyPart } from '../ui/LazyPart';
import { Kept, RenderersProvider, type EntryCardProps, type KeptProps, type Renderers, type SectionListProps } from '../ui/renderers';
import { useShow } from '../ui/useShow';
import type { Kinds, VisitorKinds } from './kinds';
import '../sections/section.css';

const KindsContext = createContext<VisitorKinds | undefined>(undefined);

function useKinds(): VisitorKinds {
  const kinds = useContext(KindsContext);
  if (!kinds) throw new Error('used outside of a page');
  return kinds;
}

/** Renders what is within by these kinds. */
export function KindsProvider({ kinds, children }: { kinds: VisitorKinds; children: ReactNode }): ReactElement {
  const renderers = useMemo(() => ({ ...byKind, Around: kinds.around, Kept: kinds.kept?.component ?? HeldPart }), [kinds]);
  return (
    <KindsContext.Provider value={kinds}>
      <RenderersProvider value={renderers}>{children}</RenderersProvider>
    </KindsContext.Provider>
  );
}

const byKind: Omit<Renderers, 'Kept'> = {
  SectionList: SectionsByKind,
  EntryCard: CardByShape,
  PageTool: ToolByKind,
  EntryTable: (props) => <Kind entry={useKinds().lists.table} given={props} />,
  StatefulList: (props) => <Kind entry={useKinds().lists.stateful} given={props} />,
  ListCalendar: (props) => <Kind entry={useKinds().lists.calendar} given={props} />,
  loadFormDialog: () => Promise.all([import('../forms/FormDialog'), loadStyles()]).then(([loaded]) => loaded.FormDialog),
};

/**
 * A part in browsers: it stays as it is as long as what it is made of does, while other entries come into a list beside it. One with something
 * fresh in it cannot.
 */
function HeldPart({ of, fresh, children }: KeptProps): ReactElement {
  if (typeof children === 'function') return <>{children(...(fresh ?? []))}</>;
  const made = of();
  return <HeldPage of={made && JSON.stringify(made)}>{children}</HeldPage>;
}

function SectionsByKind({ sections, prefix = 'section', shares = {} }: SectionListProps): ReactElement {
  const { scope } = usePage();
  const shown = Object.entries(sections ?? {}).filter(([, section]) => holds(section.when, scope));
  return (
    <>
      {shown.map(([name, section]) => (
        <PartBoundary key={name}>
          <FramedSection name={`${prefix}-${name}`} section={section} share={shares[name]} />
        </PartBoundary>
      ))}
    </>
  );
}

/** Kinds that put their own heading where it belongs. */
const ownHeading: ReadonlySet<Section['section']> = new Set(['list', 'heading', 'summary', 'hero', 'menu', 'today']);

function FramedSection({ name, section, share }: { name: string; section: Section; share?: number }): ReactElement | null {
  const { scope, page } = usePage();
  const kinds = useKinds();
  const shows = useShow();
  const label = shows.words(section.label);
  const content = hasNothing(section, shows, scope, page)
    ? null
    : pickSection(kinds, section, name, label === '' ? undefined : `${name}-label`);
  if (!content) return null;
  return (
    <section
      id={section.section === 'form' ? name : undefined}
      className={`section-frame section-${section.section} section-surface-${section.surface ?? 'plain'}${share === undefined ? '' : ` group-section-share-${share}`}`}
      aria-labelledby={label === '' ? undefined : `${name}-label`}
    >
      {label !== '' && !ownHeading.has(section.section) && (
        <div className="section-head">
          <h2 id={`${name}-label`} className="section-title">
            <Wording text={label} />
          </h2>
        </div>
      )}
      {content}
    </section>
  );
}

function pickSection<K extends Section['section']>(
  kinds: VisitorKinds,
  section: SectionOf<K> & { section: K },
  name: string,
  labelId: string | undefined,
): ReactElement | null {
  return <Kind entry={(kinds as Kinds).sections[section.section]} given={{ section, name, labelId }} />;
}

/** The component of an entry. One that could not be fetched with the page, because the network or the version of the site has changed, says so. */
function Kind<P extends object>({ entry, given }: { entry: Loadable<P>; given: P }): ReactElement {
  const ready = getComponent(entry);
  return ready ? createElement(ready, given) : <LazyPart load={() => settle(entry)} given={given} />;
}

function CardByShape({ card: name, ...rest }: EntryCardProps): ReactElement | null {
  const context = usePage();
  const kinds = useKinds();
  const card = context.page.cards[name];
  if (!card) return null;
  const given = { card, ...rest };
  const shown = <Kind entry={kinds.cards[card.shape]} given={given} />;
  return (
    <Kept of={() => kinds.kept?.describeCard(given, context)}>
      {/* Nothing but lines may stand between the lines of a table. */}
      {card.shape === 'table' ? shown : <PartBoundary>{shown}</PartBoundary>}
    </Kept>
  );
}

function ToolByKind({ tool }: ToolProps): ReactElement | null {
  const { page } = usePage();
  const ready = getComponent(useKinds().tools[tool.tool]);
  return ready ? (
    <Boundary of={page} instead={() => null}>
      {createElement(ready, { tool })}
    </Boundary>
  ) : null;
}

/** The page itself, by its kind. */
export function PageByKind(): ReactElement {
  const {
    page: { definition: page, path },
  } = usePage();
  const { pages } = useKinds();
  if (page.kind === 'list') return <Kind entry={pages.list} given={{ page }} />;
  if (page.kind === 'detail') return <Kind entry={pages.detail} given={{ page }} />;
  if (page.kind === 'form') return <Kind key={path} entry={pages.form} given={{ page }} />;
  return <Kind entry={pages.composed} given={{ page }} />;
}
