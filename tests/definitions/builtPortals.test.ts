import { describe, expect, it } from 'vitest';
import { BuiltPortals } from '../../src/definitions/builtPortals';
import type { BuiltPortal, PortalBuilder } from '../../src/definitions/snapshot';

/** Makes what builds the portals of an institution, and counts how often it did. */
function createBuilder(tenant: string, complete = true): PortalBuilder & { built: number } {
  const builder = {
    tenant,
    built: 0,
    build(): BuiltPortal {
      builder.built += 1;
      return { problems: [], complete };
    },
    found: () => undefined,
  };
  return builder;
}

const [a, b, c] = ['a', 'b', 'c'] as const;

describe('portals that are at hand', () => {
  it('are so many at most, those that were asked for last; others are made again', () => {
    const released: string[] = [];
    const portals = new BuiltPortals((tenant) => released.push(tenant), 2);
    const [first, second, third] = [createBuilder(a), createBuilder(b), createBuilder(c)];
    const one = portals.get(first);
    portals.get(second);
    expect(portals.get(first)).toBe(one);
    portals.get(third);
    expect([portals.has(a), portals.has(b), portals.has(c)]).toEqual([true, false, true]);
    expect(released).toEqual([b]);
    expect(portals.get(first)).toBe(one);
    portals.get(second);
    expect([first, second, third].map(({ built }) => built)).toEqual([1, 2, 1]);
  });

  it('lose no place to work that passes by all institutions, which uses what is at hand and what another walk made just before', () => {
    const portals = new BuiltPortals(() => undefined, 2);
    const builders = Array.from({ length: 30 }, (_, index) => createBuilder(`t${index}`));
    const visited = builders.slice(0, 2).map((builder) => portals.get(builder));
    for (const builder of builders) expect(portals.glance(builder)).toBe(portals.glance(builder));
    expect(builders.slice(0, 2).map((builder) => portals.get(builder))).toEqual(visited);
    expect(builders.map(({ built }) => built)).toEqual(builders.map(() => 1));
    // What a visitor comes to just after is not made again, but what a walk passed by long ago is.
    portals.get(builders[29] as PortalBuilder);
    portals.get(builders[10] as PortalBuilder);
    expect([builders[29]?.built, builders[10]?.built]).toEqual([1, 2]);
  });

  it('are of the files as they are, and a whole one stays beside a broken one that came after it', () => {
    const portals = new BuiltPortals(() => undefined, 2);
    const [before, broken, mended] = [createBuilder(a), createBuilder(a, false), createBuilder(a)];
    const whole = portals.get(before);
    expect(portals.get(broken).complete).toBe(false);
    expect(portals.get(before)).toBe(whole);
    portals.makeRoom(broken);
    expect(portals.get(broken)).toBe(portals.get(broken));
    expect(portals.get(mended)).toBe(portals.get(mended));
    expect([before, broken, mended].map(({ built }) => built)).toEqual([1, 2, 1]);
  });
});
