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
