import type { FigureScope } from '../../../database/desk/figures';
import { asString } from '../../../model/json';
import { formatDate, parseTime } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';

const day = 86_400_000;
const usualDays = 30;
const mostDays = 5 * 366;
/** Of longer periods a row is a month. */
const mostByDay = 92;

/** Returns the period that a call asks for: `from` and `to`, or the last `days` up to today, 30 unless it says otherwise. */
export function readPeriod({ parameters, now }: Pick<ApiRequest, 'parameters' | 'now'>): Omit<FigureScope, 'tenant'> {
  const [from, to] = [parseTime(parameters.get('from')), parseTime(parameters.get('to'))];
  const last = to ?? now;
  const asked = Number(parameters.get('days') ?? usualDays);
  const days = Number.isInteger(asked) && asked > 0 ? Math.min(asked, mostDays) : usualDays;
  const first = Math.max(from ?? last - (days - 1) * day, last - mostDays * day);
  const [begin, end] = first <= last ? [first, last] : [last, first];
  return { from: formatDate(begin), to: formatDate(end), unit: end - begin > mostByDay * day ? 'month' : 'day' };
}

/** Answers whether a period can be shown. @throws RequestError 400 for one that ends before it begins, or that is too long */
export function checkPeriod({ body }: ApiRequest): ServiceReply {
  const [from, to] = [parseTime(asString(body['from'])), parseTime(asString(body['to']))];
  if (from === undefined || to === undefined || from > to || to - from > mostDays * day) throw new RequestError('figuresPeriod');
  return { item: { from: formatDate(from), to: formatDate(to) } };
}
