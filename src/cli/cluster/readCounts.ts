/** How many statements that replicas may answer were answered by whom. */
export interface ReadCounts {
  replica: number;
  primary: number;
}

/** Returns how many statements somebody answered, from what a server says at `/metrics`; 0 when it says nothing. */
export const readCounter = (metrics: string, from: keyof ReadCounts): number =>
  Number(new RegExp(`^portal_database_reads_total\\{from="${from}"\\} (\\d+)`, 'm').exec(metrics)?.[1] ?? 0);
