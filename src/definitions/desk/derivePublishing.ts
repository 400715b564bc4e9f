import type { CompiledModule } from '../../model/compiled';
import type { Json, JsonObject } from '../../model/json';
import { hasBin, removedState } from '../../runtime/lifecycle';
import { type DeskWords, reply } from './parts';

/** What a definition has for publishing: now, at a time, and again. */
interface Publishing {
  endpoints: JsonObject;
  /** What the page of the form loads besides. */
  loads: JsonObject;
  /** Fields of the form that say what is to be done. */
  fields: JsonObject;
  /** What stands above the form: what visitors see of it, and what can be done at once. */
  notices: JsonObject;
  actions: JsonObject;
  /** Where the public site has no page for one item, this one says so. */
  pages: JsonObject;
  /** What leads from a row of the list to what it will look like. */
  rowActions: JsonObject;
}

/** Returns the address of the page of the desk that leads to an item as visitors will see it. */
export const addressPreviewPage = (module: string): string => `/content/${module}/preview`;

const there = { present: true } as const;
const absent = { present: false } as const;
const effects = {
  success: { toast: '/reply/message', tone: 'positive', reload: true },
  failure: { toast: '/reply/message', tone: 'danger', reload: true },
} as const;

/** Returns how staff publish, withdraw and plan the items of a module, and what they are told of it. */
export function derivePublishing(module: CompiledModule, words: DeskWords): Publishing {
  const { name, definition } = module;
  const preview = (id: string): JsonObject => ({
    label: '/texts/deskPreview',
    icon: 'eye',
    tone: 'plain',
    to: `${addressPreviewPage(name)}{?id}`,
    with: { id },
    window: 'new',
  });
  const call = (service: string, right: string): JsonObject => ({
    post: `/api/desk/${name}/${service}`,
    service: `desk.${service}`,
    viewer: true,
    right,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'revision'],
      properties: { id: { type: 'string' }, revision: { type: 'string' } },
    },
    ...reply,
  });
  const act = (service: string, label: string, when: JsonObject): JsonObject => ({
    label: `/texts/${label}`,
    tone: 'plain',
    when,
    confirm: { text: `/texts/${label}Ask` },
    call: service,
    with: { id: '/stored/item/id', revision: '/stored/item/deskRevision' },
    ...effects,
  });
  const enrolling = deriveExpected(module, words);
  const mayPublish = { '/rights/item/publish': there };
  const bin = hasBin(module)
    ? {
        endpoints: { remove: call('remove', 'edit'), putBack: call('putBack', 'edit'), erase: call('erase', 'publish') },
        notices: {
          removed: { section: 'text', surface: 'panel', when: { '/stored/item/deskRemoved': there }, text: '/texts/deskRemovedSay' },
        },
        actions: {
          remove: act('remove', 'deskRemove', { '/stored/item/deskRemovable': there }),
          putBack: act('putBack', 'deskPutBack', { '/stored/item/deskRemoved': there }),
          erase: {
            ...act('erase', 'deskErase', { '/stored/item/deskRemoved': there, ...mayPublish }),
            success: {
              toast: '/reply/message',
              tone: 'positive',
              goTo: { to: `/content/${name}{?state}`, with: { state: { const: removedState } } },
            },
          },
        },
      }
    : {};
  return {
    endpoints: {
      withdraw: call('withdraw', 'publish'),
      discard: call('discard', 'edit'),
      ...bin.endpoints,
      unschedule: call('unschedule', 'publish'),
      rights: { get: `/api/desk/${name}/rights`, service: 'desk.rights', viewer: true, right: 'read', ...reply, item: '/data' },
      ...enrolling.endpoints,
    },
    loads: { rights: { source: 'rights' }, ...enrolling.loads },
    fields: describeFields(enrolling.hint),
    notices: {
      changed: {
        section: 'text',
        surface: 'panel',
        when: { '/stored/item/deskChanged': there },
        text: { text: words('deskChangedSay'), with: { name: '/stored/item/deskChangedBy', time: '/stored/item/deskChangedAt' } },
      },
      ...bin.notices,
      planned: { section: 'text', surface: 'panel', when: { '/stored/item/deskPlan': there }, text: '/stored/item/deskPlan' },
    },
    pages: {
      preview: {
        kind: 'composed',
        path: addressPreviewPage(name),
        title: '/texts/deskPreview',
        banner: false,
        requires: 'login',
        query: { id: 'The item.' },
        crumbs: { items: { label: definition.title, to: `/content/${name}` } },
        loads: { stored: { source: 'item', with: { id: '/query/id' }, required: true } },
        sections: {
          none: { section: 'text', text: '/texts/deskNoPreview' },
          back: {
            section: 'actions',
            actions: {
              back: {
                label: '/texts/deskPreviewBack',
                to: `/content/${name}/${definition.admin?.edit === false ? 'review' : 'edit'}{?id}`,
                with: { id: '/query/id' },
              },
            },
          },
        },
      },
    },
    rowActions: { preview: preview('/row/id') },
    actions: {
      preview: preview('/query/id'),
      withdraw: enrolling.warn(act('withdraw', 'deskWithdraw', { '/stored/item/deskLive': there, ...mayPublish })),
      discard: act('discard', 'deskDiscard', { '/stored/item/deskChanged': there }),
      ...bin.actions,
      unschedule: act('unschedule', 'deskUnschedule', { '/stored/item/deskPlan': there, ...mayPublish }),
    },
  };
}

/** Returns what tells staff who withdraw an item how many people are enrolled for it, where members can enrol. */
function deriveExpected(
  { name, definition }: CompiledModule,
  words: DeskWords,
): Pick<Publishing, 'endpoints' | 'loads'> & { hint: Json; warn(action: JsonObject): JsonObject } {
  if (!definition.enrolment) return { endpoints: {}, loads: {}, hint: usualHint, warn: (action) => action };
  const count = { count: '/expected/item/deskExpected' };
  const ask = { text: words('deskWithdrawExpectedAsk'), with: count };
  return {
    endpoints: {
      expected: {
        get: `/api/desk/${name}/expected/{id}`,
        service: 'enrolment.deskExpected',
        viewer: true,
        right: 'read',
        ...reply,
        item: '/data',
      },
    },
    loads: { expected: { source: 'expected', with: { id: '/query/id' }, when: { '/query/id': there } } },
    hint: { text: words('deskWithdrawAtExpected'), with: count },
    warn: ({ when = {}, ...action }) => ({
      when,
      cases: { expected: { ...action, when: { '/expected/item/deskExpected': { minimum: 1 } }, confirm: { text: ask } } },
      otherwise: action,
    }),
  };
}

/** What is said of the time at which an item is withdrawn. */
const usualHint = '/texts/deskWithdrawAtHint';

/** Returns how several items are withdrawn at once, where members can enrol with how many are enrolled for them. */
export const deriveWithdrawals = ({ definition }: CompiledModule): JsonObject => ({
  label: '/texts/deskWithdraw',
  when: { '/row/deskLive': there },
  call: 'withdraw',
  with: { id: '/row/id', revision: '/row/deskRevision' },
  ...(definition.enrolment
    ? {
        warns: {
          source: 'expected',
          with: { id: '/row/id' },
          count: '/reply/data/deskExpected',
          text: '/texts/deskWithdrawSeveral',
        },
      }
    : {}),
});

/** What can be done with an item, by its words. */
const labels = {
  keep: 'deskKeep',
  draft: 'deskDraft',
  change: 'deskChange',
  preview: 'deskPreviewSave',
  schedule: 'deskSchedule',
  publish: 'deskPublish',
} as const;
type Deed = keyof typeof labels;

/** The ways that an item can stand, when it does so, and what can be done with it then; the first is what is offered. */
const standings: Readonly<Record<string, { when: JsonObject; deeds: readonly Deed[] }>> = {
  Live: { when: { '/stored/item/deskLive': there }, deeds: ['change', 'preview'] },
  Kept: { when: { '/stored/item/deskKept': there }, deeds: ['keep', 'draft', 'preview'] },
  Draft: { when: { '/stored/item/deskLive': absent, '/stored/item/deskKept': absent }, deeds: ['draft', 'preview'] },
};
const toPublish: readonly Deed[] = ['schedule', 'publish'];

const offer = (deeds: readonly Deed[]): JsonObject =>
  Object.fromEntries(deeds.map((deed) => [deed, { value: deed, label: `/texts/${labels[deed]}` }]));

/**
 * Returns the choice of what is to be done, and the times. There is one choice for each way that an item can stand, with and without the right
 * to publish; and one of everything for calls that no form makes, which ask for the right themselves.
 */
function describeFields(withdrawHint: Json): JsonObject {
  const [mayPublish, barred] = [{ '/rights/item/publish': there }, { '/rights/item/barred': there }];
  const choices = Object.entries(standings).flatMap(([name, { when, deeds }]): [string, JsonObject][] => {
    const choice = { field: 'radio', label: '/texts/deskAction' } as const;
    const planned = { when: { '/stored/item/deskPublishAt': there }, value: { const: 'schedule' } };
    const usual: JsonObject = { const: deeds[0] ?? 'draft' };
    return [
      [
        `deskAction${name}`,
        {
          ...choice,
          when: { ...when, ...mayPublish },
          default: { cases: { planned }, otherwise: usual },
          options: offer([...deeds, ...toPublish]),
        },
      ],
      [`deskAction${name}Only`, { ...choice, when: { ...when, ...barred }, default: usual, options: offer(deeds) }],
    ];
  });
  const isPlanned = ['deskAction', ...Object.keys(standings).map((name) => `deskAction${name}`)]
    .map((name) => `(has(form.${name}) && form.${name} == 'schedule')`)
    .join(' || ');
  return {
    deskId: { field: 'hidden', value: '/query/id' },
    deskRevision: { field: 'hidden', value: '/stored/item/deskRevision' },
    deskAction: {
      field: 'radio',
      label: '/texts/deskAction',
      when: { '/rights/item/publish': absent, '/rights/item/barred': absent },
      options: offer(['keep', 'draft', 'change', 'preview', 'schedule', 'publish']),
    },
    ...Object.fromEntries(choices),
    deskPublishAt: {
      field: 'dateTime',
      label: '/texts/deskPublishAt',
      required: '/texts/deskPublishAtNeeded',
      default: '/stored/item/deskPublishAt',
      when: { expression: isPlanned },
    },
    deskWithdrawAt: {
      field: 'dateTime',
      label: '/texts/deskWithdrawAt',
      hint: withdrawHint,
      default: '/stored/item/deskWithdrawAt',
      when: { '/rights/item/barred': absent },
    },
  };
}
