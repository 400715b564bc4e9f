import type { Json, JsonObject } from '../../model/json';

/** What is told of values beyond a limit. */
const limitTexts: Readonly<Record<string, string>> = {
  minLength: 'deskLeastLetters',
  maxLength: 'deskMostLetters',
  minimum: 'deskLeast',
  maximum: 'deskMost',
};

/**
 * Returns the rule of a field with the words for each of its limits.
 * @param schema the limits by keyword; those that are undefined are none
 */
export const rule = (schema: Readonly<Record<string, number | undefined>>): JsonObject => {
  const said = Object.entries(schema).filter((entry): entry is [string, number] => entry[1] !== undefined);
  if (said.length === 0) return {};
  const errors = said.map(([keyword, limit]): [string, Json] => [
    keyword,
    { value: `/texts/${limitTexts[keyword] ?? 'deskExpectOther'}`, with: { limit: { const: limit } } },
  ]);
  return { schema: Object.fromEntries(said), errors: Object.fromEntries(errors) };
};
