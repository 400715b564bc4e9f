import type { ServiceContract, ServiceInput } from './services';

const needed: ServiceInput = { type: 'string', required: true };
const optional: ServiceInput = { type: 'string' };

/** The services by which staff work with the weeks of places, as `services` has them all. */
export const deskBookingServices = {
  'booking.deskBlock': {
    takes: {
      venueId: needed,
      day: needed,
      lastDay: optional,
      repeat: optional,
      wholeDay: { type: 'boolean' },
      from: optional,
      until: optional,
      reason: optional,
      shown: { type: 'boolean' },
    },
  },
  'booking.deskBook': {
    takes: {
      venueId: needed,
      day: needed,
      from: needed,
      until: needed,
      name: needed,
      phone: needed,
      touse: optional,
      member: { type: 'boolean' },
    },
    keeps: true,
  },
  'booking.deskPlaces': { takes: {} },
  'booking.deskReschedule': {
    takes: {
      id: needed,
      seenVenue: needed,
      seenTime: needed,
      venueId: needed,
      day: needed,
      from: needed,
      until: needed,
      reason: optional,
    },
  },
  'booking.deskUnblock': { takes: { id: needed, day: needed, all: { type: 'boolean' } } },
  'booking.deskWeek': { takes: { id: optional, day: optional, view: optional } },
} as const satisfies Readonly<Record<string, ServiceContract>>;
