import type { CompiledPage } from '../../model/compiled';
import type { JsonObject, PageData, Reply } from '../../model/payload';
import { pointerTokens } from '../../runtime/scope';

/** A page's data with only the fields that the page refers to; the rest does not reach the browser. */
export function projectData(data: PageData, { fields }: CompiledPage): PageData {
  const loads = Object.fromEntries(Object.entries(data.loads).map(([name, reply]) => [name, projectReply(reply, topFields(fields[name] ?? []))]));
  return { ...data, main: data.main && projectReply(data.main, topFields([...(fields['row'] ?? []), ...(fields['item'] ?? [])])), loads };
}

function projectReply(reply: Reply, fields: ReadonlySet<string>): Reply {
  return { ...reply, rows: reply.rows.map((row) => pick(row, fields)), item: reply.item && pick(reply.item, fields) };
}

function topFields(pointers: readonly string[]): ReadonlySet<string> {
  return new Set(['id', ...pointers.map((pointer) => pointerTokens(pointer)[0] ?? '')]);
}

function pick(row: JsonObject, fields: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([name]) => fields.has(name)));
}
