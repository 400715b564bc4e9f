import { useEffect, useRef, useState } from 'react';
import type { ClientEndpoint } from '../../../model/compiled';
import type { Reply } from '../../../model/payload';
import { formatText } from '../../../runtime/text';
import { joinAddresses, joinNames, splitAddresses, splitNames } from '../../../runtime/upload';
import { evaluateAll } from '../../../runtime/value';
import { type Say, usePage, useShell } from '../../data/context';
import { useFormControl } from '../control/context';
import { notify, tellFailure } from '../../ui/notices';
import { uploadFile } from '../../data/uploads';
import { keep as keepInWindow, readKept } from '../../data/windowStorage';
import { useLatest } from '../../data/useLatest';
import { useFieldNotice } from './FieldNotice';
import { fileKinds, findRefusal, chooseRefusalText, isFileKind, type FileFieldKind, type Refusal } from './fileKinds';
import type { FieldProps } from './kinds';

/** A file on its way, and how much of it has been sent, from 0 to 1. */
export interface Waiting {
  id: number;
  file: File;
  share: number;
  /** The line broke; it is sent anew when the visitor asks for it. */
  broken?: boolean;
  /** Nobody chose it: it gives way to what is chosen, and nothing is said when it cannot be sent. */
  proposed?: boolean;
}

/** The files of a field. */
export interface Uploads {
  kind: FileFieldKind;
  addresses: readonly string[];
  /** The one of them that nobody chose, such as a picture taken of a film; what is chosen takes its place. */
  proposed: string | undefined;
  /** The name that a file has been given when it arrived in this window, also on an earlier page, or that the form holds; else the last part of its address. */
  nameOf: (address: string) => string;
  /** The files on their way; the first one that is not broken off is being sent. */
  waiting: readonly Waiting[];
  notice: string;
  add: (files: readonly File[]) => void;
  cancel: (id: number) => void;
  /** Sends one anew that was broken off. */
  again: (id: number) => void;
  remove: (address: string) => void;
}

/** Sends files as they are chosen, one after another, and keeps their addresses as the field's value. */
export function useUploads({ name, field, value, onChange }: Pick<FieldProps, 'name' | 'field' | 'value' | 'onChange'>): Uploads {
  const { page, showContext } = usePage();
  const { shell, say } = useShell();
  const { scope, hold, handover, form, values, change, alarm } = useFormControl();
  const { notice, tell } = useFieldNotice();
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const [offered, setOffered] = useState<string>();
  const arrived = useRef(new Map<string, string>());
  const last = useRef(0);
  const upload = field.upload ?? { source: '' };
  const kind = isFileKind(field.field) ? field.field : 'file';
  const endpoint = page.endpoints[upload.source];
  const addresses = splitAddresses(upload, value);

  const proposed = addresses.find((address) => address === offered);
  const chosen = addresses.filter((address) => address !== proposed);
  const naming = Object.keys(form.fields).find((other) => form.fields[other]?.namesOf === name);
  const named = naming === undefined ? [] : splitNames(upload, values[naming], addresses.length);
  const nameOf = (address: string): string =>
    arrived.current.get(address) ?? readKept(nameKey(address)) ?? (named[addresses.indexOf(address)] || lastPart(address));
  const keep = (next: readonly string[]): void => {
    if (naming === undefined) onChange(joinAddresses(upload, next));
    else change({ ...values, [name]: joinAddresses(upload, next), [naming]: joinNames(upload, next.map(nameOf)) });
  };
  const without = (address: string): string[] => addresses.filter((other) => other !== address);
  const arrive = ({ file, proposed: unasked = false }: Waiting, address: string, as: unknown): void => {
    if (unasked && chosen.length > 0) return;
    const own = typeof as === 'string' && as !== '' ? as : file.name;
    arrived.current.set(address, own);
    keepInWindow(nameKey(address), own);
    keep([...chosen.filter((other) => other !== address), address]);
    if (unasked) setOffered(address);
    if (unasked) notify(say('uploadProposed'), 'positive');
  };
  const put = (files: readonly File[], unasked: boolean): void =>
    setWaiting((queue) => [
      ...queue.filter((each) => !each.proposed),
      ...files.map((file) => ({ id: (last.current += 1), file, share: 0, proposed: unasked })),
    ]);
  const propose = (file: File): void => {
    if (chosen.length === 0 && waiting.every((each) => each.proposed) && !findRefusal(file, upload, kind)) put([file], true);
  };
  const latestProposal = useLatest(propose);
  useEffect(() => handover.receive(name, (file) => latestProposal.current(file)), [handover, name, latestProposal]);
  const fail = (reply: Reply): void => {
    const isLost = reply.ok || (reply.fault === 'network' && reply.status === undefined);
    const text = isLost ? say(fileKinds[kind].failed) : (reply.message ?? '');
    if (alarm && text !== '' && reply.fault !== 'session') alarm(name, text);
    else if (isLost) notify(text, 'danger');
    else tellFailure(reply);
  };
  useQueue(waiting, { endpoint, values: () => evaluateAll(upload.with, scope), shell, say, arrive, fail, setWaiting });
  const isRunning = waiting.some(({ broken }) => !broken);
  const work = isRunning ? 'running' : waiting.length > 0 ? 'broken' : undefined;
  useEffect(() => {
    hold(name, work);
    return () => hold(name, undefined);
  }, [hold, name, work]);

  const told = (refusal: Refusal): string => {
    const { keyword, ...given } = refusal;
    const text = field.errors?.[keyword] ?? chooseRefusalText(refusal, kind, upload);
    const values = 'types' in given ? { types: given.types.join(say('listSeparator')) } : given;
    return formatText(text, scope, showContext.patterns, values);
  };
  const add = (files: readonly File[]): void => {
    const count = upload.count ?? 1;
    const room = Math.max(0, count - chosen.length - waiting.filter((each) => !each.proposed).length);
    const checked = files.map((file) => ({ file, refusal: findRefusal(file, upload, kind) }));
    const sound = checked.flatMap(({ file, refusal }) => (refusal ? [] : [file]));
    const tooMany = sound.length > room ? { keyword: 'count' as const, count } : undefined;
    const refusal = checked.find((each) => each.refusal)?.refusal ?? tooMany;
    tell(refusal ? told(refusal) : '');
    if (sound.length === 0 || room === 0) return;
    put(sound.slice(0, room), false);
    const { poster } = field;
    const film = sound[0];
    if (poster !== undefined && film)
      void import('./takePoster')
        .then(({ takePoster }) => takePoster(film))
        .then(
          (picture) => picture && handover.offer(poster, picture),
          () => undefined,
        );
  };
  return {
    kind,
    addresses,
    proposed,
    waiting,
    notice,
    add,
    nameOf,
    cancel: (id) => setWaiting((queue) => queue.filter((each) => each.id !== id)),
    again: (id) =>
      setWaiting((queue) => queue.map((each) => (each.id === id ? { id: (last.current += 1), file: each.file, share: 0 } : each))),
    remove: (address) => {
      keep(without(address));
      notify(say('uploadRemoved'), 'positive');
    },
  };
}

interface QueueTools {
  endpoint: ClientEndpoint | undefined;
  values: () => ReturnType<typeof evaluateAll>;
  shell: Parameters<typeof uploadFile>[2]['shell'];
  say: Say;
  arrive: (waiting: Waiting, address: string, name: unknown) => void;
  fail: (reply: Reply) => void;
  setWaiting: (change: (queue: readonly Waiting[]) => readonly Waiting[]) => void;
}

/**
 * Sends the first file of a queue; one that is taken out of the queue, or whose field goes, is given up. One that was broken off stays: nobody
 * has to look for a film of hundreds of megabytes again.
 */
function useQueue(waiting: readonly Waiting[], tools: QueueTools): void {
  const latest = useLatest(tools);
  const { id, file, proposed } = waiting.find(({ broken }) => !broken) ?? {};
  useEffect(() => {
    if (id === undefined || !file) return undefined;
    const { endpoint, values, shell, setWaiting } = latest.current;
    const stop = new AbortController();
    const leave = (): void => setWaiting((queue) => queue.filter((each) => each.id !== id));
    const onProgress = (share: number): void => {
      if (!stop.signal.aborted) setWaiting((queue) => queue.map((each) => (each.id === id ? { ...each, share } : each)));
    };
    const breakOff = (): void => setWaiting((queue) => queue.map((each) => (each.id === id ? { ...each, broken: true } : each)));
    if (!endpoint) return leave();
    void uploadFile(endpoint, file, { shell, values: values(), onProgress, signal: stop.signal }).then((reply) => {
      if (stop.signal.aborted) return;
      const { arrive, fail, say } = latest.current;
      const { http: address, name } = reply.item ?? {};
      if (reply.ok && typeof address === 'string') {
        arrive({ id, file, share: 1, proposed }, address, name);
        if (!proposed) notify(reply.message ?? say('uploaded'), 'positive');
      } else if (proposed) return leave();
      else fail(reply);
      if (reply.fault === 'network') breakOff();
      else leave();
    });
    return () => stop.abort();
  }, [id, file, proposed, latest]);
}

/** Under which the name of a file is kept: as long as what was typed beside it, which outlasts a reload and a detour through the login page. */
const nameKey = (address: string): string => `file ${address}`;

function lastPart(address: string): string {
  const part = address.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
