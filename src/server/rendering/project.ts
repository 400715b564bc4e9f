import type { CompiledPage } from '../../model/compiled';
import { asObjects, type JsonObject } from '../../model/json';
import type { PageData, Reply } from '../../model/payload';
import { parsePointer } from '../../model/pointer';
import { calendarRoot, findCalendar } from '../../runtime/calendar';

/** Returns a page's data with only the fields that the page refers to; the rest does not reach the browser. */
export function projectData(data: PageData, { fields, definition }: CompiledPage): PageData {
  const loads = Object.fromEntries(
    Object.entries(data.loads).map(([name, reply]) => [name, projectReply(reply, collectTopFields(fields[name] ?? []))]),
  );
  const ofRows = fields[findCalendar(definition, data.state) ? calendarRoot : 'row'] ?? [];
  const main = data.main && projectReply(data.main, collectTopFields([...ofRows, ...(fields['item'] ?? [])]));
  return { ...data, main: main?.item ? { ...main, item: withProjectedLists(main.item, fields) } : main, loads };
}

function projectReply(reply: Reply, fields: ReadonlySet<string>): Reply {
  return {
    ...reply,
    rows: reply.rows.map((row) => pick(row, fields)),
    item: reply.item && pick(reply.item, fields),
    ...(reply.previous ? { previous: pick(reply.previous, fields) } : {}),
    ...(reply.next ? { next: pick(reply.next, fields) } : {}),
  };
}

/** The entries of lists that come along with an item are cut down as well. */
function withProjectedLists(item: JsonObject, fields: CompiledPage['fields']): JsonObject {
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      fields[`item/${name}`] === undefined
        ? value
        : asObjects(value).map((entry) => pick(entry, collectTopFields(fields[`item/${name}`] ?? []))),
    ]),
  );
}

function collectTopFields(pointers: readonly string[]): ReadonlySet<string> {
  return new Set(['id', ...pointers.map((pointer) => parsePointer(pointer)[0] ?? '')]);
}

function pick(row: JsonObject, fields: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([name]) => fields.has(name)));
}
