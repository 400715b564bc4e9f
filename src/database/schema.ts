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

/** A person who registered with an institution. */
export type MemberTable = {
  tenant: string;
  id: string;
  phone_hash: string;
  phone_cipher: string;
  name: string;
  sex: string;
  image: string;
  password_hash: string;
  created: Generated<Date>;
};

/** A login, valid until it expires or was revoked. */
export type SessionTable = { tenant: string; id: string; member_id: string; issued: Date; expires: Date; revoked: Date | null };

/** A code of a text message; one for each purpose and phone. */
export type OneTimeCodeTable = {
  tenant: string;
  purpose: string;
  phone_hash: string;
  code_hash: string;
  expires: Date;
  tries: Generated<number>;
};

/** A picture that waits for its answer. */
export type CaptchaTable = { tenant: string; id_hash: string; answer_hash: string; expires: Date };

/** How often something was done since the window of `expires` began. */
export type ThrottleTable = { tenant: string; key: string; count: number; expires: Date };

/** Whether a member likes or collects an item; a row taken back stays, so that its last change is known. */
export type MemberFlagTable = {
  tenant: string;
  member_id: string;
  column_id: string;
  data_id: string;
  kind: 'star' | 'collect';
  active: boolean;
  changed: Date;
  created: Generated<Date>;
  title: string;
  image: string;
  url: string;
  type: string;
};

/** Keys that all processes of one database share. */
export type SecretTable = { name: string; value: string };

/** All tables of the database room, by name. */
export type Tables = {
  item: ItemTable;
  counter: CounterTable;
  module_shape: ModuleShapeTable;
  seed: SeedTable;
  member: MemberTable;
  member_session: SessionTable;
  one_time_code: OneTimeCodeTable;
  captcha: CaptchaTable;
  throttle: ThrottleTable;
  member_flag: MemberFlagTable;
  secret: SecretTable;
};
