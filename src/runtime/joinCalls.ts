/**
 * A list is asked for with this header by who needs more for its rows: calls by the names of joins, as JSON that is percent-encoded. What they
 * answer comes in a header of the same name, as JSON in ASCII, so that it takes no way there and back of its own. Bodies stay what they are
 * declared to be. What was not answered this way is asked for by a call of its own.
 */
export const joinHeader = 'X-Join';

/** A call that the rows of another call's reply are needed for. */
export interface JoinCall {
  /** Its path and query, with {@link keysMark} in the place of the rows' keys. */
  url: string;
  /** Where a row has its key. */
  key: string;
}

/** What stands for the keys of rows among the values of a call, and how its address has that. */
export const keysMark = { value: '{keys}', written: encodeURIComponent('{keys}') };
