import type { FilePlace } from '../language/document';
import { createWarning, describeType, formatPlace, type Fault } from './fault';
import { joinNames, quote } from './wording';
import { words } from './words';

// What fields hold, and what is made of it
/** Places that are counted down from what is no number. */
export const notCounted = (reference: string, type: string): Fault =>
  createWarning(
    'no-number',
    words`"remaining" counts down from a number, and "${reference}" is ${describeType(type)}, so there are never any places: the field needs "type": "integer" in the item.`,
  );
export const noCoordinate = (reference: string): Fault =>
  createWarning(
    'no-coordinate',
    words`"${reference}" is no place: expected a field with longitude and latitude as 120.15,30.25, of "type": "string" with "format": "coordinate".`,
  );
export const noRecording = (reference: string): Fault =>
  createWarning(
    'no-recording',
    words`"${reference}" is no recording: expected a field that holds the address of one, of "type": "string" with "format": "uri-reference".`,
  );
export const wrongSet = (reference: string, module: string, type: string, value: unknown): Fault =>
  createWarning(
    'wrong-set',
    words`"${reference}" of the item of ${module} is ${describeType(type)}, and ${quote(value)} is not. Write a constant of that type, or change the "type" of the field in the item.`,
  );
/** @param first the entry that has the code already */
export const sameDictCode = (code: string, first: string, place: FilePlace): Fault =>
  createWarning(
    'same-code',
    words`The code "${code}" belongs to "${first}" (${formatPlace(place)}), so contents with it show the words of one of the two alone. Give this entry a code of its own, or take one of them away.`,
  );
/** How many stars a rating can have at most without growing beyond what anybody counts. */
export const mostStars = 10;
export const manyStars = (count: number): Fault =>
  createWarning(
    'many-stars',
    words`A rating draws each star that can be given: ${count} are too many, at most ${mostStars} can be told apart. For larger numbers use a field of kind slider or integer.`,
  );
export const unfitEnding = (kind: string, ending: string, fitting: readonly string[]): Fault =>
  createWarning(
    'unfit-ending',
    words`A field of kind ${kind} is for files such as ${joinNames(fitting)}, and ${quote(ending)} is none of that kind, so nobody sees what was sent. Use a field of kind file for others.`,
  );
export const takenPlace = (place: string): Fault =>
  createWarning(
    'overlapping-reply',
    words`The field "${place}" of the item stands there already, so one of the two is lost. Name another place, or before this one another place for "${place}", or leave it out by "omit".`,
  );
