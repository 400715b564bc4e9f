import { createRoot, hydrateRoot } from 'react-dom/client';
import type { JsonObject } from '../../../model/json';
import { PlainListPage } from './PlainListPage';
import { type PlainList, type PlainSite, toCard, writeAddress } from './site';

/** What the call answers. */
interface Reply {
  total: number;
  rows: (JsonObject & { views: number })[];
}

const root = document.getElementById('root');
const site = JSON.parse(document.getElementById('site')?.textContent ?? '{}') as PlainSite;

async function fetchList(state: Pick<PlainList, 'page' | 'choice' | 'keyword'>): Promise<PlainList> {
  const reply = await fetch(writeAddress('/api/list?views=1', site, state));
  const { total, rows } = (await reply.json()) as Reply;
  return { ...state, total, cards: rows.map((row) => toCard(site, row, row.views)) };
}

async function start(): Promise<void> {
  const rendered = document.getElementById('list')?.textContent;
  if (!root) return;
  if (rendered) {
    hydrateRoot(root, <PlainListPage site={site} list={JSON.parse(rendered) as PlainList} fetchList={fetchList} />);
    return;
  }
  const list = await fetchList({ page: 1, choice: '', keyword: '' });
  createRoot(root).render(<PlainListPage site={site} list={list} fetchList={fetchList} />);
}

void start();
