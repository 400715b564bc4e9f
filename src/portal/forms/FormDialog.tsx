import { useId, useRef, type ReactElement } from 'react';
import { createPortal } from 'react-dom';
import type { Form } from '../../model/definitions.g';
import type { Scope } from '../../runtime/roots';
import { ExtraScope, usePage, useShell } from '../data/context';
import { Icon } from '../ui/icons';
import type { FormDialogProps } from '../ui/kindProps';
import { useLoaded } from '../ui/useLoaded';
import { useModal } from '../ui/useModal';
import { useShow } from '../ui/useShow';
import { areFieldsThere, settleFields } from './fields/settleFields';
import { FormView } from './FormView';
import '../ui/Dialog.css';
import './FormDialog.css';

const none: Scope = {};

/**
 * A form in a dialog above the page: it closes when the form was sent with success. Escape, its button and a click beside it close
 * it too; what was typed is there again when it is opened once more. It stands outside of the page, where no other form is around it.
 */
export function FormDialog(props: FormDialogProps): ReactElement | null {
  const form = usePage().page.forms[props.name];
  const there = form === undefined || areFieldsThere(form);
  // It opens with all of its fields, for the first one takes the focus; one that cannot be had says so in its place.
  const { part: settled } = useLoaded(
    () =>
      settleFields(form ? [form] : [])
        .catch(() => undefined)
        .then(() => true),
    !there,
  );
  return form && (there || settled) ? <OpenDialog {...props} form={form} /> : null;
}

function OpenDialog({ name, form, extra = none, onClose, onDone }: FormDialogProps & { form: Form }): ReactElement {
  const { say } = useShell();
  const { words } = useShow(extra);
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const beside = useModal(dialog);
  const done = (): void => {
    onDone?.();
    dialog.current?.close();
  };
  return createPortal(
    <dialog
      ref={dialog}
      className="dialog form-dialog"
      aria-labelledby={id}
      onClose={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      {...beside}
    >
      <div className="dialog-body">
        <h2 id={id} className="dialog-title">
          {words(form.label)}
        </h2>
        <ExtraScope extra={extra}>
          <FormView name={name} form={form} onDone={done} inDialog />
        </ExtraScope>
        {/* Behind the fields, the first of which takes the focus. */}
        <button type="button" className="dialog-close" aria-label={say('close')} onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </div>
    </dialog>,
    document.body,
  );
}
