import { useEffect, useState, type ReactElement } from 'react';
import { usePage, usePageState, useShell } from '../../data/context';
import { useFormControl } from '../control/context';
import { notify } from '../../ui/notices';
import { useHydrated } from '../../data/hydration';
import { Outline } from '../../ui/icons';
import { useRenderers } from '../../ui/renderers';
import { useLoaded } from '../../ui/useLoaded';
import { glyphs } from './glyphs';

/** A button that opens the form for another record; afterwards the page's data is fetched again, unless the form says so itself. */
export function AddRecord({ id, form: name, label }: { id: string | undefined; form: string; label: string }): ReactElement {
  const { page } = usePage();
  const { retry } = usePageState();
  const { say } = useShell();
  const { scope } = useFormControl();
  const [open, setOpen] = useState(false);
  const live = useHydrated();
  const { part: FormDialog, failed, retry: again } = useLoaded(useRenderers().loadFormDialog, open);
  useEffect(() => {
    if (!failed) return;
    notify(say('notFetched'), 'danger');
    setOpen(false);
    again();
  }, [failed, say, again]);
  const reloads = page.forms[name]?.submit.success?.reload === true;
  return (
    <>
      <button
        type="button"
        id={id}
        className="button button-secondary pick-field-add"
        disabled={!live}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Outline path={glyphs.plus} />
        <span>{label}</span>
      </button>
      {open && FormDialog && <FormDialog name={name} extra={scope} onClose={() => setOpen(false)} onDone={reloads ? undefined : retry} />}
    </>
  );
}
