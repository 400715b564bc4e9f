/** What derived definitions have in common. */
export const stringType = { type: 'string' } as const;
/** How calls of the desk say that they succeeded. */
export const reply = { ok: { '/status': 200 }, message: '/message' } as const;

/** Gives the words of the desk by the names of its texts. */
export type DeskWords = (name: string) => string;
