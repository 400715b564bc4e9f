import { expect, it } from 'vitest';
import meta from '../../schemas/meta/language.schema.json';
import { createRooms } from '../../src/server/rooms';

it('the language names the services that there are', () => {
  const services = createRooms(() => undefined).flatMap((room) => Object.keys(room.services));
  // What answers a call that creates items or is about one's own follows from what the call says of itself.
  const implied = ['submissions.create', 'submissions.own', 'votes.cast'];
  const named = meta.$defs.Endpoint.properties.service.enum;
  expect([...named, ...implied].sort()).toEqual(services.sort());
});
