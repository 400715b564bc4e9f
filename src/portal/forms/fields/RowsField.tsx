import { toFieldPathId, type ErrorSchema, type FieldProps as RjsfFieldProps, type RJSFSchema } from '@rjsf/utils';
import { useEffect, useRef, type ReactElement } from 'react';
import { asObject } from '../../../model/json';
import { findField } from '../../../runtime/formSchema';
import { usePage, useShell } from '../../data/context';
import { getInitialValues } from '../../../runtime/form';
import { enterRow, findScope } from '../../../runtime/nested';
import { formatText } from '../../../runtime/text';
import { useShow } from '../../ui/useShow';
import { Icon, Outline } from '../../ui/icons';
import { useFormControl } from '../control/context';
import { FieldHint, FieldLabel } from './FieldLabel';
import { glyphs } from './glyphs';
import { joinIds } from './kinds';
import { RowMoves } from './RowMoves';
import './RowsField.css';

/**
 * As many rows as are needed, each with the same fields, which rjsf shows as it shows those of the form. What adds a row takes the focus to its
 * first field; when one is removed the focus goes to the button that adds.
 */
export function RowsField(props: RjsfFieldProps<unknown, RJSFSchema>): ReactElement | null {
  const { fieldPathId, formData, onChange, schema, uiSchema, errorSchema, registry, rawErrors = [], onBlur, onFocus } = props;
  const { $id: id, path } = fieldPathId;
  const { form, scope } = useFormControl();
  const { say } = useShell();
  const { showContext } = usePage();
  const { words } = useShow(scope);
  const changed = useRef<'added' | 'removed'>();
  const list = useRef<HTMLOListElement>(null);
  const rows: readonly unknown[] = Array.isArray(formData) ? formData : [];
  useEffect(() => {
    if (changed.current === 'added')
      list.current?.lastElementChild?.querySelector<HTMLElement>('input, select, textarea, [tabindex]')?.focus();
    // It may have been disabled until now.
    if (changed.current === 'removed') document.getElementById(id)?.focus();
    changed.current = undefined;
  }, [rows.length, id]);
  const field = findField(form.fields, path.join('.'));
  if (!field) return null;
  const { SchemaField } = registry.fields;
  if (!SchemaField) return null;
  const inner = findScope(form.fields, path, scope);
  const most = field.schema?.maxItems ?? Infinity;
  const add = (): void => {
    changed.current = 'added';
    onChange([...rows, getInitialValues({ fields: field.fields ?? {} }, inner)], path);
  };
  const remove = (index: number): void => {
    changed.current = 'removed';
    onChange(
      rows.filter((_row, other) => other !== index),
      path,
    );
  };
  const move = (from: number, to: number): void => {
    const moved = rows.filter((_row, index) => index !== from);
    onChange([...moved.slice(0, to), rows[from], ...moved.slice(to)], path);
  };
  // By the numbers of the rows.
  const faults = errorSchema as Readonly<Record<string, ErrorSchema>> | undefined;
  const nameOf = (index: number): string => {
    const name = formatText(field.row, enterRow(inner, rows[index]), showContext.patterns) || words(field.label);
    return say('rowName', { name, number: index + 1 });
  };
  const describedBy = joinIds(field.hint !== undefined && `${id}-hint`, rawErrors.length > 0 && `${id}-error`);
  return (
    <fieldset className="field-set rows-field" aria-describedby={describedBy}>
      <legend className="field-label">
        <FieldLabel label={words(field.label)} field={field} />
      </legend>
      <FieldHint id={id} hint={words(field.hint)} />
      <ol ref={list} className="rows-field-list">
        {rows.map((row, index) => (
          <li key={index} className="rows-field-row">
            <fieldset className="field-set">
              <legend className="rows-field-name">{nameOf(index)}</legend>
              <SchemaField
                name={String(index)}
                schema={asItems(schema)}
                uiSchema={asObject(uiSchema?.['within'])}
                formData={asObject(row)}
                errorSchema={faults?.[index]}
                fieldPathId={toFieldPathId(index, registry.globalFormOptions, path)}
                registry={registry}
                onChange={onChange}
                onBlur={onBlur}
                onFocus={onFocus}
              />
            </fieldset>
            {field.sortable && <RowMoves name={nameOf(index)} index={index} count={rows.length} onMove={move} />}
            <button type="button" className="rows-field-remove" onClick={() => remove(index)}>
              <Icon name="close" className="icon icon-small" />
              {say('rowRemove')}
              <span className="unseen">{nameOf(index)}</span>
            </button>
          </li>
        ))}
      </ol>
      <button
        type="button"
        id={id}
        className="button button-secondary"
        aria-describedby={describedBy}
        disabled={rows.length >= most}
        onClick={add}
      >
        <Outline path={glyphs.plus} />
        <span>{words(field.add) || say('rowAdd')}</span>
      </button>
      <span className="unseen" role="status">
        {say('rowCount', { count: rows.length })}
      </span>
    </fieldset>
  );
}

/** The schema of one row. */
const asItems = ({ items }: RJSFSchema): RJSFSchema => (typeof items === 'object' && !Array.isArray(items) ? items : {});
