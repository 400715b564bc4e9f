import type { ThemeProps } from '@rjsf/core';
import type {
  Field,
  FieldProps as RjsfFieldProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RegistryFieldsType,
  RJSFSchema,
} from '@rjsf/utils';
import { memo, type ComponentType, type ReactElement, type ReactNode } from 'react';
import type { FormField } from '../../model/definitions.g';
import { FieldHint, FieldLabel } from './fields/FieldLabel';
import { isFixed } from '../../runtime/calculated';
import { holds } from '../../runtime/condition';
import { asObject } from '../../model/json';
import { resolveTokens } from '../../model/pointer';
import { findField } from '../../runtime/formSchema';
import { findScope } from '../../runtime/nested';
import { fieldKinds } from './fields/registry';
import { ReadOnlyField } from './fields/ReadOnlyField';
import { GroupField } from './fields/GroupField';
import { RowsField } from './fields/RowsField';
import { joinIds, ownKinds, ownLabel, wideKinds, type FieldProps } from './fields/kinds';
import { PartBoundary } from '../ui/ErrorMessage';
import { LazyPart } from '../ui/LazyPart';
import { getComponent, settle, type Loadable } from '../ui/loadable';
import { useShow } from '../ui/useShow';
import { useFormControl } from './control/context';
import type { Values } from './control/useValues';

/** What a field is given; rjsf leaves open what its value is. */
type GivenProps = Pick<RjsfFieldProps<unknown, RJSFSchema>, 'fieldPathId' | 'formData' | 'onChange' | 'rawErrors'>;

/** Returns the component of a kind within what keeps a fault of it from the others, fetched where it was not with the page. */
const guardShown = (entry: Loadable<FieldProps>): ComponentType<FieldProps> =>
  function ShownField(given: FieldProps): ReactElement {
    const Shown = getComponent(entry);
    return <PartBoundary>{Shown ? <Shown {...given} /> : <LazyPart load={() => settle(entry)} given={given} />}</PartBoundary>;
  };

/**
 * Returns the component of a kind, which is rendered anew when what it shows has changed: with each key press all fields of a form are asked. The
 * kinds that show nothing but their own value see no more of the form than that; their way to change it leads to the same place always.
 */
const keepShown = (entry: Loadable<FieldProps>): ComponentType<FieldProps> =>
  memo(
    guardShown(entry),
    (before, { scope: _scope, beside: _beside, onChange: _onChange, ...after }) =>
      ownKinds.has(after.field.field) &&
      !after.field.masked &&
      Object.entries(after).every(([name, value]) => before[name as keyof typeof after] === value),
  );

const FixedField = guardShown(ReadOnlyField);

/** Returns the field of rjsf that fills in with the component of a kind. */
function buildField(kind: keyof typeof fieldKinds): Field<unknown, RJSFSchema> {
  const Kind = keepShown(fieldKinds[kind]);
  return function KindField({
    fieldPathId: { $id: id, path },
    formData: value,
    onChange,
    rawErrors = [],
  }: GivenProps): ReactElement | null {
    const { form, scope: outer, values, warnings } = useFormControl();
    const scope = findScope(form.fields, path, outer);
    const { words } = useShow(scope);
    const name = path.join('.');
    const field = findField(form.fields, name);
    if (!field) return null;
    const Shown = isFixed(field) ? FixedField : Kind;
    const describedBy = joinIds(
      words(field.hint) !== '' && `${id}-hint`,
      rawErrors.length > 0 && `${id}-error`,
      warnings[name] && `${id}-warning`,
    );
    const given: FieldProps = {
      id,
      name,
      field,
      scope,
      beside: asObject(resolveTokens(values, path.slice(0, -1).map(String))),
      value,
      onChange: (next) => onChange(next, path),
      label: words(field.label),
      placeholder: words(field.placeholder),
      describedBy,
      invalid: rawErrors.length > 0,
    };
    return <Shown {...given} />;
  };
}

/** A field with its label, the words that help, and its message. */
function FieldTemplate({ id, fieldPathId, children, rawErrors = [] }: FieldTemplateProps<Values, RJSFSchema>): ReactElement {
  const { form, scope: outer, warnings } = useFormControl();
  const scope = findScope(form.fields, fieldPathId.path, outer);
  const { words } = useShow(scope);
  const name = fieldPathId.path.join('.');
  const field = findField(form.fields, name);
  if (!field) return <>{children}</>;
  return (
    <FieldFrame
      id={id}
      field={field}
      label={words(field.label)}
      hint={words(field.hint)}
      enabled={field.enabled === undefined ? undefined : holds(field.enabled, scope)}
      warning={warnings[name]}
      message={rawErrors[0]}
    >
      {children}
    </FieldFrame>
  );
}

interface FieldFrameProps {
  id: string;
  field: FormField;
  label: string;
  hint: string;
  /** Whether it can be filled in, where that depends on something. */
  enabled: boolean | undefined;
  warning: string | undefined;
  message: string | undefined;
  children: ReactNode;
}

/** What stands around a field: it is rendered anew when some of it has changed. */
const FieldFrame = memo(function FieldFrame({
  id,
  field,
  label,
  hint,
  enabled,
  warning,
  message,
  children,
}: FieldFrameProps): ReactElement {
  // Fields that only stand together keep their own distance to what follows.
  const own = field.field === 'group' && field.label === undefined ? '' : 'field';
  return (
    <div className={`${own} field-${field.field} ${message === undefined ? '' : 'field-faulty'}`.trim()}>
      {(isFixed(field) || !ownLabel.has(field.field)) && (
        <label className="field-label" htmlFor={id}>
          <FieldLabel label={label} field={field} />
        </label>
      )}
      {!field.fields && field.field !== 'heading' && <FieldHint id={id} hint={hint} />}
      {enabled === undefined ? (
        children
      ) : (
        <fieldset className="field-part" disabled={!enabled}>
          {children}
        </fieldset>
      )}
      {warning && (
        <p id={`${id}-warning`} className="field-warning">
          {warning}
        </p>
      )}
      {message !== undefined && (
        <p id={`${id}-error`} className="input-error">
          {message}
        </p>
      )}
    </div>
  );
});

/** The fields in sight, also of a row or group; the others keep what they hold. */
function ObjectFieldTemplate({ properties, fieldPathId: { path } }: ObjectFieldTemplateProps<Values, RJSFSchema>): ReactElement {
  const { form, fields, steps, scope: outer } = useFormControl();
  const scope = findScope(form.fields, path, outer);
  // A row's own path ends with its number.
  const around =
    path.length === 0
      ? steps.open
      : findField(form.fields, path.filter((_, index) => index < path.length - (typeof path.at(-1) === 'number' ? 1 : 0)).join('.'));
  const isInSight = (name: string): boolean =>
    path.length === 0 ? fields.includes(name) : holds(findField(form.fields, [...path, name].join('.'))?.when, scope);
  const columns = around?.columns ?? 1;
  const isWide = (name: string): boolean => {
    const { field = 'text', flat = false } = findField(form.fields, [...path, name].join('.')) ?? {};
    return wideKinds.has(field) && !flat;
  };
  const shown = properties
    .filter(({ name }) => isInSight(name))
    .map(({ name, content }) => (
      <div key={name} className={columns > 1 && isWide(name) ? 'field-wide' : undefined}>
        {content}
      </div>
    ));
  return columns > 1 ? <div className={`field-columns field-columns-${columns}`}>{shown}</div> : <>{shown}</>;
}

/** Our theme for rjsf: plain elements in the site's look, a field for each kind of the language. */
export const theme: ThemeProps<Values, RJSFSchema> = {
  templates: { FieldTemplate, ObjectFieldTemplate },
  fields: {
    ...Object.fromEntries(Object.keys(fieldKinds).map((kind) => [kind, buildField(kind as keyof typeof fieldKinds)])),
    group: GroupField,
    rows: RowsField,
  } as RegistryFieldsType<Values, RJSFSchema>,
};
