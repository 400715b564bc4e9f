import type { ThemeProps } from '@rjsf/core';
import type {
  Field,
  FieldProps as RjsfFieldProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RegistryFieldsType,
  RJSFSchema,
} from '@rjsf/utils';
import type { ReactElement } from 'react';
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
import { joinIds, ownLabel, wideKinds, type FieldProps } from './fields/kinds';
import { PartBoundary } from '../ui/ErrorMessage';
import { LazyPart } from '../ui/LazyPart';
import { getComponent, settle } from '../ui/loadable';
import { useShow } from '../ui/useShow';
import { useFormControl } from './control/context';
import type { Values } from './control/useValues';

/** What a field is given; rjsf leaves open what its value is. */
type GivenProps = Pick<RjsfFieldProps<unknown, RJSFSchema>, 'fieldPathId' | 'formData' | 'onChange' | 'rawErrors'>;

/** Returns the field of rjsf that fills in with the component of a kind. */
function buildField(kind: keyof typeof fieldKinds): Field<unknown, RJSFSchema> {
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
    const entry = isFixed(field) ? ReadOnlyField : fieldKinds[kind];
    const Shown = getComponent(entry);
    const describedBy = joinIds(
      field.hint !== undefined && `${id}-hint`,
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
    return <PartBoundary>{Shown ? <Shown {...given} /> : <LazyPart load={() => settle(entry)} given={given} />}</PartBoundary>;
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
  const [message] = rawErrors;
  return (
    <div className={`field field-${field.field} ${message === undefined ? '' : 'field-faulty'}`.trim()}>
      {(isFixed(field) || !ownLabel.has(field.field)) && (
        <label className="field-label" htmlFor={id}>
          <FieldLabel label={words(field.label)} field={field} />
        </label>
      )}
      {!field.fields && field.field !== 'heading' && <FieldHint id={id} hint={words(field.hint)} />}
      {field.enabled === undefined ? (
        children
      ) : (
        <fieldset className="field-part" disabled={!holds(field.enabled, scope)}>
          {children}
        </fieldset>
      )}
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
