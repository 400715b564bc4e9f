import { type Change, index } from './steps';

/** Finds ID numbers that are held by the time from which on they are kept no longer; erased ones are in none of these. */
export const idNumbers: Change = {
  after: [
    index(`contact_id_number on contact (tenant, updated) where id_cipher <> ''`),
    index(`booking_id_number on booking (tenant, ends) where id_cipher <> ''`),
    index(`enrolment_id_number on enrolment (tenant, created) where id_cipher <> ''`),
  ],
};
