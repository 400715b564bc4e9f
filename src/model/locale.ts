/** The language that definitions and contents are written in, as BCP 47 names it. */
export const originalLocale = 'zh-CN';

/** A language in which an institution can be read. */
export interface LocaleLink {
  /** Its name by BCP 47. */
  locale: string;
  /** What the addresses of its pages begin with; empty for the original. */
  prefix: string;
  /** What it calls itself. */
  name: string;
}

/** Whether the name of a folder is that of a locale: a language of ISO 639-1. */
export const isLocale = (name: string): boolean => /^[a-z]{2}$/.test(name);

/** Returns what is known of a locale by its name; the original one without a name. */
export function describeLocale(name?: string): LocaleLink {
  const [locale, prefix] = name === undefined ? [originalLocale, ''] : [name, `/${name}`];
  const { language } = new Intl.Locale(locale);
  return { locale, prefix, name: new Intl.DisplayNames([locale], { type: 'language' }).of(language) ?? language };
}
