import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import type { Codelist, Move, Property } from '../../model/definitions.g';
import type { Json, JsonObject } from '../../model/json';
import { findHints, type FieldHints } from './choices';
import { reply, stringType } from './parts';
import { findLabels } from './typeChoices';

/** What a definition has for decisions on what members handed in. */
interface Review {
  endpoints: JsonObject;
  forms: JsonObject;
  codelists: JsonObject;
  pages: JsonObject;
}

/** Fields that tell a reviewer nothing. */
const hidden: ReadonlySet<string> = new Set(['id', 'memberId', 'userId', 'translations']);

/** Returns the moves of a module that staff make, by name. */
export const listMoves = ({ lifecycle }: CompiledModule): [string, Move][] =>
  Object.entries(lifecycle.moves).filter(([, { by }]) => by === 'staff');

/** Returns the states in which an item awaits a decision of staff. */
export const listDecidable = ({ lifecycle }: CompiledModule): string[] =>
  Object.entries(lifecycle.states).flatMap(([name, { awaits }]) => (awaits === 'staff' ? [name] : []));

/** Returns the page on which staff read a whole submission and decide on it, with a button for each move, and its calls and forms. */
export function deriveReview(module: CompiledModule, site: CompiledPortal): Review {
  const { name, definition } = module;
  const hints = findHints(module, site);
  const moves = listMoves(module);
  const taking = moves.filter(([, { takes }]) => Object.keys(takes ?? {}).length > 0);
  const labels = findLabels(module, site);
  const codelists = Object.fromEntries(
    [...labels].map(([field, { options, dictionary, types }]): [string, JsonObject] => [
      field,
      (options
        ? { options: options as object as Json }
        : dictionary !== undefined
          ? { dictionary }
          : types
            ? { types }
            : { options: {} }) as JsonObject,
    ]),
  );
  return {
    codelists,
    endpoints: {
      move: {
        post: `/api/desk/${name}/move`,
        service: 'desk.move',
        viewer: true,
        right: 'decide',
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['deskId', 'deskMove'],
          properties: { deskId: stringType, deskMove: stringType, deskKind: stringType },
        },
        ...reply,
        item: '/data',
      },
      reveal: {
        post: `/api/desk/${name}/reveal`,
        service: 'desk.reveal',
        form: 'deskReveal',
        viewer: true,
        right: 'reveal',
        ...reply,
      },
      ...Object.fromEntries(
        taking.map(([move]) => [
          nameForm(move),
          {
            post: `/api/desk/${name}/move/${move}`,
            service: 'desk.move',
            form: nameForm(move),
            viewer: true,
            right: 'decide',
            ...reply,
            item: '/data',
          },
        ]),
      ),
    },
    forms: {
      deskReveal: revealForm,
      ...Object.fromEntries(taking.map(([move, { label, takes }]) => [nameForm(move), deriveMoveForm(move, label as Json, takes, site)])),
    },
    pages: {
      review: {
        kind: 'detail',
        path: `/content/${name}/review`,
        title: definition.title,
        banner: false,
        crumbs: { items: { label: definition.title, to: `/content/${name}` } },
        requires: 'login',
        query: { id: 'The item.', kind: 'The kind that the queue is narrowed to.' },
        source: 'item',
        with: { id: '/query/id' },
        sections: {
          heading: {
            section: 'heading',
            title: '/item/deskTitle',
            fields: {
              state: { value: '/item/deskStateLabel', label: '/texts/deskState' },
              who: { value: '/item/deskWho', label: '/texts/deskApplicant' },
              phone: { value: '/item/deskPhone', label: '/texts/deskApplicantPhone' },
              updated: { value: '/item/deskUpdated', format: 'dateTime', label: '/texts/deskUpdated' },
            },
          },
          ...describeFields(module, hints, labels),
        },
        ...(moves.length === 0
          ? {}
          : {
              aside: {
                decision: {
                  section: 'actions',
                  label: '/texts/deskDecision',
                  shape: 'buttons',
                  actions: Object.fromEntries(moves.map(deriveAction)),
                },
                applicant: {
                  section: 'actions',
                  label: '/texts/deskApplicant',
                  shape: 'buttons',
                  when: { '/item/deskReveals': true },
                  actions: { reveal: { label: '/texts/deskReveal', form: 'deskReveal', tone: 'secondary' } },
                },
              },
            }),
      },
    },
  };
}

/** Asks for the reason for which the whole name, phone and ID number are shown; they are shown until the dialog is shut. */
const revealForm: JsonObject = {
  label: '/texts/deskReveal',
  fields: {
    deskReason: { field: 'text', label: '/texts/deskRevealReason', required: '/texts/revealReason', schema: { maxLength: 200 } },
    deskId: { field: 'hidden', value: '/query/id' },
  },
  submit: {
    source: 'reveal',
    label: '/texts/deskReveal',
    success: { dialog: { title: '/texts/deskRevealShown', text: '/reply/message', confirm: '/texts/deskRevealClose' } },
    failure: { toast: '/reply/message', tone: 'danger' },
  },
};

/** Returns the name of the form, and of the call, by which a move is made that takes something. */
export const nameForm = (move: string): string => `move${move.charAt(0).toUpperCase()}${move.slice(1)}`;

function deriveAction([name, { label, from, takes }]: [string, Move]): [string, JsonObject] {
  const shared = { label: label as Json, when: { '/item/deskState': { enum: [...from] } } };
  if (Object.keys(takes ?? {}).length > 0) return [name, { ...shared, form: nameForm(name), tone: 'secondary' }];
  return [
    name,
    {
      ...shared,
      call: 'move',
      with: { deskId: '/item/id', deskMove: { const: name }, deskKind: '/query/kind' },
      success: { goTo: { url: '/reply/item/goTo' } },
      failure: { toast: '/reply/message', tone: 'danger', reload: true },
    },
  ];
}

/** A reason can be chosen among those of the settings, and written freely. */
function deriveMoveForm(move: string, label: Json, takes: Move['takes'], { settings }: CompiledPortal): JsonObject {
  const reasons = Object.values(settings.staff?.reasons ?? {});
  const fields = Object.entries(takes ?? {}).map(([name, field]): [string, Json] => [
    name,
    name === 'reason' && field.field === 'textarea' && reasons.length > 0
      ? ({ ...field, field: 'text', suggestions: reasons } as object as Json)
      : (field as object as Json),
  ]);
  return {
    label,
    fields: {
      ...Object.fromEntries(fields),
      deskId: { field: 'hidden', value: '/query/id' },
      deskMove: { field: 'hidden', value: { const: move } },
      deskKind: { field: 'hidden', value: '/query/kind' },
    },
    submit: {
      source: nameForm(move),
      label,
      success: { goTo: { url: '/reply/item/goTo' } },
      failure: { toast: '/reply/message', tone: 'danger' },
    },
  };
}

/** Returns sections that show all of an item: facts together, then pictures and long texts one by one. */
function describeFields({ definition }: CompiledModule, hints: FieldHints, labels: ReadonlyMap<string, Codelist>): JsonObject {
  const { item, roles } = definition;
  const shown = Object.entries(item?.properties ?? {}).filter(([name]) => !hidden.has(name));
  const isRich = ({ contentMediaType }: Property): boolean => contentMediaType !== undefined;
  const facts = shown.flatMap(([name, property]): [string, Json][] => {
    if (isRich(property) || hints.pictures.has(name) || property.type === 'object') return [];
    const format = property.format === 'date-time' ? 'dateTime' : property.format === 'date' ? 'date' : undefined;
    const codelist: JsonObject = labels.has(name) ? { codelist: name } : {};
    const label = roles?.column === `/${name}` ? '/texts/deskColumn' : (property.title ?? name);
    if (property.type === 'array')
      return property.items?.type === 'string' ? [[name, { value: `/item/${name}`, label, format: 'tags', ...codelist }]] : [];
    return [[name, { value: `/item/${name}`, label, ...(format ? { format } : {}), ...codelist }]];
  });
  const pictures = shown.filter(([name, { type }]) => hints.pictures.has(name) && type === 'string');
  const texts = shown.filter(([, property]) => isRich(property));
  return {
    facts: { section: 'fields', fields: Object.fromEntries(facts) },
    ...Object.fromEntries(
      pictures.map(([name, { title }]) => [
        `picture${name}`,
        { section: 'text', label: title ?? name, image: `/item/${name}`, text: ' ', when: { [`/item/${name}`]: { present: true } } },
      ]),
    ),
    ...Object.fromEntries(
      texts.map(([name, { title }]) => [
        `text${name}`,
        { section: 'richText', label: title ?? name, value: `/item/${name}`, when: { [`/item/${name}`]: { present: true } } },
      ]),
    ),
  };
}
