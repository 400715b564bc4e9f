import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import type { Property } from '../../model/definitions.g';
import type { Json, JsonObject } from '../../model/json';
import { findHints } from './choices';
import { findLabels } from './typeChoices';
import { hasBin } from '../../runtime/lifecycle';
import { isOneText } from '../../runtime/queueMoves';
import { deriveWithdrawals } from './derivePublishing';
import { listMoves, nameForm } from './deriveReview';

/** Fields that tell nobody anything in a column. */
const hidden: ReadonlySet<string> = new Set(['memberId', 'userId', 'translations']);
/** Letters of words that are asked once for several items. */
const mostWords = 500;

/** What staff are done with leaves the lists, and what was removed by mistake comes back. */
const bin: JsonObject = {
  remove: {
    label: '/texts/deskRemove',
    when: { '/row/deskRemovable': { present: true } },
    call: 'remove',
    with: { id: '/row/id', revision: '/row/deskRevision' },
  },
  putBack: {
    label: '/texts/deskPutBack',
    when: { '/row/deskRemoved': { present: true } },
    call: 'putBack',
    with: { id: '/row/id', revision: '/row/deskRevision' },
  },
  erase: {
    label: '/texts/deskErase',
    when: { '/row/deskRemoved': { present: true } },
    call: 'erase',
    says: '/texts/deskEraseSeveral',
    with: { id: '/row/id', revision: '/row/deskRevision' },
  },
};

/** Returns what the table of a module's items has besides: the columns that can be chosen, and what can be done with several items. */
export function deriveTable(module: CompiledModule, site: CompiledPortal): JsonObject {
  const bulk = { ...deriveBulk(module, site), withdraw: deriveWithdrawals(module), ...(hasBin(module) ? bin : {}) };
  return { more: deriveMore(module, site), bulk };
}

/** Every field of the items that is one line of words is a column; pictures and long texts are read on the page of the item. */
function deriveMore(module: CompiledModule, site: CompiledPortal): JsonObject {
  const { item, roles, admin } = module.definition;
  const { pictures } = findHints(module, site);
  const labels = findLabels(module, site);
  const usual = admin?.columns ? Object.keys(admin.columns) : [roles?.time?.slice(1)];
  const shown = [roles?.title.slice(1), ...usual];
  const columns = Object.entries(item?.properties ?? {}).filter(
    ([name, property]) => !hidden.has(name) && !shown.includes(name) && !pictures.has(name) && isLine(property),
  );
  return Object.fromEntries(
    columns.map(([name, property]): [string, JsonObject] => [
      `more${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      {
        value: `/row/${name}`,
        label: property.title ?? (name === 'id' ? '/texts/deskId' : name),
        ...(labels.has(name) ? { codelist: name } : {}),
        ...chooseFormat(property),
      },
    ]),
  );
}

const isLine = ({ type, contentMediaType, items }: Property): boolean =>
  contentMediaType === undefined && type !== 'object' && (type !== 'array' || items?.type === 'string');

function chooseFormat({ type, format }: Property): JsonObject {
  if (type === 'array') return { format: 'tags' };
  return format === 'date-time' ? { format: 'dateTime' } : format === 'date' ? { format: 'date' } : {};
}

/** Moves that take nothing, or one text, are made with several items at once. */
function deriveBulk(module: CompiledModule, site: CompiledPortal): JsonObject {
  return Object.fromEntries(
    listMoves(module).flatMap(([name, move]): [string, JsonObject][] => {
      const taken = Object.entries(move.takes ?? {});
      const [first] = taken;
      if (taken.length > 1 || (first && !isOneText(first[1]))) return [];
      const asks =
        first &&
        deriveQuestion(
          {
            param: first[0],
            label: (first[1].label ?? move.label) as Json,
            required: first[1].required !== undefined,
            isReason: first[0] === 'reason',
          },
          site,
        );
      return [
        [
          name,
          {
            label: move.label as Json,
            when: { '/row/deskState': { enum: [...move.from] } },
            call: first ? nameForm(name) : 'move',
            with: { deskId: '/row/id', deskMove: { const: name } },
            ...(asks ? { asks } : {}),
          },
        ],
      ];
    }),
  );
}

/** Returns what is asked once for several things. A reason can be chosen among those of the settings. */
export function deriveQuestion(
  { param, label, required, isReason }: { param: string; label: Json; required: boolean; isReason: boolean },
  { settings }: CompiledPortal,
): JsonObject {
  const reasons = Object.values(settings.staff?.reasons ?? {});
  return {
    param,
    label,
    max: mostWords,
    ...(isReason && reasons.length > 0 ? { options: reasons } : {}),
    ...(required ? { required } : {}),
  };
}
