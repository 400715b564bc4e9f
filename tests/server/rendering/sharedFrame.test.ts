import { expect, test } from 'vitest';
import type { CompiledPortal } from '../../../src/model/compiled';
import type { MenuEntry } from '../../../src/model/payload';
import { carryPayload, serveFrame } from '../../../src/server/rendering/sharedFrame';
import { buildFrame } from '../../../src/server/rendering/shell';
import { listPayload } from '../../portal/payloads';
import { openDefinitions, projectRoot } from '../projectDefinitions';

const definitions = await openDefinitions(projectRoot);
const menu: MenuEntry[] = [{ id: '1', title: '首页', href: '/', children: [] }];

function find(settings: Partial<CompiledPortal['settings']> = {}): CompiledPortal {
  const found = definitions.portal('museum');
  if (!found) throw new Error('no museum');
  return { ...found, settings: { ...found.settings, ...settings } };
}

const carry = (portal: CompiledPortal, own: object = {}) =>
  carryPayload(portal, { ...listPayload(), shell: { ...buildFrame(portal), menu, ...own } }).shell;

test('a document carries of a shell what is other than in the frame that all share', () => {
  const portal = find();
  const { frame, shell, ...rest } = carry(portal);
  expect({ shell, ...rest }).toEqual({ shell: {}, prefix: '', platform: portal.settings.platform });
  expect(frame).toBe(`/portal/frames/${serveFrame(portal, menu).hash}.json`);
  const moved = { shell: { ...buildFrame(portal).shell, login: '/enter' } };
  expect(carry(portal, moved)).toEqual({ ...rest, frame, shell: { login: '/enter' } });
});

test('another menu makes another frame', () => {
  const portal = find();
  const other = serveFrame(portal, [...menu, ...menu]);
  expect(other.hash).not.toBe(serveFrame(portal, menu).hash);
  expect(serveFrame(portal, menu)).toBe(serveFrame(portal, menu));
});

test("a menu of an institution's own back end travels with each document", () => {
  const portal = find({ backend: { base: 'https://own.example' } });
  expect(carry(portal).menu).toEqual(menu);
  expect(serveFrame(portal, menu).shell).not.toHaveProperty('menu');
  expect(serveFrame(portal, []).hash).toBe(serveFrame(portal, menu).hash);
});
