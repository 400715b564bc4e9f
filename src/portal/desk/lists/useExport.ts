import { useEffect, useRef, useState } from 'react';
import { buildCallHeaders } from '../../data/api';
import { usePage, useShell } from '../../data/context';
import { notify } from '../../ui/notices';
import { saveFile } from '../../ui/actions/saveFile';

/** The forms in which a list can be taken out. */
export type ExportFormat = 'csv' | 'xlsx';

/** Milliseconds that words of success and failure stay. */
const told = 4000;

/** Takes the list of the page out as a file, as its address has it. Who leaves the page gives it up. */
export function useExport(): { busy: ExportFormat | undefined; exportList: (format: ExportFormat, reason?: string) => Promise<void> } {
  const { say, shell, localize } = useShell();
  const { page } = usePage();
  const [busy, setBusy] = useState<ExportFormat>();
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);
  const exportList = async (format: ExportFormat, reason = ''): Promise<void> => {
    if (under.current) return;
    const controller = (under.current = new AbortController());
    setBusy(format);
    try {
      const response = await fetch(localize('/portal/export'), {
        method: 'POST',
        credentials: 'include',
        signal: controller.signal,
        headers: { ...buildCallHeaders(shell), 'Content-Type': 'application/json' },
        body: JSON.stringify({ page: page.path, query: page.query, format, reason }),
      });
      if (response.ok && response.headers.has('content-disposition')) {
        saveFile({ content: await response.blob(), name: readName(response, format) });
        notify(say('deskExportDone', { total: Number(response.headers.get('x-total-rows')) }), 'positive', told);
      } else notify(await readMessage(response, say('deskExportFailed')), 'danger', told);
    } catch {
      if (!controller.signal.aborted) notify(say('deskExportFailed'), 'danger', told);
    } finally {
      under.current = undefined;
      setBusy(undefined);
    }
  };
  return { busy, exportList };
}

function readName(response: Response, format: ExportFormat): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return encoded === undefined ? `list.${format}` : decodeURIComponent(encoded);
}

async function readMessage(response: Response, otherwise: string): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined);
  const message = body !== null && typeof body === 'object' && 'message' in body ? body.message : undefined;
  return typeof message === 'string' && message !== '' ? message : otherwise;
}
