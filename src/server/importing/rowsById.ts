/** Ids that are kept in mind; of more the later ones are not compared. They take 25 MB. */
const mostIds = 1_500_000;
const fewest = 1 << 10;
/** Of the places so many are taken before there are twice as many. */
const fullest = 0.75;

/**
 * Tells which row had an id before. Of an id 64 bits of its hash are kept and the number of its row, 12 bytes in all, as a million ids would
 * take a hundred megabytes: that two of a million are taken for one another happens once in 37 million imports.
 */
export class RowsById {
  private rows = new Uint32Array(fewest);
  private low = new Uint32Array(fewest);
  private high = new Uint32Array(fewest);
  private size = 0;

  /**
   * Keeps which row has an id, and forgets which had it before.
   * @param row from 1 on
   * @returns the row that had it before
   */
  note(id: string, row: number): number | undefined {
    const [low, high] = hash(id);
    const place = this.find(low, high);
    const before = this.rows[place] ?? 0;
    if (before === 0 && this.size >= mostIds) return undefined;
    this.put(place, low, high, row);
    if (before !== 0) return before;
    this.size += 1;
    if (this.size > this.rows.length * fullest) this.grow();
    return undefined;
  }

  /** Returns where a hash is, or else where it would be. */
  private find(low: number, high: number): number {
    const mask = this.rows.length - 1;
    let place = low & mask;
    while (this.rows[place] !== 0 && (this.low[place] !== low || this.high[place] !== high)) place = (place + 1) & mask;
    return place;
  }

  private put(place: number, low: number, high: number, row: number): void {
    this.rows[place] = row;
    this.low[place] = low;
    this.high[place] = high;
  }

  private grow(): void {
    const { rows, low, high } = this;
    const places = rows.length * 2;
    [this.rows, this.low, this.high] = [new Uint32Array(places), new Uint32Array(places), new Uint32Array(places)];
    rows.forEach((row, index) => {
      const [one = 0, other = 0] = [low[index], high[index]];
      if (row !== 0) this.put(this.find(one, other), one, other, row);
    });
  }
}

/** Two hashes of 32 bits by two chains of multiplications (cyrb53 with all its bits). */
function hash(text: string): [low: number, high: number] {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    one = Math.imul(one ^ unit, 2_654_435_761);
    other = Math.imul(other ^ unit, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return [one >>> 0, other >>> 0];
}
