import type { ReactElement } from 'react';
import { ListControls as UsualControls, type ListControlsProps } from '../../portal/lists/ListControls';
import { usePage } from '../data/context';
import { ListTools } from './lists/ListTools';

/** What stands above the entries of a list at the desk: the usual controls, and what can be done with the list as a whole. It stands in the place of the usual ones. */
export function ListControls(props: ListControlsProps): ReactElement {
  const { definition, desk } = usePage().page;
  // Lists within other pages are parts of these.
  const isOwn = props.list.controls === definition && desk !== undefined;
  return (
    <>
      <UsualControls {...props} />
      {isOwn && <ListTools list={props.list} desk={desk} />}
    </>
  );
}
