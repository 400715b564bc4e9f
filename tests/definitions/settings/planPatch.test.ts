import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/model/json';
import { mergePatch } from '../../../src/definitions/overlay/mergePatch';
import { order } from '../../../src/definitions/overlay/order';
import { startOf } from '../../../src/definitions/language/document';
import { editText } from '../../../src/definitions/settings/editText';
import { type Edit, planPatch } from '../../../src/definitions/settings/planPatch';

/** What settings come of a patch, as the pipeline orders them. */
const lay = (base: JsonObject, own: JsonObject): JsonObject =>
  order('TenantSettings', mergePatch(base, own), () => startOf('')).value as JsonObject;

/** Changes settings and returns the text of the patch and the settings after it. */
function change(
  base: JsonObject,
  written: string,
  wish: (current: JsonObject) => void,
): { text: string; edits: Edit[]; after: JsonObject; wished: JsonObject } {
  const own = JSON.parse(written) as JsonObject;
  const current = lay(base, own);
  const wished = structuredClone(current);
  wish(wished);
  const edits = planPatch([], { base, own, current }, wished);
  const text = editText(written, edits);
  return { text, edits, after: lay(base, JSON.parse(text) as JsonObject), wished };
}

const base: JsonObject = {
  gray: false,
  theme: { color: '#111111', accent: '#222222' },
  staff: { reasons: { one: '甲', two: '乙' } },
  points: { rules: { a: { label: 'A', points: 1 }, b: { label: 'B', points: 2 }, c: { label: 'C', points: 3 } } },
};
const rules = (of: JsonObject): JsonObject => (of['points'] as { rules: JsonObject }).rules;
const sorted = (map: JsonObject, names: string[]): JsonObject => Object.fromEntries(names.map((name) => [name, map[name] as Json]));

describe('the least patch for a wish', () => {
  it('writes a value, and takes it away again when it is as it was below', () => {
    const set = change(base, '{\n  "hosts": ["a"]\n}\n', (now) => void ((now['theme'] as JsonObject)['color'] = '#333333'));
    expect(set.text).toBe('{\n  "hosts": ["a"],\n  "theme": { "color": "#333333" }\n}\n');
    const back = change(base, set.text, (now) => void ((now['theme'] as JsonObject)['color'] = '#111111'));
    expect(back.text).toBe('{\n  "hosts": ["a"]\n}\n');
  });

  it('takes away by null only what lies below', () => {
    const { text, after } = change(base, '{ "site": { "phone": "1", "slogan": "x" } }', (now) => {
      delete (now['site'] as JsonObject)['phone'];
      delete ((now['staff'] as JsonObject)['reasons'] as JsonObject)['one'];
    });
    expect(JSON.parse(text)).toEqual({ site: { slogan: 'x' }, staff: { reasons: { one: null } } });
    expect(after['staff']).toEqual({ reasons: { two: '乙' } });
  });

  it('brings back what was taken away', () => {
    const { text } = change(base, '{ "staff": { "reasons": { "one": null } } }', (now) => {
      (now['staff'] as JsonObject)['reasons'] = { one: '甲', two: '乙' };
    });
    expect(JSON.parse(text)).toEqual({});
  });

  it('moves the fewest entries of what lies below', () => {
    const moved = change(base, '{}', (now) => {
      (now['points'] as JsonObject)['rules'] = sorted(rules(now), ['b', 'c', 'a']);
    });
    expect(JSON.parse(moved.text)).toEqual({ points: { rules: { a: { after: 'c' } } } });
    expect(Object.keys(rules(moved.after))).toEqual(['b', 'c', 'a']);
    const back = change(base, moved.text, (now) => {
      (now['points'] as JsonObject)['rules'] = sorted(rules(now), ['a', 'b', 'c']);
    });
    expect(JSON.parse(back.text)).toEqual({});
  });

  it.each([
    ['c', 'b', 'a', 'x'],
    ['x', 'a', 'b', 'c'],
    ['a', 'x', 'c', 'b'],
    ['b', 'x', 'a', 'c'],
  ])('puts entries of both in any order: %s %s %s %s', (...names) => {
    const { after } = change(base, '{ "points": { "rules": { "x": { "label": "X", "points": 9, "before": "b" } } } }', (now) => {
      (now['points'] as JsonObject)['rules'] = sorted(rules(now), names);
    });
    expect(Object.keys(rules(after))).toEqual(names);
  });

  it.each([
    ['a', 'y', 'x', 'b', 'c'],
    ['a', 'b', 'c', 'y', 'x'],
    ['y', 'c', 'x', 'b', 'a'],
  ])('whatever the order in which the patch has written its own: %s %s %s %s %s', (...names) => {
    const own =
      '{ "points": { "rules": { "x": { "label": "X", "points": 9, "after": "a" }, "y": { "label": "Y", "points": 9, "before": "c" } } } }';
    const { after } = change(base, own, (now) => {
      (now['points'] as JsonObject)['rules'] = sorted(rules(now), names);
    });
    expect(Object.keys(rules(after))).toEqual(names);
  });

  it('writes entries in their order where nothing lies below, and leaves the lines as they are', () => {
    const written = `{
  "menu": {
    "home": { "title": "首页", "href": "/" },

    "news": { "id": "1", "title": "资讯",   "module": "information" },
    "map": { "id": "2", "title": "地图", "module": "culturemap", "before": "home" }
  }
}
`;
    const { text, after } = change({}, written, (now) => {
      now['menu'] = sorted(now['menu'] as JsonObject, ['news', 'map', 'home']);
    });
    expect(text).toBe(`{
  "menu": {
    "news": { "id": "1", "title": "资讯",   "module": "information" },

    "map": { "id": "2", "title": "地图", "module": "culturemap" },
    "home": { "title": "首页", "href": "/" }
  }
}
`);
    expect(Object.keys(after['menu'] as JsonObject)).toEqual(['news', 'map', 'home']);
  });

  it('takes a map that an institution has written whole for its own', () => {
    // Menus are like this: what lies below does not count where the own one is complete.
    const [below, own] = [{ menu: { home: { title: '首页' }, works: { title: '作品' } } }, { menu: { home: { title: '主页' } } }];
    const edits = planPatch(['menu'], { base: below, own, current: own }, { home: { title: '首页' } });
    expect(edits).toEqual([{ path: ['menu', 'home', 'title'], value: '首页' }]);
  });

  it('makes the objects on the way, and writes long ones on lines of their own', () => {
    const { text } = change({}, '{\n  "gray": true\n}\n', (now) => {
      now['menu'] = {
        about: {
          title: '关于我们',
          href: '/about',
          children: { map: { title: '地图', href: '/map' }, way: { title: '怎么去', href: '/way', description: '公交、地铁、停车' } },
        },
      };
    });
    expect(text).toBe(`{
  "gray": true,
  "menu": {
    "about": {
      "title": "关于我们",
      "href": "/about",
      "children": {
        "map": { "title": "地图", "href": "/map" },
        "way": { "title": "怎么去", "href": "/way", "description": "公交、地铁、停车" }
      }
    }
  }
}
`);
  });
});
