import {
  type FigureScope,
  listMisses,
  removeFigures,
  sumBookingsOfHours,
  sumBookingsOfPlaces,
  sumEnrolments,
  sumPoints,
  sumVisits,
  sumVisitsOfModules,
} from '../../../database/desk/figures';
import type { Queryable } from '../../../database/connection';
import { getOwn, type Json, type JsonObject } from '../../../model/json';
import { formatDate } from '../../../runtime/time';
import type { ApiRequest, Room, Service } from '../../api/room';
import { requireSite } from '../../desk/site';
import type { AccountServices } from '../../security/accountServices';
import { checkPeriod, readPeriod } from './period';

const day = 86_400_000;
/** Sums are kept for so many days. */
const keptDays = 5 * 366;
/** Words that were searched for in vain are listed up to so many. */
const mostMisses = 500;

type Sum = (db: Queryable, scope: FigureScope, request: ApiRequest) => Promise<JsonObject[]>;

/** Answers the rows of a figure for the period that is asked for. */
const answer =
  (sum: Sum): Service<AccountServices> =>
  async (request, { db }) => {
    const rows: Json[] = await sum(db, { tenant: requireSite(request.portal).tenant, ...readPeriod(request) }, request);
    return { rows: rows.map((row, index) => ({ id: String(index), ...(row as JsonObject) })), total: rows.length };
  };

/** What an institution counts: sums alone, by day, place and hour; nobody can be told from them. */
export const figuresRoom: Room<AccountServices> = {
  services: {
    'figures.visits': answer(sumVisits),
    'figures.modules': answer(async (db, scope, { portal }) =>
      (await sumVisitsOfModules(db, scope)).map(({ module, visits }) => ({
        module: getOwn(portal.desk?.site.modules, module)?.definition.title ?? module,
        visits,
      })),
    ),
    'figures.enrolments': answer(sumEnrolments),
    'figures.places': answer(sumBookingsOfPlaces),
    'figures.hours': answer(async (db, scope) =>
      (await sumBookingsOfHours(db, scope)).map(({ hour, bookings }) => ({ hour: `${String(hour).padStart(2, '0')}:00`, bookings })),
    ),
    'figures.misses': answer((db, scope) => listMisses(db, scope, mostMisses)),
    'figures.points': answer(sumPoints),
    'figures.period': checkPeriod,
  },
  sweep: ({ db, clock }) => removeFigures(db, formatDate(clock() - keptDays * day)),
};
