-- Spreads the portal's tables over the workers of a Citus cluster by institution: all rows of one lie together on one worker, so every statement
-- of a request is done there. To be run once, as the owner of the tables, after the portal has made its schema and before it holds much:
--   create extension citus;                      (by a superuser)
--   psql "$DATABASE_URL" -f src/cli/deploy/citus.sql
-- What is referred to comes before what refers to it.
begin;
select create_reference_table('secret');
select create_reference_table('key_generation');
select create_reference_table('upload_gone');
select create_reference_table('upload_storage');
select create_distributed_table(name::regclass, 'tenant', colocate_with => case name when 'item' then 'none' else 'item' end)
from (values
  ('item'),
  ('upload'),
  ('staff'),
  ('import_job'),
  ('audit'),
  ('blocked_time'),
  ('booking'),
  ('booking_slot'),
  ('captcha'),
  ('change'),
  ('consent'),
  ('consent_wording'),
  ('contact'),
  ('counter'),
  ('decision'),
  ('definition_blob'),
  ('definition_file'),
  ('definition_version'),
  ('enrol_place'),
  ('enrolment'),
  ('enrolment_draw'),
  ('form_entry'),
  ('import_chunk'),
  ('import_fault'),
  ('import_map'),
  ('inbox_message'),
  ('item_draft'),
  ('item_move'),
  ('item_reminder'),
  ('item_schedule'),
  ('item_version'),
  ('line_gate'),
  ('line_ticket'),
  ('media'),
  ('member'),
  ('member_flag'),
  ('member_session'),
  ('message_choice'),
  ('message_outbox'),
  ('module_shape'),
  ('one_time_code'),
  ('page_visit'),
  ('point_account'),
  ('point_entry'),
  ('point_order'),
  ('reply_copy'),
  ('search_due'),
  ('search_entry'),
  ('search_miss'),
  ('search_term'),
  ('seed'),
  ('settings_version'),
  ('settings_writer'),
  ('staff_session'),
  ('stale_reply'),
  ('submission'),
  ('submission_place'),
  ('throttle'),
  ('upload_chunk'),
  ('upload_use'),
  ('upload_width'),
  ('version_upload'),
  ('vote'),
  ('vote_tally')
) as spread (name);
commit;
