import { useEffect, type KeyboardEvent, type ReactElement } from 'react';
import { usePage } from '../data/context';
import { SectionList } from '../ui/renderers';
import { forgetTyped } from '../forms/control/draft';
import { FormView } from '../forms/FormView';
import type { PageOf, PageProps } from '../ui/kindProps';
import { useHydrated } from '../data/hydration';
import { useChoice } from '../ui/useChoice';
import { useShow } from '../ui/useShow';
import { Columns } from '../layout/Columns';
import '../sections/TabsSection.css';
import './FormPage.css';

export { settleFields } from '../forms/fields/settleFields';

/** One form, or several as tabs; sections above and beside them. */
export function FormPage({ page }: PageProps<PageOf<'form'>>): ReactElement {
  const {
    page: { forms },
  } = usePage();
  const names = page.forms.filter((name) => forms[name] !== undefined);
  return (
    <Columns page={page} className="form-page">
      {page.above && (
        <div className="form-page-above">
          <SectionList sections={page.above} prefix="above" />
        </div>
      )}
      {names.some((name) => forms[name]?.label !== undefined) ? (
        <FormTabs names={names} />
      ) : (
        names.map((name) => {
          const form = forms[name];
          return form && <FormView key={name} name={name} form={form} />;
        })
      )}
    </Columns>
  );
}

/** Forms of which one is open; its name is in the address. Only that one is there, as nobody could tell two fields of one name apart; what was typed stays. */
function FormTabs({ names }: { names: readonly string[] }): ReactElement {
  const {
    page: { forms, heading },
  } = usePage();
  const { words } = useShow();
  const { chosen, open, choose } = useOpenForm(names);
  useEffect(() => forgetTyped, []);
  const live = useHydrated();
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = step === 0 ? undefined : names[(names.indexOf(chosen) + step + names.length) % names.length];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    document.getElementById(`form-tab-${next}`)?.focus();
  };
  return (
    <>
      <div className="tabs-section-list form-page-tabs" role="tablist" aria-label={heading} onKeyDown={onKeyDown}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            id={`form-tab-${name}`}
            className="tabs-section-tab"
            role="tab"
            aria-selected={name === chosen}
            aria-controls={`form-panel-${name}`}
            tabIndex={!live || name === chosen ? 0 : -1}
            onClick={() => choose(name)}
          >
            {words(forms[name]?.label)}
          </button>
        ))}
      </div>
      {names.map((name) => {
        const form = forms[name];
        return (
          <div
            key={name}
            id={`form-panel-${name}`}
            className="form-page-panel"
            role="tabpanel"
            aria-labelledby={`form-tab-${name}`}
            hidden={name !== open}
          >
            {form && name === open && <FormView name={name} form={form} />}
          </div>
        );
      })}
    </>
  );
}

function useOpenForm(names: readonly string[]): { chosen: string; open: string; choose: (name: string) => void } {
  const {
    page: { query },
  } = usePage();
  const { chosen, open, choose } = useChoice(names.find((name) => name === query['tab']) ?? names[0] ?? '');
  return {
    chosen,
    open,
    choose: (name) =>
      choose(name, () => {
        const url = new URL(window.location.href);
        url.searchParams.set('tab', name);
        window.history.replaceState(window.history.state, '', url);
      }),
  };
}
