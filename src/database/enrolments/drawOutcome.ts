/** What an enrolment came to in a draw. */
export interface DrawOutcome {
  /** It was not drawn, and no waiting list is kept. */
  lost: boolean;
  /** Its place in the drawn order; null where nothing was drawn. */
  drawRank: number | null;
}
