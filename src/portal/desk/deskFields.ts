import { fieldKinds as usual } from '../forms/fields/registry';
import type { DeskFieldKind, FieldKinds, FieldProps } from '../forms/fields/kinds';
import type { Loadable } from '../ui/loadable';
import { FocusField } from './media/FocusField';
import { LibraryField } from './media/LibraryField';

/** The components of all kinds of fields as the desk has them: in the place of visitors', those that do more for staff, and those for staff alone. */
export const fieldKinds: FieldKinds & Record<DeskFieldKind, Loadable<FieldProps>> = {
  ...usual,
  image: LibraryField,
  video: LibraryField,
  file: LibraryField,
  richText: { load: () => import('./media/LibraryTextField').then((module) => module.LibraryTextField) },
  focus: FocusField,
  coordinate: { load: () => import('./fields/CoordinateField').then((module) => module.CoordinateField) },
};
