import type { ReactElement } from 'react';
import type { Toggle } from '../../model/definitions.g';
import type { Shown } from '../../runtime/display';
import type { Scope } from '../../runtime/roots';
import type { CardProps } from '../ui/kindProps';
import { ActionButton } from '../ui/actions/ActionButton';
import { TargetLink, opensSomething } from '../ui/actions/TargetLink';
import { Picture } from '../ui/Picture';
import { OriginalMark, Wording } from '../ui/OriginalMark';
import { Facts, Inline, Tags, Words, toClampClass, toToneClass } from '../ui/Words';
import { Icon } from '../ui/icons';
import type { ShownItem } from '../ui/toggles/describeItem';
import { ToggleButton } from '../ui/toggles/ToggleButton';
import type { CardView } from './useCard';
import './parts.css';

/** The heading of a card with its one real link, which the style sheet stretches over the whole card. */
export function CardTitle({ view, level }: { view: CardView; level: CardProps['level'] }): ReactElement {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <Heading className={`card-title ${toClampClass(view.title) ?? ''}`}>
      <CardLink view={view} />
      <OriginalMark of={view.title?.text} />
    </Heading>
  );
}

/** The words of a card's heading, as the link or button that the card opens by. */
export function CardLink({ view: { title, opens } }: { view: CardView }): ReactElement {
  const content = title && <Words shown={title} />;
  return opens && opensSomething(opens) ? (
    <TargetLink target={opens} className="card-link">
      {content}
    </TargetLink>
  ) : (
    <>{content}</>
  );
}

/** A mark with its small picture: on the picture of a card, or in a line. */
export function Badge({ shown, inLine = false }: { shown: Shown; inLine?: boolean }): ReactElement {
  return (
    <span className={`badge ${inLine ? 'badge-line ' : ''}${toToneClass(shown)}`.trimEnd()}>
      {shown.icon && <Icon name={shown.icon} className="icon badge-icon" />}
      <Wording text={shown.text} />
    </span>
  );
}

/** The picture of a card with its mark. */
export function CardPicture({ view, lazy }: { view: CardView; lazy: boolean }): ReactElement | null {
  if (!view.pictured) return null;
  return (
    <div className="card-picture">
      <Picture src={view.image} fallback={view.drawn} alt="" ratio={view.ratio} lazy={lazy} />
      {view.badge && <Badge shown={view.badge} />}
    </div>
  );
}

/** The mark of a card without a picture, above its heading. */
export function CardMark({ view }: { view: CardView }): ReactElement | null {
  if (view.pictured || !view.badge) return null;
  return (
    <p className="card-mark">
      <Badge shown={view.badge} inLine />
    </p>
  );
}

/** Labels, second line, words and facts of a card, in this order. */
export function CardWords({ view }: { view: CardView }): ReactElement {
  return (
    <>
      {view.subtitle && (
        <div className={`card-subtitle ${toToneClass(view.subtitle)}`}>
          <Words shown={view.subtitle} />
        </div>
      )}
      {view.text && (
        <div className={`card-text ${toClampClass(view.text) ?? (view.text.expand ? '' : 'clamp clamp-2')}`}>
          <Words shown={view.text} />
        </div>
      )}
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
      {view.price && (
        <span className={`price ${toToneClass(view.price)}`}>
          <Inline shown={view.price} />
        </span>
      )}
      {date && view.date && (
        <span className="card-date">
          <Inline shown={view.date} />
        </span>
      )}
      {view.counters.length > 0 && (
        <span className="counters">
          {view.counters.map(([name, shown]) => (
            <Inline key={name} shown={shown} />
          ))}
        </span>
      )}
      {view.controls && (
        <CardControls
          controls={view.controls}
          extra={view.extra}
          shown={{ title: view.title?.full ?? view.title?.text ?? '', image: view.image ?? '', address: view.opens?.href ?? '' }}
        />
      )}
      {view.actions.length > 0 && (
        <span className="card-actions">
          {view.actions.map(([name, target]) => (
            <ActionButton key={name} target={target} className="button-small" />
          ))}
        </span>
      )}
    </div>
  );
}

/** The marks at the foot of a card. */
function CardControls({
  controls,
  extra,
  shown,
}: {
  controls: Readonly<Record<string, Toggle>>;
  extra: Scope;
  shown: ShownItem;
}): ReactElement {
  return (
    <span className="card-controls">
      {Object.entries(controls).map(([name, toggle]) => (
        <ToggleButton key={name} toggle={toggle} extra={extra} shown={shown} className="toggle-button" />
      ))}
    </span>
  );
}
