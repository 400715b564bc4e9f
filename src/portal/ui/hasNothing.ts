import type { Section } from '../../model/definitions.g';
import type { PagePayload } from '../../model/payload';
import { parsePointer, resolve } from '../../model/pointer';
import { isPresent } from '../../model/json';
import type { Scope } from '../../runtime/roots';
import { evaluate } from '../../runtime/value';
import { readPictures } from './readPictures';
import type { Shows } from './useShow';

/**
 * Returns whether a section has nothing to show, so that it is left out together with its heading. Kinds that always have something,
 * or know only later, never have nothing.
 */
export function hasNothing(
  section: Section,
  shows: Pick<Shows, 'all' | 'targets' | 'words'>,
  scope: Scope,
  { opening }: Pick<PagePayload, 'opening'>,
): boolean {
  switch (section.section) {
    case 'fields':
    case 'statistics':
      return shows.all(section.fields).length === 0;
    case 'actions':
      return shows.targets(section.actions).length === 0;
    case 'text':
      return (
        shows.words(section.text) === '' &&
        shows.all(section.fields).length === 0 &&
        !isPresent(evaluate(section.image, scope)) &&
        !isPresent(evaluate(section.qr, scope))
      );
    case 'richText':
      return section.else === undefined && !isPresent(evaluate(section.value, scope));
    case 'list':
      return section.empty === undefined && !isPresent(resolve(section.rows, scope)) && !isOnItsWay(section.rows, scope);
    case 'audio':
      return !isPresent(evaluate(section.audio, scope));
    case 'citation':
      return shows.words(section.text) === '';
    case 'today':
      return opening === undefined;
    case 'gallery':
    case 'carousel':
      return readPictures(section.images, section.image, scope).length === 0;
    case 'player':
      return (
        section.stream === undefined &&
        section.messages?.missing === undefined &&
        !isPresent(evaluate(section.playback, scope)) &&
        !isPresent(section.chapters && resolve(section.chapters.rows, scope))
      );
    default:
      return false;
  }
}

/** Whether the entries at a reference are those of a member, whom only the browser knows. */
const isOnItsWay = (rows: string, scope: Scope): boolean => resolve(`/${parsePointer(rows)[0] ?? ''}/withheld`, scope) === true;
