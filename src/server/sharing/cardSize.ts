/** Size of share pictures in points: what chats and other sites ask for. */
export const cardSize = { width: 1200, height: 630 } as const;
