-- 0001_content
create table item (
  tenant text not null, module text not null, id text not null, column_id text not null default '',
  status smallint not null default 1, pub timestamptz not null default now(),
  title text not null default '', doc jsonb not null, s1 text, s2 text, s3 text, s4 text,
  n1 double precision, n2 double precision, tags text[], grams text[],
  updated timestamptz not null default now(), primary key (tenant, module, id)
) with (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
create index item_pub on item (tenant, module, pub desc, id desc, column_id) where status = 1;
create index item_column on item (tenant, module, column_id, pub desc, id desc) where status = 1;
create index item_review on item (tenant, module, pub desc, id desc, status, column_id) where status <> 1;
create index item_s1 on item (tenant, module, s1, pub desc, id desc, column_id) where status = 1 and s1 is not null;
create index item_s2 on item (tenant, module, s2, pub desc, id desc, column_id) where status = 1 and s2 is not null;
create index item_s3 on item (tenant, module, s3, pub desc, id desc, column_id) where status = 1 and s3 is not null;
create index item_s4 on item (tenant, module, s4, pub desc, id desc, column_id) where status = 1 and s4 is not null;
create index item_n1 on item (tenant, module, n1 desc, id desc, column_id) where status = 1 and n1 is not null;
create index item_n2 on item (tenant, module, n2 desc, id desc, column_id) where status = 1 and n2 is not null;
create index item_tags on item using gin (tags) where status = 1;
create index item_grams on item using gin (grams) where status = 1;
create table counter (
  tenant text not null, column_id text not null, data_id text not null, pv bigint not null default 0,
  share bigint not null default 0, star bigint not null default 0, collect bigint not null default 0,
  primary key (tenant, column_id, data_id)
);
create table module_shape (
  tenant text not null, module text not null, hash text not null, primary key (tenant, module)
);
create table seed (
  tenant text not null, name text not null, done_at timestamptz not null default now(),
  primary key (tenant, name)
);
-- 0002_accounts
create table member (
  tenant text not null, id text not null, phone_hash text not null, phone_cipher text not null,
  name text not null default '', sex text not null default '', image text not null default '',
  password_hash text not null, created timestamptz not null default now(), primary key (tenant, id),
  unique (tenant, phone_hash)
);
create table member_session (
  tenant text not null, id text not null, member_id text not null, issued timestamptz not null,
  expires timestamptz not null, revoked timestamptz, primary key (tenant, id)
);
create index member_session_member on member_session (tenant, member_id);
create index member_session_expires on member_session (expires);
create table one_time_code (
  tenant text not null, purpose text not null, phone_hash text not null, code_hash text not null,
  expires timestamptz not null, tries integer not null default 0, primary key (tenant, purpose, phone_hash)
);
create table captcha (
  tenant text not null, id_hash text not null, answer_hash text not null, expires timestamptz not null,
  primary key (tenant, id_hash)
);
create index captcha_expires on captcha (expires);
create table throttle (
  tenant text not null, key text not null, count integer not null, expires timestamptz not null,
  primary key (tenant, key)
);
create index throttle_expires on throttle (expires);
create table member_flag (
  tenant text not null, member_id text not null, column_id text not null, data_id text not null,
  kind text not null, active boolean not null, changed timestamptz not null,
  created timestamptz not null default now(), title text not null default '',
  image text not null default '', url text not null default '', type text not null default '',
  primary key (tenant, member_id, column_id, data_id, kind), check (kind in ('star', 'collect'))
);
create table secret (name text primary key, value text not null);
-- 0003_submission
create table submission (
  tenant text not null, member_id text not null, key text not null, call text not null,
  body_hash text not null, answer jsonb, created timestamptz not null default now(),
  primary key (tenant, member_id, key)
);
create index submission_created on submission (created);
-- 0004_contacts
create table contact (
  tenant text not null, member_id text not null, id text not null, name_cipher text not null,
  id_cipher text not null, id_hash text not null, phone_cipher text not null,
  id_type text not null default '0', created timestamptz not null default now(),
  updated timestamptz not null default now(), primary key (tenant, id), unique (tenant, member_id, id_hash)
);
-- 0004_inbox
create table inbox_message (
  tenant text not null, member_id text not null, id text not null, kind text not null, title text not null,
  body text not null default '', link text not null default '', created timestamptz not null default now(),
  read timestamptz, primary key (tenant, id)
);
create index inbox_message_member on inbox_message (tenant, member_id, created desc, id desc);
-- 0004_points
create table point_account (
  tenant text not null, member_id text not null, credit integer not null default 0 check (credit >= 0),
  primary key (tenant, member_id)
);
create table point_order (
  tenant text not null, id text not null, member_id text not null, commodity_name text not null,
  user_name_cipher text not null, contact_cipher text not null, address_cipher text not null,
  remark text not null default '', state smallint not null default 1 check (state in (1, 2, 3)),
  created timestamptz not null default now(), primary key (tenant, id)
);
create index point_order_member on point_order (tenant, member_id, created desc, id desc);
-- 0005_enrolment
create table enrol_place (
  tenant text not null, module text not null, activity_id text not null,
  session_id text not null default '', capacity integer,
  taken integer not null default 0 check (taken >= 0), check (taken <= capacity),
  primary key (tenant, module, activity_id, session_id)
) with (fillfactor = 50);
create table enrolment (
  tenant text not null, id text not null, module text not null, activity_id text not null,
  session_id text not null default '', member_id text not null, contact_id text not null,
  name_cipher text not null, phone_cipher text not null, id_cipher text not null, id_hash text not null,
  status text not null check (status in ('enrolled', 'waiting', 'cancelled')), sign_hash text,
  sign_cipher text, created timestamptz not null, place bigint generated always as identity,
  cancelled timestamptz, signed_in timestamptz, primary key (tenant, id)
);
create unique index enrolment_once
  on enrolment (tenant, module, activity_id, session_id, id_hash) where status <> 'cancelled';
create unique index enrolment_sign_code
  on enrolment (tenant, module, activity_id, sign_hash) where sign_hash is not null;
create index enrolment_member on enrolment (tenant, member_id, created desc);
create index enrolment_queue on enrolment (tenant, module, activity_id, place) where status = 'waiting';
-- 0006_booking
create table booking (
  tenant text not null, id text not null, module text not null, venue_id text not null,
  venue_name text not null default '', menu_id text not null default '', member_id text not null,
  name_cipher text not null, phone_cipher text not null, id_cipher text not null, id_hash text not null,
  purpose text not null, status smallint not null, day date not null, venue_time text not null,
  minutes smallint[] not null, starts timestamptz not null, ends timestamptz not null,
  check_in boolean not null default true, created timestamptz not null default now(), decided timestamptz,
  cancelled timestamptz, checked_in timestamptz, primary key (tenant, id), check (status between 1 and 5),
  check (starts < ends)
);
create index booking_member on booking (tenant, member_id, created desc, id desc);
create index booking_day on booking (tenant, module, venue_id, day) where status in (1, 3);
create index booking_waiting on booking (tenant, starts, id) where status = 3;
create table booking_slot (
  tenant text not null, module text not null, venue_id text not null, day date not null,
  minute smallint not null, booking_id text not null, primary key (tenant, module, venue_id, day, minute)
);
create index booking_slot_booking on booking_slot (tenant, booking_id);
-- 0007_uploads
create table upload (
  tenant text not null, id text not null, owner text not null, name text not null,
  kind text not null default '', extension text not null default '', type text not null default '',
  size bigint not null default 0, status smallint not null default 0,
  created timestamptz not null default now(), primary key (tenant, id)
);
create index upload_unfinished on upload (created) where status = 0;
create table upload_chunk (
  tenant text not null, upload_id text not null, number integer not null, data bytea not null,
  primary key (tenant, upload_id, number),
  foreign key (tenant, upload_id) references upload (tenant, id) on delete cascade
);
-- 0008_search
create table search_entry (
  tenant text not null, module text not null, id text not null, status smallint not null,
  pub timestamptz not null, title text not null, title_words tsvector not null, body text not null,
  words tsvector not null, primary key (tenant, module, id),
  foreign key (tenant, module, id) references item (tenant, module, id) on delete cascade
) with (
  toast_tuple_target = 256, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
create index search_entry_title_words
  on search_entry using gin (title_words)
  with (gin_pending_list_limit = 1024) where status = 1;
create index search_entry_words
  on search_entry using gin (words)
  with (gin_pending_list_limit = 1024) where status = 1;
-- 0009_authored
create index item_author on item (tenant, (doc->>'memberId'), module) where doc->>'memberId' is not null;
-- 0010_upload_uses
create table upload_use (
  tenant text not null, upload_id text not null, module text not null, item_id text not null,
  primary key (tenant, upload_id, module, item_id),
  foreign key (tenant, upload_id) references upload (tenant, id) on delete cascade,
  foreign key (tenant, module, item_id) references item (tenant, module, id) on delete cascade
);
create index upload_use_item on upload_use (tenant, module, item_id);
insert into upload_use (tenant, upload_id, module, item_id)
select distinct item.tenant, upload.id, item.module, item.id
from item
cross join lateral regexp_matches(item.doc::text, '/files/([A-Za-z0-9_-]{22})[.]', 'g') as found (parts)
join upload on upload.tenant = item.tenant and upload.id = found.parts[1]
where item.doc::text like '%/files/%';
alter table upload add column used timestamptz;
create index upload_owner on upload (tenant, owner);
create table upload_width (
  tenant text not null, upload_id text not null, width integer not null, data bytea not null,
  primary key (tenant, upload_id, width),
  foreign key (tenant, upload_id) references upload (tenant, id) on delete cascade
);
-- 0011_code_holders
drop table one_time_code;
create table one_time_code (
  tenant text not null, purpose text not null, phone_hash text not null, holder_hash text not null, code_hash text not null,
  expires timestamptz not null, tries integer not null default 0, primary key (tenant, purpose, phone_hash, holder_hash)
);
-- 0012_key_generations
create table key_generation (
  label text primary key, mark text not null, created timestamptz not null default clock_timestamp(),
  rotated timestamptz
);
alter table member add column name_cipher text not null default '';
alter table booking add column purpose_cipher text not null default '';
alter table booking alter column purpose set default '';
-- 0013_consents
create table consent_wording (
  tenant text not null, version text not null, words text not null, primary key (tenant, version)
);
create table consent (
  tenant text not null, member_id text not null, id text not null, purpose text not null,
  version text not null, given timestamptz not null, primary key (tenant, id)
);
create index consent_member on consent (tenant, member_id, purpose, version);
-- 0014_id_numbers
create index contact_id_number on contact (tenant, updated) where id_cipher <> '';
create index booking_id_number on booking (tenant, ends) where id_cipher <> '';
create index enrolment_id_number on enrolment (tenant, created) where id_cipher <> '';
-- 0015_form_entries
create table form_entry (
  tenant text not null, id text not null, module text not null, item_id text not null, field text not null,
  id_cipher text not null, created timestamptz not null, ends timestamptz not null,
  primary key (tenant, id),
  foreign key (tenant, module, item_id) references item (tenant, module, id) on delete cascade
);
create index form_entry_item on form_entry (tenant, module, item_id);
create index form_entry_id_number on form_entry (tenant, ends) where id_cipher <> '';
-- 0016_further_values
alter table "member"
add column further_cipher text not null default '', add column further_id_cipher text not null default '';
alter table "contact"
add column further_cipher text not null default '', add column further_id_cipher text not null default '';
alter table "booking"
add column further_cipher text not null default '', add column further_id_cipher text not null default '';
alter table "enrolment"
add column further_cipher text not null default '', add column further_id_cipher text not null default '';
create index member_id_number on member (tenant, created) where further_id_cipher <> '';
-- 0016_item_moves
alter table item add column state text;
create table item_move (
  tenant text not null, module text not null, item_id text not null, number integer not null, at timestamptz not null,
  role text not null, move text not null, origin text not null, target text not null, given jsonb not null default '{}',
  primary key (tenant, module, item_id, number),
  foreign key (tenant, module, item_id) references item (tenant, module, id) on delete cascade
);
-- 0017_reply_copies
create table reply_copy (
  tenant text not null, key text not null, body text not null, size integer not null,
  made timestamptz not null, primary key (tenant, key)
);
create index reply_copy_made on reply_copy (tenant, made);
-- 0018_submission_places
create table submission_place (
  tenant text not null, about_module text not null, about_id text not null, module text not null, item_id text not null,
  primary key (tenant, about_module, about_id, module, item_id),
  foreign key (tenant, module, item_id) references item (tenant, module, id) on delete cascade
);
create index submission_place_item on submission_place (tenant, module, item_id);
-- 0018_votes
create table vote (
  tenant text not null, member_id text not null, module text not null, subject text not null, item_id text not null,
  period text not null, votes integer not null check (votes > 0), cast_at timestamptz not null,
  primary key (tenant, member_id, module, subject, item_id, period)
);
create table vote_tally (
  tenant text not null, module text not null, item_id text not null, votes bigint not null,
  primary key (tenant, module, item_id)
);
-- 0019_point_entries
create table point_entry (
  tenant text not null, id text not null, member_id text not null, place bigint generated always as identity,
  kind text not null check (
    kind in ('opening', 'earned', 'reversed', 'exchanged', 'returned', 'granted', 'deducted', 'expired')
  ),
  amount integer not null, unspent integer not null default 0 check (unspent >= 0), spent jsonb,
  rule text not null default '', title text not null default '', about text not null default '', deed text not null,
  turn integer not null default 0, created timestamptz not null, expires timestamptz, primary key (tenant, id)
);
create unique index point_entry_deed on point_entry (tenant, member_id, deed, rule, turn);
create index point_entry_member on point_entry (tenant, member_id, place desc);
create index point_entry_unspent on point_entry (tenant, member_id, expires, place) where unspent > 0;
create index point_entry_expires on point_entry (expires) where unspent > 0 and expires is not null;
insert into point_entry (tenant, id, member_id, kind, amount, unspent, deed, created)
select tenant, 'opening-' || member_id, member_id, 'opening', credit, credit, 'opening', now()
from point_account
where credit > 0 and not exists (
  select 1
  from point_entry
  where point_entry.tenant = point_account.tenant and point_entry.member_id = point_account.member_id
);
alter table point_order
  add column module text not null default '',
  add column commodity_id text not null default '',
  add column price integer not null default 0,
  add column code_cipher text,
  add column code_hash text,
  add column closed timestamptz;
create unique index point_order_code on point_order (tenant, code_hash) where code_hash is not null;
-- 0020_message_outbox
alter table inbox_message add column deed text not null default '';
create unique index inbox_message_deed on inbox_message (tenant, member_id, deed) where deed <> '';
create table message_outbox (
  tenant text not null, id text not null, member_id text not null, deed text not null,
  channel text not null check (channel in ('sms', 'mail')), kind text not null, address_cipher text not null,
  title_cipher text not null, words_cipher text not null, created timestamptz not null, due timestamptz not null,
  attempts integer not null default 0, tried timestamptz, leased_until timestamptz, sent timestamptz,
  given_up timestamptz, failure text not null default '', primary key (tenant, id),
  unique (tenant, member_id, deed, channel)
);
create index message_outbox_due on message_outbox (tenant, channel, due)
where sent is null and given_up is null;
create index message_outbox_tried on message_outbox (tenant, channel, tried);
create index message_outbox_created on message_outbox (created);
create table message_choice (
  tenant text not null, id text not null, sms text not null check (sms in ('none', 'urgent', 'all')),
  mail text not null check (mail in ('none', 'urgent', 'all')), mail_cipher text not null default '',
  created timestamptz not null default now(), primary key (tenant, id)
);
-- 0021_number_slots
alter table item add column n3 double precision, add column n4 double precision;
create index item_n3 on item (tenant, module, n3 desc, id desc, column_id) where status = 1 and n3 is not null;
create index item_n4 on item (tenant, module, n4 desc, id desc, column_id) where status = 1 and n4 is not null;
-- 0022_hidden_numbers
create index item_hidden_s1 on item (tenant, module, s1) where status <> 1 and s1 is not null;
-- 0023_item_reminders
create table item_reminder (
  tenant text not null, member_id text not null, module text not null, item_id text not null, created timestamptz not null,
  primary key (tenant, member_id, module, item_id)
);
create index item_reminder_item on item_reminder (tenant, module, item_id);
-- 0024_called_off
alter table enrolment add column called_off boolean not null default false;
alter table booking drop constraint booking_status_check;
alter table booking add constraint booking_status_check check (status between 1 and 6);
update inbox_message
set deed = 'enrolment.remind' || substr(deed, 19)
where deed like 'enrolment.reminder %';
update inbox_message
set deed = 'booking.remind' || substr(deed, 17)
where deed like 'booking.reminder %';
-- 0025_search_spellings
alter table search_entry add column spelled tsvector;
create index search_entry_spelled
  on search_entry using gin (spelled)
  with (gin_pending_list_limit = 1024) where status = 1;
-- 0026_search_terms
create table search_term (
  tenant text not null, day date not null, term text not null, visitor text not null, primary key (tenant, day, term, visitor)
);
-- 0027_item_places
alter table item add column lng double precision, add column lat double precision;
-- 0028_desk
create table staff (
  tenant text not null, id text not null, login text not null, name text not null, role text not null,
  password_hash text not null, totp_cipher text not null default '', totp_step bigint not null default 0,
  recovery_hashes text[] not null default '{}', disabled timestamptz, created timestamptz not null default now(),
  primary key (tenant, id), unique (tenant, login)
);
create table staff_session (
  tenant text not null, token_hash text not null, staff_id text not null, created timestamptz not null,
  seen timestamptz not null, expires timestamptz not null, passed boolean not null, wrong_codes smallint not null default 0,
  primary key (tenant, token_hash), foreign key (tenant, staff_id) references staff (tenant, id) on delete cascade
);
create index staff_session_staff on staff_session (tenant, staff_id);
create index staff_session_expired on staff_session (expires);
create table audit (
  tenant text not null, number bigint generated always as identity, at timestamptz not null, staff text not null,
  name text not null, address text not null, action text not null, module text not null default '',
  item text not null default '', title text not null default '', detail jsonb not null default '{}', primary key (tenant, number)
);
create index audit_at on audit (tenant, at);
create index audit_item on audit (tenant, module, item) where item <> '';
create table item_version (
  tenant text not null, module text not null, item_id text not null, number integer not null, at timestamptz not null,
  staff text not null, name text not null, state text not null, doc jsonb not null, primary key (tenant, module, item_id, number)
);
create table item_schedule (
  tenant text not null, module text not null, item_id text not null, publish timestamptz, withdraw timestamptz,
  staff text not null, name text not null, primary key (tenant, module, item_id),
  foreign key (tenant, module, item_id) references item (tenant, module, id) on delete cascade
);
create index item_schedule_due on item_schedule (least(publish, withdraw));
-- 0029_publishing
create table item_draft (
  tenant text not null, module text not null, item_id text not null, doc jsonb not null, base jsonb not null,
  at timestamptz not null, staff text not null, name text not null, primary key (tenant, module, item_id),
  foreign key (tenant, module, item_id) references item (tenant, module, id) on delete cascade
);
create table version_upload (
  tenant text not null, upload_id text not null, module text not null, item_id text not null,
  primary key (tenant, upload_id, module, item_id),
  foreign key (tenant, upload_id) references upload (tenant, id) on delete cascade,
  foreign key (tenant, module, item_id) references item (tenant, module, id) on delete cascade
);
create index version_upload_item on version_upload (tenant, module, item_id);
insert into version_upload (tenant, upload_id, module, item_id)
select distinct version.tenant, upload.id, version.module, version.item_id
from item_version as version
join item on item.tenant = version.tenant and item.module = version.module and item.id = version.item_id
cross join lateral regexp_matches(version.doc::text, '/files/([A-Za-z0-9_-]{22})[.]', 'g') as found (parts)
join upload on upload.tenant = version.tenant and upload.id = found.parts[1]
where version.doc::text like '%/files/%';
-- 0031_media
create table media (
  tenant text not null, upload_id text not null, alt text not null default '', caption text not null default '',
  credit text not null default '', licence text not null default '', focus_x smallint, focus_y smallint,
  width integer not null default 0, height integer not null default 0, version integer not null default 0,
  staff text not null, name text not null, updated timestamptz not null default now(), primary key (tenant, upload_id),
  foreign key (tenant, upload_id) references upload (tenant, id) on delete cascade
);
create index media_focus on media (tenant, updated) where focus_x is not null;
insert into media (tenant, upload_id, staff, name, updated)
select upload.tenant, upload.id, staff.id, staff.name, upload.created
from upload
join staff on staff.tenant = upload.tenant and staff.id = upload.owner
where upload.status = 1;
-- 0033_decisions
create table decision (
  tenant text not null, module text not null, item_id text not null, id text not null, move text not null,
  given jsonb not null default '{}', staff text not null, name text not null, made timestamptz not null, due timestamptz not null,
  attempts integer not null default 0, primary key (tenant, module, item_id), unique (tenant, id),
  foreign key (tenant, module, item_id) references item (tenant, module, id) on delete cascade
);
create index decision_due on decision (due);
-- 0034_blocked_times
create table blocked_time (
  tenant text not null, id text not null, module text not null, venue_id text not null, begins smallint not null,
  ends smallint not null, reason text not null default '', shown boolean not null default false, staff text not null,
  created timestamptz not null, primary key (tenant, id), check (begins < ends)
);
create index blocked_time_venue on blocked_time (tenant, module, venue_id);
create index booking_week on booking (tenant, module, day);
create index booking_slot_day on booking_slot (tenant, module, day);
-- 0036_settings_versions
create table settings_version (
  tenant text not null, number bigint generated always as identity, file text not null, at timestamptz not null, staff text not null,
  name text not null, before_text text, after_text text, primary key (tenant, number)
);
create table settings_writer (tenant text not null, primary key (tenant));
-- 0037_figures
create table page_visit (
  tenant text not null, day date not null, module text not null, count bigint not null, primary key (tenant, day, module)
);
create table search_miss (
  tenant text not null, day date not null, term text not null, count bigint not null, primary key (tenant, day, term)
);
-- 0038_imports
create table import_job (
  tenant text not null, id text not null, module text not null, staff text not null, name text not null,
  created timestamptz not null, seen timestamptz not null, file text not null, size bigint not null, format text not null,
  encoding text not null, state text not null, busy boolean not null default false, cancelled boolean not null default false,
  preview jsonb not null default '{}', plan jsonb not null default '{}', progress jsonb not null default '{}',
  result jsonb, said jsonb, primary key (tenant, id)
);
create unique index import_job_busy on import_job (tenant) where busy;
create index import_job_module on import_job (tenant, module, created);
create table import_chunk (
  tenant text not null, job_id text not null, part smallint not null, number integer not null, data bytea not null,
  primary key (tenant, job_id, part, number), foreign key (tenant, job_id) references import_job (tenant, id) on delete cascade
);
create table import_fault (
  tenant text not null, job_id text not null, number integer not null, "row" integer not null, "column" text not null,
  field text not null, words text not null, primary key (tenant, job_id, number),
  foreign key (tenant, job_id) references import_job (tenant, id) on delete cascade
);
create table import_map (tenant text not null, module text not null, map jsonb not null, primary key (tenant, module));
-- 0039_kept_decisions
alter table decision drop constraint if exists decision_tenant_module_item_id_fkey;
-- 0040_search_due
create table search_due (tenant text not null, module text not null, id text not null, primary key (tenant, module, id));
-- 0041_upload_objects
alter table upload add column object text, add column sha256 text;
create index upload_object on upload (object) where object is not null;
create table upload_gone (object text primary key, since timestamptz not null default now());
create table upload_storage (
  one boolean primary key default true check (one), mark text not null, swept timestamptz not null default '-infinity'
);
