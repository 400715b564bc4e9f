import { useEffect, useRef, type ReactElement, type RefObject } from 'react';
import { asObject } from '../../../model/json';
import { resolve } from '../../../model/pointer';
import type { SettingsForm } from '../../../model/settingsForm';
import { usePage, useShell } from '../../data/context';
import { PortalLink } from '../../ui/PortalLink';
import type { SectionOf, SectionProps } from '../../ui/kindProps';
import { FilesEditor } from './FilesEditor';
import { NodeField } from './NodeField';
import { SettingsContext } from './context';
import { ThemePreview } from './ThemePreview';
import { TextsEditor } from './TextsEditor';
import { type Outcome, type SettingsEditing, useSettings } from './useSettings';
import './settings.css';

/** A form for settings of the institution. */
export function SettingsSection({ section }: SectionProps<SectionOf<'settings'>>): ReactElement | null {
  const { scope } = usePage();
  const form = asObject(resolve(section.form, scope)) as object as SettingsForm;
  return form.group === undefined ? null : <Editor key={`${form.group} ${form.chosen}`} section={section} form={form} />;
}

function Editor({ section, form }: { section: SectionOf<'settings'>; form: SettingsForm }): ReactElement {
  const { say } = useShell();
  const editing = useSettings(section, form);
  const { outcome, saved } = editing;
  const place = useRef<HTMLFormElement>(null);
  useFocus(place, outcome, saved);
  return (
    <div className="wrap settings">
      <p className="settings-about">{form.description}</p>
      {form.problems.length > 0 && <Notice tone="danger" title={say('settingsBroken')} lines={form.problems} />}
      {!form.writable && <Notice tone="warning" title={say('settingsUnwritable')} lines={[]} />}
      <form
        ref={place}
        className="settings-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          editing.save();
        }}
      >
        <SettingsContext.Provider value={{ form, errors: outcome?.errors ?? {}, Field: NodeField }}>
          <Body editing={editing} />
        </SettingsContext.Provider>
        {outcome && <Failure editing={editing} />}
        {saved && (
          <div className="settings-notice settings-positive" role="status" tabIndex={-1}>
            <p>
              {say('settingsSaved')}
              {'　'}
              <a href="/" target="_blank" rel="noopener">
                {say('deskSite')}
              </a>
              {'　'}
              <PortalLink href="/settings/versions">{say('settingsUndo')}</PortalLink>
            </p>
            <Lines lines={saved.warnings} />
          </div>
        )}
        <Buttons editing={editing} />
      </form>
    </div>
  );
}

/** The button that was pressed cannot be pressed meanwhile, and loses the focus: it goes to what is wrong first, else to what is said. */
function useFocus(place: RefObject<HTMLFormElement>, outcome: Outcome | undefined, saved: SettingsEditing['saved']): void {
  useEffect(() => {
    if (!outcome && !saved) return;
    const found = ['[aria-invalid=true]', '.settings-entry-wrong .settings-entry-title', '.settings-danger', '.settings-positive']
      .map((selector) => place.current?.querySelector<HTMLElement>(selector))
      .find((element) => element !== null);
    found?.focus();
    found?.scrollIntoView?.({ block: 'center' });
  }, [place, outcome, saved]);
}

function Body({ editing }: { editing: SettingsEditing }): ReactElement {
  const { form, values, change } = editing;
  if (form.kind === 'texts') return <TextsEditor editing={editing} />;
  if (form.kind === 'files') return <FilesEditor key={editing.taken} editing={editing} />;
  return (
    <>
      <ThemePreview values={values} nodes={form.nodes} />
      {Object.entries(form.nodes).map(([place, node]) => (
        <section key={place} className="settings-part" aria-label={node.label}>
          <NodeField
            node={node}
            place={place}
            value={values[place]}
            fallback={form.defaults[place]}
            isPart
            onChange={(value) => change(place, value)}
          />
        </section>
      ))}
    </>
  );
}

function Failure({ editing: { outcome, form } }: { editing: SettingsEditing }): ReactElement | null {
  const { say } = useShell();
  if (!outcome) return null;
  const elsewhere = outcome.errors[''];
  const isForm = form.kind === undefined;
  // What no field shows is told here.
  const others = Object.entries(outcome.errors).filter(([place]) => place !== '' && !isForm);
  return (
    <div className="settings-notice settings-danger" role="alert" tabIndex={-1}>
      <p>{outcome.message}</p>
      <Lines lines={[...(elsewhere?.split('\n') ?? []), ...others.map(([place, words]) => `${place} ${words}`)]} />
      {outcome.patch !== undefined && (
        <label className="settings-patch">
          {say('settingsPatch', { file: form.file })}
          <textarea className="input" readOnly rows={10} value={outcome.patch} />
        </label>
      )}
    </div>
  );
}

function Buttons({ editing: { busy, changed, reset, form } }: { editing: SettingsEditing }): ReactElement {
  const { say } = useShell();
  return (
    <div className="settings-buttons">
      <button type="submit" className="button" disabled={busy || !changed}>
        {busy ? say('loading') : say(form.writable ? 'settingsSave' : 'settingsMakePatch')}
      </button>
      <button type="button" className="button button-plain" disabled={busy || !changed} onClick={reset}>
        {say('settingsReset')}
      </button>
      <span className="settings-state" role="status">
        {changed ? say('settingsChangedHere') : ''}
      </span>
    </div>
  );
}

function Notice({ tone, title, lines }: { tone: 'danger' | 'warning'; title: string; lines: readonly string[] }): ReactElement {
  return (
    <div className={`settings-notice settings-${tone}`} role="note">
      <p>{title}</p>
      <Lines lines={lines} />
    </div>
  );
}

function Lines({ lines }: { lines: readonly string[] }): ReactElement | null {
  if (lines.length === 0) return null;
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
