import { useState, type ReactElement } from 'react';
import { usePortal } from '../context';
import type { CardProps } from '../kinds';
import { ActionButton } from '../show/ActionButton';
import { Picture } from '../show/Picture';
import { Facts, Inline, Tags, Words, clampClass, toneClass } from '../show/Show';
import { Go } from '../shell/Go';
import { Dialog } from '../shell/Notice';
import { CardControls } from '../toggles/ToggleButton';
import type { CardView } from './useCard';

/** The heading of a card with its one real link, which the style sheet stretches over the whole card. */
export function CardTitle({ view, level }: { view: CardView; level: CardProps['level'] }): ReactElement {
  const Heading = level === 2 ? 'h2' : 'h3';
  return <Heading className={`card-title ${clampClass(view.title) ?? ''}`}><CardLink view={view} /></Heading>;
}

function CardLink({ view: { title, opens } }: { view: CardView }): ReactElement {
  const { say } = usePortal();
  const [open, setOpen] = useState(false);
  const content = title && <Words shown={title} />;
  if (opens?.href !== undefined) return <Go href={opens.href} newWindow={opens.newWindow} className="card-link">{content}</Go>;
  if (opens?.notice === undefined) return <>{content}</>;
  return (
    <>
      <button type="button" className="card-link" onClick={() => setOpen(true)}>{content}</button>
      {open && <Dialog title={opens.label || say('notice')} onClose={() => setOpen(false)}><p className="dialog-text">{opens.notice}</p></Dialog>}
    </>
  );
}

/** The picture of a card with its mark. */
export function CardPicture({ view, lazy }: { view: CardView; lazy: boolean }): ReactElement | null {
  if (!view.pictured) return null;
  return (
    <div className="card-picture">
      <Picture src={view.image} alt="" ratio={view.ratio} lazy={lazy} />
      {view.badge && <span className={`badge ${toneClass(view.badge)}`}>{view.badge.text}</span>}
    </div>
  );
}

/** Labels, second line, words and facts of a card, in this order. */
export function CardWords({ view }: { view: CardView }): ReactElement {
  return (
    <>
      {view.subtitle && <div className={`card-subtitle ${toneClass(view.subtitle)}`}><Words shown={view.subtitle} /></div>}
      {view.text && <div className={`card-text ${clampClass(view.text) ?? 'clamp clamp-2'}`}><Words shown={view.text} /></div>}
      <Facts facts={view.fields} className="facts card-facts" />
      {view.tags && <p className="card-tags">{view.tags.tags ? <Tags tags={view.tags.tags} /> : <Tags tags={[view.tags.text]} />}</p>}
    </>
  );
}

/** Date, figures, price and actions at the foot of a card; nothing when it has none. */
export function CardFoot({ view, date = true }: { view: CardView; date?: boolean }): ReactElement | null {
  if (!(date && view.date) && !view.price && view.counters.length === 0 && view.actions.length === 0 && !view.controls) return null;
  return (
    <div className="card-foot">
      {view.price && <span className={`price ${toneClass(view.price)}`}><Inline shown={view.price} /></span>}
      {date && view.date && <span className="card-date"><Inline shown={view.date} /></span>}
      {view.counters.length > 0 && <span className="counters">{view.counters.map(([name, shown]) => <Inline key={name} shown={shown} />)}</span>}
      {view.controls && <CardControls controls={view.controls} extra={view.extra} shown={{ title: view.title?.full ?? view.title?.text ?? '', image: view.image ?? '', address: view.opens?.href ?? '' }} />}
      {view.actions.length > 0 && <span className="card-actions">{view.actions.map(([name, target]) => <ActionButton key={name} target={target} className="button-small" />)}</span>}
    </div>
  );
}
