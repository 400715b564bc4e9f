import type { Section } from '../../model/definitions.g';
import { pointerTokens, present, resolve, type Scope } from '../../runtime/scope';
import { evaluate } from '../../runtime/value';
import type { Shows } from '../ui/useShow';

/**
 * Whether a section has nothing to show, so that it is left out together with its heading. Kinds that always have something,
 * or know only later, never have nothing.
 */
export function hasNothing(section: Section, shows: Pick<Shows, 'all' | 'targets' | 'words'>, scope: Scope): boolean {
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
        !present(evaluate(section.image, scope)) &&
        !present(evaluate(section.qr, scope))
      );
    case 'richText':
      return section.else === undefined && !present(evaluate(section.value, scope));
    case 'list':
      return section.empty === undefined && !present(resolve(section.rows, scope)) && !isOnItsWay(section.rows, scope);
    case 'gallery':
    case 'carousel':
      return !present(resolve(section.images, scope));
    case 'player':
      return (
        section.stream === undefined &&
        section.messages?.missing === undefined &&
        !present(evaluate(section.playback, scope)) &&
        !present(section.chapters && resolve(section.chapters.rows, scope))
      );
    default:
      return false;
  }
}

/** Whether the entries at a reference are those of a member, whom only the browser knows. */
const isOnItsWay = (rows: string, scope: Scope): boolean => resolve(`/${pointerTokens(rows)[0] ?? ''}/withheld`, scope) === true;
