import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Definitions, loadDefinitions } from '../../src/definitions/load';

const root = resolve(import.meta.dirname, '../..');
let definitions: Definitions;
beforeAll(async () => {
  definitions = await loadDefinitions(root);
});

describe('the desks of the institutions', () => {
  it('are derived without a Problem from whatever their modules say', () => {
    for (const tenant of definitions.tenants) {
      const desk = definitions.desk(tenant);
      expect(desk?.prefix).toBe('/admin');
    }
    expect(definitions.problems).toEqual([]);
  });
});

describe('what was handed in', () => {
  it('says its column and its types in words, and each decision has a button', () => {
    const order = definitions.desk('centre')?.modules['culturalorder']?.definition;
    const words = (field: string): unknown[] => Object.values(order?.codelists?.[field]?.options ?? {}).map(({ label }) => label);
    expect(words('menuId')).toEqual(['文化点单']);
    expect(words('types')).toEqual(expect.arrayContaining([expect.stringMatching(/演出$/), expect.stringMatching(/培训$/)]));
    const review = order?.pages['review'];
    expect(review).toMatchObject({
      sections: {
        facts: { fields: { menuId: { codelist: expect.stringMatching(/menuId$/) }, types: { codelist: expect.stringMatching(/types$/) } } },
      },
      aside: { decision: { shape: 'buttons', actions: { approve: {}, reject: { tone: 'secondary' }, answer: { tone: 'secondary' } } } },
    });
  });
});

describe('who handed something in', () => {
  it('is told of whatever staff decide on it', () => {
    const untold = definitions.tenants.flatMap((tenant) =>
      Object.values(definitions.portal(tenant)?.modules ?? {}).flatMap(({ name, definition, lifecycle }) => {
        if (definition.contribution === undefined) return [];
        const awaiting = Object.keys(lifecycle.states).filter((state) => lifecycle.states[state]?.awaits === 'staff');
        return Object.entries(lifecycle.moves).flatMap(([move, { by, from, message }]) =>
          by === 'staff' && message === undefined && from.some((state) => awaiting.includes(state)) ? [`${tenant} ${name}.${move}`] : [],
        );
      }),
    );
    expect(untold).toEqual([]);
  });
});
