import type { Format } from '../../model/definitions.g';
import { isDateFormat } from '../../runtime/dates';
import type { Place } from '../language/walk';
import * as messages from '../problems/messages';
import type { Scope } from '../scopes/scopes';
import { describeItem, followReference, type Shape } from '../scopes/shapes';

const numeric: readonly string[] = ['number', 'integer'];
const dates: readonly (string | undefined)[] = ['date', 'date-time'];
/** Formats of numbers: a text comes out as no number, as no star, or as it is. */
const ofNumbers: readonly Format[] = ['stars', 'bytes', 'count', 'number', 'price'];
const pictures: readonly string[] = ['image', 'images', 'poster'];
/** What a recording stands in: at the desk only a field of this format takes one. */
const address = 'uri-reference';

/**
 * Warns of a reference that leads, for sure, to what cannot be written in the format beside it, or to what is no picture, recording or place
 * where one is expected.
 * @param shape what the reference leads to
 */
export function checkFormat(
  { owner, ownerValue, field, path }: Place,
  reference: string,
  shape: Shape,
  scope: Scope,
  report: messages.Report,
): void {
  // Rows of the desk hold counts here and moments there, under one name.
  if (scope.around.forStaff) return;
  if (field === 'coordinate' && isNoCoordinate(shape, scope)) report(path, messages.noCoordinate(reference));
  const value = shape.type === 'array' ? shape.items : shape;
  if (value === undefined || value.open || value.plain || value.type === 'object' || value.type === 'array') return;
  if (owner === 'DisplayObject' && field === 'value') {
    if (ownerValue['path'] !== undefined || ownerValue['codelist'] !== undefined) return;
    const format = ownerValue['format'] as Format | undefined;
    if (format === undefined) return;
    if (isDateFormat(format) && isNoDate(value, format, scope)) report(path, messages.noMoment(reference, format));
    else if (ofNumbers.includes(format) && isNoNumber(value, scope)) report(path, messages.noNumber(reference, format));
  } else if (owner === 'AudioSection' && field === 'audio') {
    if (formatOf(value) !== address) report(path, messages.noRecording(reference));
  } else if (pictures.includes(field) && isNoPicture(value, scope)) report(path, messages.noPicture(reference));
}

const formatOf = (shape: Shape): string | undefined => ('format' in shape && typeof shape.format === 'string' ? shape.format : undefined);

/** The title of the items of a module is words; other texts of no format may hold numbers or addresses. */
const isTitle = (shape: Shape, { definition }: Scope): boolean => {
  const title = definition.roles?.title;
  return (
    title !== undefined && definition.item !== undefined && followReference(describeItem(definition.item), title, false).shape === shape
  );
};

const isText = (shape: Shape, scope: Scope): boolean =>
  shape.type === 'string' && (isTitle(shape, scope) || shape.contentMediaType !== undefined || formatOf(shape) !== undefined);

/** Days with times, as bookings have them, are texts of no format, and are written as day or moment. */
const isNoDate = (shape: Shape, format: Format, scope: Scope): boolean =>
  shape.type === 'boolean' ||
  (shape.type === 'string' &&
    !dates.includes(formatOf(shape)) &&
    (isText(shape, scope) || (format !== 'day' && format !== 'moment' && shape.values === undefined)));

const isNoNumber = (shape: Shape, scope: Scope): boolean => shape.type === 'boolean' || isText(shape, scope);

const isNoPicture = (shape: Shape, scope: Scope): boolean =>
  numeric.includes(shape.type) || shape.type === 'boolean' || (isText(shape, scope) && formatOf(shape) !== address);

const isNoCoordinate = (shape: Shape, scope: Scope): boolean =>
  !shape.open && !shape.plain && (shape.type !== 'string' || (isText(shape, scope) && formatOf(shape) !== 'coordinate'));
