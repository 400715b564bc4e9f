import type { FieldProps as RjsfFieldProps, RJSFSchema } from '@rjsf/utils';
import type { ReactElement } from 'react';
import { asObject } from '../../../model/json';
import { findField } from '../../../runtime/formSchema';
import { useShow } from '../../ui/useShow';
import { useFormControl } from '../control/context';
import { FieldHint } from './FieldLabel';
import { joinIds } from './kinds';
import './GroupField.css';

/** Fields that belong together, under one label; rjsf shows them as it shows those of the form. */
export function GroupField(props: RjsfFieldProps<unknown, RJSFSchema>): ReactElement | null {
  const { fieldPathId, formData, uiSchema, registry } = props;
  const { $id: id, path } = fieldPathId;
  const { form, scope } = useFormControl();
  const { words } = useShow(scope);
  const field = findField(form.fields, path.join('.'));
  const { ObjectField } = registry.fields;
  if (!field || !ObjectField) return null;
  const fields = <ObjectField {...props} uiSchema={asObject(uiSchema?.['within'])} formData={asObject(formData)} />;
  // Without a label it says nothing: its fields only stand together.
  if (field.label === undefined) return fields;
  return (
    <fieldset className="field-set group-field" aria-describedby={joinIds(field.hint !== undefined && `${id}-hint`)}>
      <legend className="field-label">{words(field.label)}</legend>
      <FieldHint id={id} hint={words(field.hint)} />
      {fields}
    </fieldset>
  );
}
