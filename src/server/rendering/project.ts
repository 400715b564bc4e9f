import type { CompiledPage } from '../../model/compiled';
import type { JsonObject, PageData, Reply } from '../../model/payload';
import { pointerTokens } from '../../runtime/scope';

/** A page's data with only the fields that the page refers to; the rest does not reach the browser. */
export function projectData(data: PageData, compiled: CompiledPage): PageData {
  const rowFields = topFields(compiled.fields['row']);
  const loads = Object.fromEntries(Object.entries(data.loads).map(([name, reply]) => [name, projectReply(reply, rowFields, undefined)]));
  return { ...data, main: data.main && projectReply(data.main, rowFields, topFields(compiled.fields['item'])), loads };
}

function projectReply(reply: Reply, rowFields: ReadonlySet<string> | undefined, itemFields: ReadonlySet<string> | undefined): Reply {
  return { ...reply, rows: reply.rows.map((row) => pick(row, rowFields)), item: reply.item && pick(reply.item, itemFields) };
}

function topFields(pointers: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return pointers && new Set(['id', ...pointers.map((pointer) => pointerTokens(pointer)[0] ?? '')]);
}

function pick(row: JsonObject, fields: ReadonlySet<string> | undefined): JsonObject {
  return fields ? Object.fromEntries(Object.entries(row).filter(([name]) => fields.has(name))) : row;
}
