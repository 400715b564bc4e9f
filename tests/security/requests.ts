import { parseTemplate } from 'url-template';
import type { Json, JsonObject } from '../../src/model/json';
import { formatDate } from '../../src/runtime/time';
import { password } from '../server/accountPortal';
import { idNumber } from '../server/enrolments';
import { findBodyFields, isWriting, type Call } from './calls';

/** What a request says: the parts of its address, and its body where it has one. */
export interface Said {
  address: Record<string, string>;
  body?: JsonObject;
}

/** What whoever asks would truly say under a name; names are the calls' own, and no call is named. */
export interface Speaker {
  id: string;
  phone: string;
  now: number;
}

/** The name under which the characters of a picture are sent. */
export const captchaNames = ['verCode', 'checkCode'];

/** Returns what stands under each name in a request that is meant well, as far as anything is known of the name. */
function sayPlausibly({ portal: { settings }, endpoint }: Call, { id, phone, now }: Speaker): Readonly<Record<string, Json>> {
  const date = formatDate(now + 3 * 86_400_000);
  return {
    // A new one each time it is said, not each time anything is: there are not that many.
    get idNo() {
      return idNumber();
    },
    ...{ fid: settings.fid, museumCode: settings.code, departmentCode: settings.code, unitName: 'x', timestamp: '1' },
    ...{ memberId: id, userId: id, webUserId: id, userName: phone, phone, mobilePhone: '13900000002', cellphone: '13900000002' },
    ...{ menuId: '6113', columnId: '6113', dataMenuId: '6113', page: '1', limit: '5', pageNum: '1', pageSize: '5' },
    ...{
      activityId: 'open-activity',
      dataId: 'open-activity',
      dataIds: 'open-activity',
      businessId: 'open-activity',
      venueId: 'hall',
      commodityId: 'open-goods',
    },
    ...{ name: '来人', identityCard: '110101199001011237', purpose: '排练', venueTime: `${date} 09:00-10:00` },
    ...{ idNumberConsent: true, guardianConsent: true },
    ...{ oldPassword: password, password: 'lotus-77', conPassword: 'lotus-77' },
    ...{ unit: '来借的馆', exhibition: '展', pieces: [{ title: '罐', count: 1 }], begin: date, end: date, letter: '/x.pdf' },
    ...{ address: endpoint.module === 'loan' ? { region: '330106', street: '某路1号' } : '某路1号', contact: '13900000002' },
    ...{ title: '题', dataTitle: '题', content: '写得好', image: '/pictures/opera/x.svg', url: '/x', type: 'infor', pv: 1, parentId: '-1' },
  };
}

/** Whether a name stands in a call's path rather than in its query. */
export const isPath = (call: Call, name: string): boolean => !new RegExp(`\\{[?&][^}]*\\b${name}\\b[^}]*\\}`).test(call.endpoint.template);

/** Returns the names of a call's path, those of its query but for pages, and those of its body but for pictures. */
export function findPlaces(call: Call): { path: string[]; query: string[]; body: string[] } {
  const { variables, paging } = call.endpoint;
  return {
    path: variables.filter((name) => isPath(call, name)),
    query: variables.filter((name) => !isPath(call, name) && name !== paging?.page && name !== paging?.size),
    body: isWriting(call) ? findSentFields(call) : [],
  };
}

function findSentFields(call: Call): string[] {
  const { portal, endpoint } = call;
  const fields = portal.modules[endpoint.module]?.definition.forms?.[endpoint.form ?? '']?.fields ?? {};
  return (
    findBodyFields(call)
      .map(([name]) => name)
      // Nobody but who uploaded a file knows its address.
      .filter(
        (name) =>
          !captchaNames.includes(name) && fields[name]?.local !== true && (!fields[name]?.upload || fields[name].required !== undefined),
      )
  );
}

/** Returns a request that is meant well, as far as its names tell. */
export function composeRequest(call: Call, speaker: Speaker): Said {
  const { path, body } = findPlaces(call);
  const known = sayPlausibly(call, speaker);
  const say = (names: readonly string[]): JsonObject =>
    Object.fromEntries(names.map((name): [string, Json] => [name, known[name] ?? '']).filter(([, value]) => value !== ''));
  const required = Object.values(call.endpoint.params).flatMap(({ name, required: needed }) => (needed ? [name] : []));
  const address = Object.fromEntries(path.map((name) => [name, String(known[name] ?? 'open-activity')]));
  return {
    address: { ...Object.fromEntries(Object.entries(say(required)).map(([name, value]) => [name, String(value)])), ...address },
    ...(isWriting(call) ? { body: say(body) } : {}),
  };
}

/**
 * Returns requests that name somebody's things: in the path, and in one name of the query or of the body at a time.
 * @param ids of the things
 * @param thorough each of them in each place; otherwise each place gets one of them in turn
 */
export function nameThings(call: Call, speaker: Speaker, ids: readonly string[], thorough: boolean): Said[] {
  const { path, query, body } = findPlaces(call);
  const usual = composeRequest(call, speaker);
  const address = (names: readonly string[], id: string): Said => ({
    ...usual,
    address: { ...usual.address, ...Object.fromEntries(names.map((name) => [name, id])) },
  });
  const places = [
    ...(path.length > 0 ? [(id: string) => address(path, id)] : []),
    ...query.map((name) => (id: string) => address([name], id)),
    ...body.map((name) => (id: string): Said => ({ ...usual, body: { ...usual.body, [name]: id } })),
  ];
  if (thorough) return ids.flatMap((id) => places.map((place) => place(id)));
  return places.map((place, index) => place(ids[(index + call.endpoint.name.length) % ids.length] ?? ''));
}

/** Returns the address of a call with its parts filled in. */
export const writeAddress = ({ endpoint }: Call, { address }: Said): string => parseTemplate(endpoint.template).expand(address);
