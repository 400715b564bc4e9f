import { useEffect, useRef, useState } from 'react';
import { asString } from '../../../model/json';
import type { Reply } from '../../../model/payload';
import type { CallValues } from '../../../runtime/pageData';
import { usePage, useShell } from '../../data/context';
import { uploadFile } from '../../data/uploads';
import { useLatest } from '../../data/useLatest';
import type { SectionOf } from '../../ui/kindProps';
import { saveFile } from '../../ui/actions/saveFile';
import { notify } from '../../ui/notices';
import { type ImportJob, isUnderWay, readJob } from './importJob';

/** Milliseconds between two questions how far an import is. */
const askEvery = 700;
/** Milliseconds that words of failure stay. */
const told = 5000;

/** An import of the page, and what can be done with it. */
export interface Importing {
  job?: ImportJob;
  /** The import that the address names is not known yet. */
  pending: boolean;
  earlier: readonly ImportJob[];
  /** The part of the file that was sent, from 0 to 1; undefined when none is. */
  sent?: number;
  busy: boolean;
  /** What went wrong with the last thing that was asked for. */
  fault: string;
  send: (file: File) => void;
  run: (step: 'check' | 'run' | 'cancel', values?: CallValues) => void;
  download: () => void;
  open: (id: string | undefined) => void;
}

/** The import that the address names, or that a file begins; as long as somebody is at it, it is asked again and again how far it is. */
export function useImport(section: SectionOf<'import'>): Importing {
  const { page } = usePage();
  const { shell, call, say } = useShell();
  const [id, setId] = useState(page.query['id'] ?? '');
  const [job, setJob] = useState<ImportJob>();
  const [earlier, setEarlier] = useState<readonly ImportJob[]>([]);
  const [sent, setSent] = useState<number>();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  const ask = async (source: string, values: CallValues): Promise<Reply> => {
    const endpoint = page.endpoints[source];
    return endpoint ? call(endpoint, values) : { ok: false, rows: [], total: 0 };
  };
  const take = ({ ok, item, message }: Reply): void => {
    const read = ok ? readJob(item) : undefined;
    if (read) setJob(read);
    setFault(read ? '' : (message ?? say('importGone')));
  };
  const moves = job ? isUnderWay(job) : id !== '';
  const latest = useLatest({ ask, take, known: job !== undefined, section });
  useEffect(() => {
    if (id === '' || !moves) return undefined;
    let over = false;
    let timer: ReturnType<typeof setTimeout>;
    const look = async (): Promise<void> => {
      const { ask: askNow, take: takeNow, section: named } = latest.current;
      const reply = await askNow(named.one, { id });
      if (over) return;
      // What cannot be asked now is asked again; what is not there is told.
      if (reply.ok || reply.fault !== 'network') takeNow(reply);
      if (!reply.ok && reply.fault !== 'network') setId('');
      else timer = setTimeout(() => void look(), askEvery);
    };
    timer = setTimeout(() => void look(), latest.current.known ? askEvery : 0);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [id, moves, latest]);
  useEffect(() => {
    if (id !== '') return;
    const { ask: askNow, section: named } = latest.current;
    void askNow(named.list, {}).then(({ rows }) => {
      if (!leaving.current.signal.aborted) setEarlier(rows.flatMap((row) => readJob(row) ?? []));
    });
  }, [id, latest]);
  const open = (next = ''): void => {
    setId(next);
    setJob(undefined);
    setFault('');
    // The address leads back to it; the page stays as it is.
    const query = next === '' ? '' : `?id=${encodeURIComponent(next)}`;
    window.history.replaceState(window.history.state, '', window.location.pathname + query);
  };
  return {
    job,
    pending: id !== '' && !job,
    earlier,
    sent,
    busy,
    fault,
    open,
    send: (file) => {
      const endpoint = page.endpoints[section.file];
      if (!endpoint || sent !== undefined) return;
      setSent(0);
      setFault('');
      void uploadFile(endpoint, file, { shell, onProgress: setSent, signal: leaving.current.signal }).then((reply) => {
        if (leaving.current.signal.aborted) return;
        setSent(undefined);
        // Of a call that takes files the reply tells no more than which one it is.
        if (reply.ok) open(asString(reply.item?.['id']));
        else take(reply);
      });
    },
    run: (step, values = {}) => {
      if (busy || !job) return;
      setBusy(true);
      void ask(section.run, { id: job.id, step, ...values }).then((reply) => {
        setBusy(false);
        take(reply);
      });
    },
    download: () => {
      if (!job) return;
      void ask(section.faults, { id: job.id }).then(({ file, message }) => {
        if (file) saveFile(file);
        else notify(message ?? say('errorBusy'), 'danger', told);
      });
    },
  };
}
