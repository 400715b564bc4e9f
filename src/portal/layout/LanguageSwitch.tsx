import type { ReactElement } from 'react';
import { useLocation } from 'react-router-dom';
import { localizeAddress } from '../../runtime/locale';
import { useShell } from '../data/context';

/** Links to this page in the other languages of the institution, each by its own name; nothing where there is no other. */
export function LanguageSwitch(): ReactElement {
  const {
    shell: { locale: current, locales = [] },
  } = useShell();
  const { pathname, search } = useLocation();
  return (
    <>
      {locales
        .filter(({ locale }) => locale !== current)
        .map(({ locale, prefix, name }) => (
          <a key={locale} className="header-link" href={localizeAddress(pathname + search, prefix)} hrefLang={locale} lang={locale}>
            {name}
          </a>
        ))}
    </>
  );
}
