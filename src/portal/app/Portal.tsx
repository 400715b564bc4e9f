// First in the cascade: every component may say more of what is in them.
import '../ui/base.css';
import '../ui/controls.css';
import { Fragment, useCallback, useMemo, type ReactElement } from 'react';
import { SWRConfig } from 'swr';
import type { PagePayload, Payload } from '../../model/payload';
import type { Call } from '../../runtime/pageData';
import { PageProvider, usePage } from '../data/context';
import { KindsProvider, PageByKind } from './dispatch';
import { settleKinds, type VisitorKinds } from './kinds';
import { ErrorPage } from '../pages/ErrorPage';
import { Frame } from '../layout/Frame';
import { Boundary } from '../ui/Boundary';
import { ErrorMessage } from '../ui/ErrorMessage';
import { useRenderers } from '../ui/renderers';
import { useCalls } from '../data/useCalls';
import { HydrationProvider } from '../data/hydration';
import { useForgetting } from '../data/sessionKeys';
import { createSettings } from '../data/settings';
import { useAddedCounts } from '../data/useAddedCounts';
import { useArrival } from './useArrival';
import { useOwnData } from '../data/useOwnData';
import { useCurrentPage } from '../data/useCurrentPage';
import { useRecords } from '../data/useRecords';
import { useSessionKeeping } from './useSessionKeeping';

/** What the portal is given by its entries: `address` is the path and search that the payload's page was asked by, `fresh` that the browser alone renders it. */
export interface PortalProps {
  payload: Payload;
  kinds: VisitorKinds;
  call: Call;
  address: string;
  fresh?: boolean;
}

/** The whole portal, within a router. */
export function Portal({ payload, kinds, call, address, fresh }: PortalProps): ReactElement {
  const settings = useMemo(() => createSettings({ [address]: payload.page }), [address, payload.page]);
  const { texts } = payload.shell;
  return (
    <Boundary
      instead={(_retry, place) => (
        <ErrorMessage
          words={texts['errorTitle'] ?? ''}
          again={texts['reloadPage'] ?? ''}
          onAgain={() => window.location.reload()}
          place={place}
        />
      )}
    >
      <HydrationProvider fresh={fresh}>
        <SWRConfig value={settings}>
          <CurrentPage payload={payload} kinds={kinds} call={call} address={address} />
        </SWRConfig>
      </HydrationProvider>
    </Boundary>
  );
}

function CurrentPage({ payload: { shell, page: opened }, kinds, call: ask, address }: PortalProps): ReactElement {
  const { call, read } = useCalls(shell, ask);
  useForgetting();
  const prepare = useCallback((next: PagePayload) => settleKinds(kinds, next), [kinds]);
  const { page: shared, busy: awaiting, retry } = useCurrentPage(shell, { page: opened, address }, prepare, read);
  const { page: own, busy } = useOwnData(shell, shared, awaiting, read);
  const { page, add } = useAddedCounts(own);
  useArrival(page, awaiting, busy);
  useRecords(shell, page, busy, call);
  useSessionKeeping(shell, page, awaiting, call);
  return (
    <KindsProvider kinds={kinds}>
      <PageProvider shell={shell} page={page} busy={busy} retry={retry} add={add} call={call} read={read}>
        {page.status === 200 ? (
          whole
        ) : (
          <Frame>
            <ErrorPage status={page.status} />
          </Frame>
        )}
      </PageProvider>
    </KindsProvider>
  );
}

/** One and the same from page to page, so that only what depends on the page is rendered again. */
const whole = (
  <Frame>
    <WholePage />
  </Frame>
);

/** The page; where it fails as a whole, header and menu stay and lead on. */
function WholePage(): ReactElement {
  const { page } = usePage();
  const { Around = Fragment } = useRenderers();
  return (
    <Boundary
      of={page}
      instead={(_retry, place) => (
        <div ref={place} role="alert" tabIndex={-1}>
          <ErrorPage status={500} />
        </div>
      )}
    >
      <Around>
        <PageByKind />
      </Around>
    </Boundary>
  );
}
