/** Returns the name of the load with the newest entries of a column, which sections of columns show; no definition can write such a name. */
export const nameColumnLoad = (columnId: string): string => `column:${columnId}`;
