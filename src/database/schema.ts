import type { ColumnType, Generated } from 'kysely';

/** One piece of content. `s*`/`n*` are the slots declared filter fields are copied to, so no module needs DDL of its own. */
export type ItemTable = {
  tenant: string;
  module: string;
  id: string;
  column_id: Generated<string>;
  /** 0 awaiting review, 1 published, 2 rejected. */
  status: Generated<number>;
  pub: ColumnType<Date, Date | undefined, Date>;
  title: Generated<string>;
  doc: ColumnType<Record<string, unknown>, string, string>;
  s1: string | null;
  s2: string | null;
  s3: string | null;
  s4: string | null;
  n1: number | null;
  n2: number | null;
  /** Scoped by tenant, module and field; see search-keys.ts. */
  tags: string[] | null;
  /** Scoped unigrams and bigrams of searchable text; see search-keys.ts. */
  grams: string[] | null;
  updated: Generated<Date>;
};

/** Numbers visitors raise; `data_id` is the item's id, `column_id` its column. */
export type CounterTable = {
  tenant: string;
  column_id: string;
  data_id: string;
  pv: Generated<number>;
  share: Generated<number>;
  star: Generated<number>;
  collect: Generated<number>;
};

/** Hash of a module's slot assignments when its items were last written. */
export type ModuleShapeTable = { tenant: string; module: string; hash: string };

/** Work that was done once for a tenant, such as loading demo content. */
export type SeedTable = { tenant: string; name: string; done_at: Generated<Date> };

/** All tables of the database room, by name. */
export type Tables = { item: ItemTable; counter: CounterTable; module_shape: ModuleShapeTable; seed: SeedTable };
