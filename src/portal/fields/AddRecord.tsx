import { useEffect, useState, type ReactElement } from 'react';
import { usePortal } from '../context';
import { useFormControl } from '../forms/context';
import { notify } from '../notices';
import { useHydrated } from '../session';
import { Outline } from '../shell/icons';
import { useLoaded } from '../show/useLoaded';
import { glyphs } from './glyphs';

/** A button that opens the form for another record; afterwards the page's data is fetched again, unless the form says so itself. */
export function AddRecord({ id, form: name, label }: { id: string | undefined; form: string; label: string }): ReactElement {
  const { page, retry, say } = usePortal();
  const { scope } = useFormControl();
  const [open, setOpen] = useState(false);
  const live = useHydrated();
  // Forms in dialogs have fields in turn: imported at once this file would need itself.
  const {
    part: FormDialog,
    failed,
    retry: again,
  } = useLoaded(() => import('../forms/FormDialog').then((module) => module.FormDialog), open);
  useEffect(() => {
    if (!failed) return;
    notify(say('notFetched'), 'danger');
    setOpen(false);
    again();
  }, [failed]);
  const reloads = page.forms[name]?.submit.success?.reload === true;
  return (
    <>
      <button
        type="button"
        id={id}
        className="button button-secondary pick-add"
        disabled={!live}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Outline path={glyphs.plus} />
        <span>{label}</span>
      </button>
      {open && FormDialog && (
        <FormDialog
          name={name}
          extra={scope}
          onClose={() => setOpen(false)}
          onDone={() => {
            if (!reloads) retry();
          }}
        />
      )}
    </>
  );
}
