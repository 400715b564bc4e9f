import plugin from 'fastify-plugin';
import { RequestError } from '../api/errors';

/** Lists and objects within each other that a body may have; no declared one has half as many. */
const deepest = 32;

/**
 * Reads JSON bodies. One that is nested deeper than any declared body is refused before it is parsed, as parsing takes longest for these.
 * @throws RequestError 400 for such a one, and for what is no JSON
 */
export const jsonBodies = plugin(async (app) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (isDeeperThan(text, deepest)) done(new RequestError('invalidBody'));
    else void parse(request, text, done);
  });
});

/** Returns whether a text of JSON has more lists and objects within each other than `most`. What stands in strings does not count. */
function isDeeperThan(text: string, most: number): boolean {
  let depth = 0;
  for (let place = 0; place < text.length; place += 1) {
    const character = text[place];
    if (character === '"') place = findQuoteEnd(text, place + 1);
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > most) return true;
  }
  return false;
}

/** Returns where a string ends: the first quote with an even number of backslashes before it. */
function findQuoteEnd(text: string, from: number): number {
  for (let place = from; place < text.length; place += 1) {
    const character = text[place];
    if (character === '\\') place += 1;
    else if (character === '"') return place;
  }
  return text.length;
}
