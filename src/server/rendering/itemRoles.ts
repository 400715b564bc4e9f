import type { Module } from '../../model/definitions.g';
import { asString, type JsonObject } from '../../model/json';
import { resolve } from '../../model/pointer';
import { sanitizeAddress, stripTags } from '../../runtime/display';
import { addressItem } from '../items/itemPages';

/** Characters of a summary that feeds, search engines and other viewers are given at most. */
const longestSummary = 500;

/** What other programs are told of an item in whatever format, by the roles that its module declares; empty where there is nothing. */
interface ItemRoles {
  title: string;
  summary: string;
  /** The whole address of its picture. */
  image: string | undefined;
  /** The address of its page. */
  page: string;
}

/** Returns a text of an item, empty for everything else. */
export const readText = (item: JsonObject, pointer: unknown): string =>
  typeof pointer === 'string' ? asString(resolve(pointer, item)) : '';

/** Returns the whole address of a picture of an item; undefined where it is none: items come from imports and foreign back ends. */
export function toWholeAddress(value: unknown, origin: string): string | undefined {
  const safe = typeof value === 'string' ? sanitizeAddress(value) : undefined;
  return safe === undefined || safe === '' ? undefined : new URL(safe, origin).href;
}

/**
 * Returns what the roles of a module say of an item.
 * @param origin scheme, host and port of the site
 * @param path of the page that shows one item
 */
export function readRoles(item: JsonObject, { roles }: Module, origin: string, path: string): ItemRoles {
  return {
    title: readText(item, roles?.title),
    summary: stripTags(readText(item, roles?.summary)).slice(0, longestSummary),
    image: toWholeAddress(roles?.image === undefined ? undefined : resolve(roles.image, item), origin),
    page: addressItem(origin + path, { id: asString(item['id']), column: readText(item, roles?.column) }),
  };
}
