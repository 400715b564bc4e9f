import { createContext, useContext, useMemo, type ReactNode } from 'react';
import type { PagePayload, ShellPayload } from '../../model/payload';
import type { ActionContext } from '../../runtime/action';
import type { Call } from '../../runtime/pageData';
import { pageScope } from '../../runtime/pageSource';
import type { Scope } from '../../runtime/scope';
import type { ShowContext } from '../../runtime/show';
import { formatPattern } from '../../runtime/text';
import type { Kinds } from '../app/kinds';
import { noCall } from './rendering';
import { pageAddress, rootsOf, viewerOf } from './roots';
import { useSession } from './session';

/** Formats a shared text by its name; the empty text when there is none. */
export type Say = (name: string, values?: Record<string, string | number>) => string;

/** What every component of a page can reach. */
export interface Portal {
  shell: ShellPayload;
  page: PagePayload;
  kinds: Kinds;
  scope: Scope;
  showing: ShowContext;
  acting: ActionContext;
  say: Say;
  /** Makes a call of the back end. */
  call: Call;
  /** Whether newer data than that on the page is on its way. */
  busy: boolean;
  /** Fetches the page's data again. */
  retry: () => void;
  /** Adds to counts of the page's data until it is fetched again: numbers by reference in a scope. */
  add: (counts: Readonly<Record<string, number>>, scope: Scope) => void;
}

const PortalContext = createContext<Portal | undefined>(undefined);

/**
 * Everything that components of a page reach through context.
 * @throws outside of a page
 */
export function usePortal(): Portal {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error('used outside of a page');
  return portal;
}

/** The address of the login page, also where the link to it is hidden (ledger SESSION-18). */
export const loginAddress = (shell: ShellPayload): string => shell.shell.login || '/login';

/** Gives the components within further roots to refer to, such as the row that a form was opened from. */
export function PortalScope({ extra, children }: { extra: Scope; children: ReactNode }) {
  const portal = usePortal();
  const value = useMemo(() => ({ ...portal, scope: { ...portal.scope, ...extra } }), [portal, extra]);
  return <PortalContext.Provider value={value}>{children}</PortalContext.Provider>;
}

const noAdding = (): void => undefined;

/** Puts a page within reach of its components. */
export function PortalProvider({
  shell,
  page,
  kinds,
  busy,
  retry,
  add = noAdding,
  call = noCall,
  children,
}: Pick<Portal, 'shell' | 'page' | 'kinds' | 'busy' | 'retry'> & Partial<Pick<Portal, 'add' | 'call'>> & { children: ReactNode }) {
  const session = useSession();
  const value = useMemo((): Portal => {
    const { patterns, data } = page;
    return {
      shell,
      page,
      kinds,
      busy,
      retry,
      add,
      call,
      scope: pageScope({ query: page.query, roots: { ...rootsOf(shell, page.now), viewer: viewerOf(session) } }, data),
      showing: { patterns, texts: shell.texts, labels: data.labels },
      acting: { patterns, login: loginAddress(shell), here: pageAddress(page), signedIn: session.signedIn },
      say: (name, values = {}) => formatPattern(shell.texts[name] ?? '', values, patterns),
    };
  }, [shell, page, kinds, busy, retry, add, call, session]);
  return <PortalContext.Provider value={value}>{children}</PortalContext.Provider>;
}
