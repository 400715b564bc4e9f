import { createContext, useContext, useMemo, useState, type Context, type ReactElement, type ReactNode } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router-dom';
import type { PagePayload, ShellPayload } from '../../model/payload';
import type { TextKey } from '../../model/textKeys.g';
import type { ActionContext } from '../../runtime/action';
import type { Call } from '../../runtime/pageData';
import { createPageScope, type Scope, createSiteRoots } from '../../runtime/roots';
import type { ShowContext } from '../../runtime/display';
import { findForeign, localizeAddress } from '../../runtime/locale';
import { formatPattern } from '../../runtime/text';
import { buildPageAddress, buildViewer } from './roots';
import { useSession } from './session';
import { useLatest } from './useLatest';
import type { Calls } from './useCalls';

/** Formats a shared text by its name; the empty text when there is none. */
export type Say = (name: TextKey, values?: Record<string, string | number>) => string;

/** What stays as long as pages of one definition follow each other. */
export interface ShellContext extends Calls {
  shell: ShellPayload;
  say: Say;
  /** Goes to an address within the language, as a link does: to where one is already, without another step of going back. */
  go: (address: string) => void;
  /** Returns an address of this site in the language of the page; what the router is given has none. */
  localize: (address: string) => string;
  /** Returns the language of words that nobody translated, for the attribute `lang`; undefined for all others. */
  foreign: (text: string | undefined) => string | undefined;
}

/** What changes with the page, its data and its visitor. */
export interface PageContext {
  page: PagePayload;
  /** The roots that its definition refers to. */
  scope: Scope;
  showContext: ShowContext;
  actionContext: ActionContext;
}

/** Where the page stands, and ways to change it. */
export interface PageStateContext {
  /** Whether newer data than that on the page is on its way. */
  busy: boolean;
  /** Fetches the page's data again. */
  retry: () => void;
  /** Adds to counts of the page's data until it is fetched again: numbers by reference in a scope. */
  add: (counts: Readonly<Record<string, number>>, scope: Scope) => void;
}

const Shell = createContext<ShellContext | undefined>(undefined);
const Page = createContext<PageContext | undefined>(undefined);
const PageState = createContext<PageStateContext | undefined>(undefined);

/**
 * The institution, its words and its calls.
 * @throws outside of a page
 */
export const useShell = (): ShellContext => useProvided(Shell);

/**
 * The page and the roots that it refers to.
 * @throws outside of a page
 */
export const usePage = (): PageContext => useProvided(Page);

/**
 * Where the page stands.
 * @throws outside of a page
 */
export const usePageState = (): PageStateContext => useProvided(PageState);

function useProvided<T>(context: Context<T | undefined>): T {
  const value = useContext(context);
  if (value === undefined) throw new Error('used outside of a page');
  return value;
}

/** Makes no call. A page that is only rendered has none to make: its data is in the payload. */
export const noCall: Call = () => Promise.resolve({ ok: false, rows: [], total: 0 });

/** Returns the address of the login page, also where the link to it is hidden (ledger SESSION-18). */
export const getLoginAddress = (shell: ShellPayload): string => shell.shell.login || '/login';

/** Gives the components within further roots to refer to, such as the row that a form was opened from. */
export function ExtraScope({ extra, children }: { extra: Scope; children: ReactNode }): ReactElement {
  const page = usePage();
  const value = useMemo(() => ({ ...page, scope: { ...page.scope, ...extra } }), [page, extra]);
  return <Page.Provider value={value}>{children}</Page.Provider>;
}

/**
 * Shows what is within as it was, whatever becomes of the page around it, so that it is not rendered again.
 * @param of what it is made of: it stays as it was as long as that does
 * @param held whether it stays as it was, where that is known otherwise
 */
export function HeldPage({ of, held, children }: { of?: string | undefined; held?: boolean; children: ReactNode }): ReactElement {
  const page = usePage();
  const [last, setLast] = useState({ of, page, children });
  const stays = held ?? (of !== undefined && of === last.of);
  if (!stays && (last.of !== of || last.page !== page || last.children !== children)) setLast({ of, page, children });
  return <Page.Provider value={last.page}>{last.children}</Page.Provider>;
}

const addNothing = (): void => undefined;

/** Puts a page within reach of its components. */
export function PageProvider({
  shell,
  page,
  busy,
  retry,
  add = addNothing,
  call = noCall,
  read = call,
  children,
}: Pick<ShellContext, 'shell'> &
  Partial<Calls> & { page: PagePayload } & Omit<PageStateContext, 'add'> &
  Partial<Pick<PageStateContext, 'add'>> & { children: ReactNode }): ReactElement {
  const session = useSession();
  const { patterns } = page;
  const navigate = useNavigate();
  const here = useLocation();
  const follow = useLatest((address: string) => void navigate(address, { replace: address === createPath(here) }));
  const shellValue = useMemo(
    (): ShellContext => ({
      shell,
      call,
      read,
      go: (address) => follow.current(address),
      say: (name, values = {}) => formatPattern(shell.texts[name] ?? '', values, patterns),
      localize: (address) => localizeAddress(address, shell.prefix),
      foreign: (text) => findForeign(text, shell.locale),
    }),
    [shell, call, read, patterns, follow],
  );
  const pageValue = useMemo((): PageContext => {
    const { data, query, now } = page;
    return {
      page,
      scope: createPageScope({ query, roots: createSiteRoots(shell, now, buildViewer(session)) }, data),
      showContext: { patterns: page.patterns, texts: shell.texts, labels: data.labels, now },
      actionContext: { patterns: page.patterns, login: getLoginAddress(shell), here: buildPageAddress(page), signedIn: session.signedIn },
    };
  }, [shell, page, session]);
  const stateValue = useMemo(() => ({ busy, retry, add }), [busy, retry, add]);
  return (
    <Shell.Provider value={shellValue}>
      <Page.Provider value={pageValue}>
        <PageState.Provider value={stateValue}>{children}</PageState.Provider>
      </Page.Provider>
    </Shell.Provider>
  );
}
