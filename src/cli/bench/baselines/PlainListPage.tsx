import { useState, type MouseEvent, type ReactElement } from 'react';
import { PlainFrame } from './PlainFrame';
import { type PlainCard, type PlainList, type PlainSite, writeAddress } from './site';

type Change = Partial<Pick<PlainList, 'page' | 'choice' | 'keyword'>>;

/**
 * A list as somebody would write it by hand for one page, with header, filter, search, cards and pager: what a list of the portal is measured beside.
 * @param fetchList asked for the list whenever a visitor changes it; absent: on the server
 */
export function PlainListPage({
  site,
  list: first,
  fetchList,
}: {
  site: PlainSite;
  list: PlainList;
  fetchList?: (state: Required<Change>) => Promise<PlainList>;
}): ReactElement {
  const [list, setList] = useState(first);
  const link = (change: Change): { href: string; onClick: (event: MouseEvent) => void } => {
    const state = { page: 1, choice: list.choice, keyword: list.keyword, ...change };
    const href = writeAddress(site.path, site, state);
    const onClick = async (event: MouseEvent): Promise<void> => {
      event.preventDefault();
      const found = await fetchList?.(state);
      if (!found) return;
      setList(found);
      window.history.pushState(null, '', href);
    };
    return { href, onClick: (event) => void onClick(event) };
  };
  const pages = Math.ceil(list.total / site.size);
  return (
    <PlainFrame site={site}>
      <div className="banner">
        <img src={site.banner} alt="" width="1440" height="360" />
        <h1>{site.heading}</h1>
        <p>{site.lead}</p>
      </div>
      <div className="wrap">
        <nav className="crumbs">
          <a href="/">{site.title}</a> / {site.heading}
        </nav>
        <p className="filter">
          {site.filter.label}
          {site.filter.choices.map(({ value, label }) => (
            <a key={value} aria-current={value === list.choice ? 'true' : undefined} {...link({ choice: value })}>
              {label}
            </a>
          ))}
        </p>
        <div className="tools">
          <span>{list.total}</span>
          <form role="search">
            <input type="search" name="keyword" aria-label={site.search} placeholder={site.search} defaultValue={list.keyword} />
            <button type="submit">→</button>
          </form>
        </div>
        <ul className="cards">
          {list.cards.map((card, index) => (
            <Card key={card.id} card={card} site={site} early={index < 4} />
          ))}
        </ul>
        {pages > 1 && (
          <nav className="pager">
            {list.page > 1 && <a {...link({ page: list.page - 1 })}>←</a>}
            {numberPages(list.page, pages).map((page) => (
              <a key={page} aria-current={page === list.page ? 'page' : undefined} {...link({ page })}>
                {page}
              </a>
            ))}
            {list.page < pages && <a {...link({ page: list.page + 1 })}>→</a>}
          </nav>
        )}
      </div>
    </PlainFrame>
  );
}

const days = new Intl.DateTimeFormat('zh-CN', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'Asia/Shanghai' });

/** Returns the day of a time for people. */
export const formatDay = (time: string): string => (Number.isNaN(Date.parse(time)) ? '' : days.format(new Date(time)));

function Card({ card, site, early }: { card: PlainCard; site: PlainSite; early: boolean }): ReactElement {
  return (
    <li>
      <article className="card">
        <img src={card.image} alt="" width="800" height="533" loading={early ? 'eager' : 'lazy'} decoding="async" />
        <div>
          <h2>
            <a href={site.detailPath + encodeURIComponent(card.id)} target="_blank" rel="noopener noreferrer">
              {card.title}
            </a>
          </h2>
          <p>{card.summary}</p>
          <p className="facts">
            <time dateTime={card.time}>{formatDay(card.time)}</time> <span>{card.views}</span>
          </p>
        </div>
      </article>
    </li>
  );
}

/** The first page, the last one, and those around the current one. */
const numberPages = (current: number, pages: number): number[] =>
  [...new Set([1, current - 2, current - 1, current, current + 1, current + 2, pages])].filter((page) => page >= 1 && page <= pages);
