import type { ReactElement } from 'react';
import { PlainFrame } from './PlainFrame';
import { formatDay } from './PlainListPage';
import type { PlainCard, PlainSite } from './site';

/** An item's page as somebody would write it by hand, with the newest items beside it. @param body HTML that was made safe when it was stored */
export function PlainDetailPage({
  site,
  card,
  body,
  newest,
}: {
  site: PlainSite;
  card: PlainCard;
  body: string;
  newest: readonly PlainCard[];
}): ReactElement {
  return (
    <PlainFrame site={site}>
      <div className="wrap detail">
        <article>
          <h1>{card.title}</h1>
          <p className="facts">
            <time dateTime={card.time}>{formatDay(card.time)}</time> <span>{card.views}</span>
          </p>
          <div dangerouslySetInnerHTML={{ __html: body }} />
        </article>
        <aside>
          <ul>
            {newest.map(({ id, title, time }) => (
              <li key={id}>
                <a href={site.detailPath + encodeURIComponent(id)}>{title}</a> <time dateTime={time}>{formatDay(time)}</time>
              </li>
            ))}
          </ul>
        </aside>
      </div>
    </PlainFrame>
  );
}
