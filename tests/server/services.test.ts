import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import meta from '../../schemas/meta/language.schema.json';
import { claims, consents, services } from '../../src/model/services';
import { createRooms } from '../../src/server/rooms';

const named = createRooms(() => undefined).flatMap((room) => Object.keys(room.services));
// What answers a call that creates items or is about one's own follows from what the call says of itself.
const implied = ['submissions.allows', 'submissions.create', 'submissions.move', 'submissions.own', 'votes.cast'];

it('the language names the services that there are', () => {
  expect([...meta.$defs.Endpoint.properties.service.enum, ...implied].sort()).toEqual(named.sort());
});

describe('what services say that they take', () => {
  const folder = join(import.meta.dirname, '../../src/server');
  const read = (below: string): string =>
    readdirSync(join(folder, below), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(folder, below, name), 'utf8'))
      .join('\n');
  const rooms = [...new Set(Object.keys(services).map((service) => service.split('.')[0] ?? ''))];
  const takenIn = (room: string): string[] =>
    Object.entries(services).flatMap(([service, { takes }]) => (service.startsWith(`${room}.`) ? Object.keys(takes) : []));
  /** Accepted, because the documents' calls have them, and read by nobody; or read by a room that is asked, or in other words, as the name is that of a module. */
  const unread: Record<string, string[]> = {
    accounts: ['timestamp', 'unitName', 'conPassword'],
    booking: ['menuId'],
    contacts: ['activityId'],
    counters: ['share'],
    enrolment: ['phone'],
    points: ['contact'],
    staff: ['conPassword'],
    uploads: ['id', 'fileType'],
  };

  it('is said of each', () => expect(Object.keys(services).sort()).toEqual(named.filter((name) => !implied.includes(name)).sort()));

  it.each(rooms)('is all that %s reads', (room) => {
    const code = read(`rooms/${room}`);
    const names = [...code.matchAll(/\b(?:body\[|parameters\.(?:get|has)\()'(\w+)'/g)].map(([, name = '']) => name);
    expect(names.filter((name) => ![...takenIn(room), ...claims, ...consents].includes(name))).toEqual([]);
  });

  it.each(rooms)('is read by %s', (room) => {
    const code = `${read(`rooms/${room}`)}\n${read('security')}`;
    const known = unread[room] ?? [];
    expect(takenIn(room).filter((name) => !known.includes(name) && !code.includes(`'${name}'`))).toEqual([]);
  });
});
