import type { JsonObject } from '../../../model/json';
import type { CoordinateSystem, LngLat } from '../../../runtime/coordinate';

export type { CoordinateSystem, LngLat };

/** A place of the list or of the map. */
export interface Place {
  id: string;
  title: string;
  /** Where it is, in the institution's system; absent when nobody says so, or what is said cannot be. */
  at?: LngLat;
  type: string;
  /** The address of the picture on its mark. */
  icon?: string;
  row: JsonObject;
}

/** Where a visitor is, in the institution's system, with the address where one was found. */
export interface Position {
  at: LngLat;
  address: string;
}

/** The visitor's position and how far finding it has come (ledger MAP-09, MAP-10). */
export type Positioning =
  | { state: 'unknown' | 'locating' }
  | {
      state: 'failed';
      /** The visitor, or the browser in the visitor's name, said no. */
      denied: boolean;
    }
  | ({ state: 'found' } & Position);
