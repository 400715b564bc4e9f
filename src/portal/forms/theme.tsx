import type {
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RJSFSchema,
  RegistryWidgetsType,
  TemplatesType,
  UiSchema,
  WidgetProps,
} from '@rjsf/utils';
import type { ReactElement } from 'react';
import type { Form } from '../../model/definitions.g';
import { FieldLabel } from './fields/FieldLabel';
import { fieldKinds } from './fields/registry';
import { joinIds, ownLabel } from './fields/kinds';
import { PartBoundary } from '../ui/ErrorMessage';
import { useShow } from '../ui/useShow';
import { useFormControl } from './control/context';
import type { Values } from './control/useValues';
import './fields/field.css';
import './fields/fieldParts.css';

/** What a widget is given; rjsf leaves open what its value is. */
type Widget = Pick<WidgetProps<Values, RJSFSchema>, 'id' | 'name' | 'onChange' | 'rawErrors'> & { value?: unknown };

/** The one widget that rjsf knows: it hands over to the component of the field's kind. */
function FieldWidget({ id, name, value, onChange, rawErrors = [] }: Widget): ReactElement | null {
  const { form, scope, warnings } = useFormControl();
  const { words } = useShow(scope);
  const field = form.fields[name];
  if (!field) return null;
  const Field = fieldKinds[field.field];
  const described = joinIds(
    field.hint !== undefined && `${id}-hint`,
    rawErrors.length > 0 && `${id}-error`,
    warnings[name] && `${id}-warning`,
  );
  return (
    <PartBoundary>
      <Field
        id={id}
        name={name}
        field={field}
        value={value}
        onChange={(next) => onChange(next)}
        label={words(field.label)}
        placeholder={words(field.placeholder)}
        describedBy={described}
        invalid={rawErrors.length > 0}
      />
    </PartBoundary>
  );
}

/** A field with its label, the words that help, and its message. */
function FieldTemplate({ id, fieldPathId, children, rawErrors = [] }: FieldTemplateProps<Values, RJSFSchema>): ReactElement {
  const { form, scope, warnings } = useFormControl();
  const { words } = useShow(scope);
  const name = String(fieldPathId.path.at(-1) ?? '');
  const field = form.fields[name];
  if (!field) return <>{children}</>;
  const hint = words(field.hint);
  const [message] = rawErrors;
  return (
    <div className={`field field-${field.field} ${message === undefined ? '' : 'field-faulty'}`.trim()}>
      {!ownLabel.has(field.field) && (
        <label className="field-label" htmlFor={id}>
          <FieldLabel label={words(field.label)} field={field} />
        </label>
      )}
      {hint !== '' && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {children}
      {warnings[name] && (
        <p id={`${id}-warning`} className="field-warning">
          {warnings[name]}
        </p>
      )}
      {message !== undefined && (
        <p id={`${id}-error`} className="input-error">
          {message}
        </p>
      )}
    </div>
  );
}

function ObjectFieldTemplate({ properties }: ObjectFieldTemplateProps<Values, RJSFSchema>): ReactElement {
  return (
    <>
      {properties.map(({ name, content }) => (
        <div key={name}>{content}</div>
      ))}
    </>
  );
}

/** Our theme for rjsf: plain elements in the site's look. */
export const templates: Partial<Omit<TemplatesType<Values, RJSFSchema>, 'ButtonTemplates'>> = { FieldTemplate, ObjectFieldTemplate };
/** The widgets of our theme. */
export const widgets: RegistryWidgetsType<Values, RJSFSchema> = { field: FieldWidget };

/**
 * Returns what rjsf lays out: the fields in sight, in their order. Their rules are left to the validator, for rjsf would offer the
 * branches of an `anyOf` as choices.
 */
export function buildLayout(form: Form, names: readonly string[]): { schema: RJSFSchema; uiSchema: UiSchema<Values, RJSFSchema> } {
  const chooseType = (name: string): 'boolean' | 'string' =>
    form.fields[name]?.field === 'checkbox' || form.fields[name]?.field === 'agreement' ? 'boolean' : 'string';
  return {
    schema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: chooseType(name) }])) },
    uiSchema: Object.fromEntries(names.map((name) => [name, { 'ui:widget': 'field' }])),
  };
}
