import type { ReactElement } from 'react';
import { resolve } from '../../model/pointer';
import { evaluate } from '../../runtime/value';
import { usePage, useShell } from '../data/context';
import type { CardProps } from '../ui/kindProps';
import { Picture, toPictureAddress } from '../ui/Picture';
import { Facts, Tags, Words, toClampClass } from '../ui/Words';
import { PortalLink } from '../ui/PortalLink';
import { Icon } from '../ui/icons';
import { Badge, CardFoot, CardTitle } from './parts';
import { useCard } from './useCard';
import './PostCard.css';

/** What somebody wrote: who and when, the words with their line breaks, small pictures, and below them what was answered. */
export function PostCard(props: CardProps): ReactElement {
  const { card, level } = props;
  const view = useCard(props);
  const { scope } = usePage();
  const within = { ...scope, ...view.extra };
  const name = view.title?.text ?? '';
  const pictures = card.pictures === undefined ? undefined : resolve(card.pictures, within);
  return (
    <article className="card post-card">
      {card.image !== undefined && <Face image={toPictureAddress(evaluate(card.image, within))} name={name} />}
      <div className="card-body">
        <div className="post-card-head">
          <CardTitle view={view} level={level} />
          {view.badge && <Badge shown={view.badge} inLine />}
          {view.date && (
            <span className="card-date">
              <Words shown={view.date} />
            </span>
          )}
        </div>
        {view.tags && (
          <p className="card-tags">
            <Tags tags={view.tags.tags ?? [view.tags.text]} />
          </p>
        )}
        {view.text && (
          <div className={`post-card-text ${toClampClass(view.text) ?? ''}`.trim()}>
            <Words shown={view.text} />
          </div>
        )}
        <PostPictures addresses={(Array.isArray(pictures) ? pictures : []).flatMap((value) => toPictureAddress(value) ?? [])} />
        <Facts facts={view.fields} className="facts post-card-answer" />
        <CardFoot view={view} date={false} />
      </div>
    </article>
  );
}

/** Who wrote it: a picture, the initial of the name, or a figure. It tells nothing that the name does not. */
function Face({ image, name }: { image: string | undefined; name: string }): ReactElement {
  return (
    <span className="post-card-face" aria-hidden="true">
      {image === undefined ? ([...name][0] ?? <Icon name="user" />) : <img src={image} alt="" width={44} height={44} loading="lazy" />}
    </span>
  );
}

function PostPictures({ addresses }: { addresses: readonly string[] }): ReactElement | null {
  const { say } = useShell();
  if (addresses.length === 0) return null;
  return (
    <ul className="post-card-pictures">
      {addresses.map((address, index) => (
        <li key={`${index}-${address}`}>
          <PortalLink href={address} newWindow>
            <Picture src={address} alt={say('pictureNumber', { number: index + 1 })} ratio="1:1" sizes="160px" />
          </PortalLink>
        </li>
      ))}
    </ul>
  );
}
