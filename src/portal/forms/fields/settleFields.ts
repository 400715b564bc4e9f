import type { Form } from '../../../model/definitions.g';
import { collectLaterKinds } from '../../../runtime/fieldParts';
import { getComponent, settle } from '../../ui/loadable';
import { fieldKinds } from './registry';

/** Returns whether the components of all fields of a form are there. */
export const areFieldsThere = ({ fields }: Form): boolean =>
  collectLaterKinds(fields).every((kind) => getComponent(fieldKinds[kind]) !== undefined);

/**
 * Fetches the components of all fields of forms.
 * @throws when a file cannot be fetched
 */
export async function settleFields(forms: readonly Form[]): Promise<void> {
  await Promise.all(forms.flatMap(({ fields }) => collectLaterKinds(fields)).map((kind) => settle(fieldKinds[kind])));
}
