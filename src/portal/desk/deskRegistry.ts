import type { Kinds } from '../app/kinds';
import { browserKinds } from '../app/registry';

/** The kinds as the desk knows them: those of visitors' pages, and what only staff are shown. */
export const deskKinds: Kinds = {
  ...browserKinds,
  sections: {
    ...browserKinds.sections,
    import: { load: () => import('./imports/ImportSection').then((module) => module.ImportSection) },
    chart: { load: () => import('./ChartSection').then((module) => module.ChartSection) },
    settings: { load: () => import('./settings/SettingsSection').then((module) => module.SettingsSection) },
    scanner: { load: () => import('./scan/ScannerSection').then((module) => module.ScannerSection) },
    weekCalendar: { load: () => import('./week/WeekCalendar').then((module) => module.WeekCalendar) },
  },
};
