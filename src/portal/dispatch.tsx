import type { ReactElement } from 'react';
import type { Section, Sections, Tool } from '../model/definitions.g';
import { holds } from '../runtime/condition';
import { usePortal } from './context';
import { readyComponent, type CardProps, type SectionOf, type SectionProps, type Kinds } from './kinds';
import { hasNothing } from './sections/nothing';
import { useShow } from './show/useShow';

/**
 * Sections in the order of writing; those whose condition fails are left out.
 * @param shares of the width that they have among those beside them, by name, from 1 to 12
 */
export function SectionList({ sections, prefix = 'section', shares = {} }: { sections: Sections | undefined; prefix?: string; shares?: Readonly<Record<string, number>> }): ReactElement {
  const { scope } = usePortal();
  const shown = Object.entries(sections ?? {}).filter(([, section]) => holds(section.when, scope));
  return <>{shown.map(([name, section]) => <FramedSection key={name} name={`${prefix}-${name}`} section={section} share={shares[name]} />)}</>;
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
    <section className={`section section-${section.section} surface-${section.surface ?? 'plain'}${share === undefined ? '' : ` share-${share}`}`} aria-labelledby={label === '' ? undefined : `${name}-label`}>
      {label !== '' && !ownHeading.has(section.section) && <div className="section-head"><h2 id={`${name}-label`} className="section-title">{label}</h2></div>}
      {content}
    </section>
  );
}

function pickSection<K extends Section['section']>(kinds: Kinds, section: SectionOf<K> & { section: K }, name: string, labelId: string | undefined): ReactElement | null {
  const Component = readyComponent<SectionProps<SectionOf<K>>>(kinds.sections[section.section]);
  return Component ? <Component section={section} name={name} labelId={labelId} /> : null;
}

/** One entry of a list by its card, given by name as `module:card`. */
export function CardFor({ card: name, ...rest }: { card: string } & Omit<CardProps, 'card'>): ReactElement | null {
  const { page, kinds } = usePortal();
  const card = page.cards[name];
  const Component = card && readyComponent(kinds.cards[card.shape]);
  return card && Component ? <Component card={card} {...rest} /> : null;
}

/** A control at the side of the page. */
export function ToolFor({ tool }: { tool: Tool }): ReactElement | null {
  const Component = readyComponent(usePortal().kinds.tools[tool.tool]);
  return Component ? <Component tool={tool} /> : null;
}

/** The page itself, by its kind. */
export function PageFor(): ReactElement | null {
  const { page: { page, path }, kinds } = usePortal();
  if (page.kind === 'list') { const List = readyComponent(kinds.pages.list); return List ? <List page={page} /> : null; }
  if (page.kind === 'detail') { const Detail = readyComponent(kinds.pages.detail); return Detail ? <Detail page={page} /> : null; }
  if (page.kind === 'form') { const FormOf = readyComponent(kinds.pages.form); return FormOf ? <FormOf key={path} page={page} /> : null; }
  const Composed = readyComponent(kinds.pages.composed);
  return Composed ? <Composed page={page} /> : null;
}
