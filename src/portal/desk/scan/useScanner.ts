import { useCallback, useState } from 'react';
import { asString } from '../../../model/json';
import type { Reply } from '../../../model/payload';
import { formatIso, parseTime } from '../../../runtime/time';
import { evaluateAll } from '../../../runtime/value';
import type { CallValues } from '../../../runtime/pageData';
import { usePage, usePageState, useShell } from '../../data/context';
import { useLatest } from '../../data/useLatest';
import { keep, readKept } from '../../data/windowStorage';
import type { SectionOf } from '../../ui/kindProps';
import { tellFailure } from '../../ui/notices';
import { addNoted, dropNoted, readNoted } from './notedScans';
import { findOnRoll } from './roll';
import { type NotedScan, readScan, readScans, type Scan, writeClock } from './scans';
import { signal } from './signal';
import { useConnection } from './useConnection';
import { wait } from './wait';
import { useRoll } from './useRoll';

/** Milliseconds that a reply is waited for while somebody stands at the door. */
const patience = 5000;
/** A scan that was sent without a reply is its own cause of having counted before, within so many milliseconds. */
const sameScan = 120_000;
/** So many scans are shown again. */
const mostShown = 30;
const longestCode = 40;

/** The scanner of a page, and what can be done with it. */
export interface Scanner {
  /** What the last code came to. */
  result?: Scan;
  busy: boolean;
  offline: boolean;
  noted: readonly NotedScan[];
  recent: readonly Scan[];
  /** What became of scans that were handed in later. */
  handedIn: readonly Scan[];
  scan: (code: string) => Promise<void>;
  undo: (scan: Scan) => Promise<void>;
  dismiss: () => void;
}

/** Nobody answered, or somebody on the way did. */
const isAway = ({ ok, fault, status = 0 }: Reply): boolean => !ok && (fault === 'network' || status >= 500 || status === 429);
/** It is for somebody else to hand in, or after a new login. */
const isHeld = ({ ok, fault, status }: Reply): boolean => !ok && (fault === 'session' || status === 401 || status === 403);
const newKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Takes codes as they come; without a connection it notes them, and hands them in once there is one. */
export function useScanner(section: SectionOf<'scanner'>): Scanner {
  const { page, scope } = usePage();
  const { call, say } = useShell();
  const { retry } = usePageState();
  const values = evaluateAll(section.with, scope);
  const name = `${page.path} ${JSON.stringify(values)}`;
  const isSame = (other: CallValues): boolean => JSON.stringify(other) === JSON.stringify(values);
  const [result, setResult] = useState<Scan>();
  const [busy, setBusy] = useState(false);
  const [noted, setNoted] = useState(readNoted);
  const [recent, setRecent] = useState(() => readScans(JSON.parse(readKept(`scans ${name}`) ?? 'null')));
  const [handedIn, setHandedIn] = useState<readonly Scan[]>([]);
  const ask = (source: string, more: CallValues, key?: string): Promise<Reply> => {
    const endpoint = page.endpoints[source];
    return endpoint ? call(endpoint, { ...values, ...more }, { key }) : Promise.resolve({ ok: false, rows: [], total: 0 });
  };
  const roll = useRoll(name);
  const show = (scan: Scan): void => {
    setResult(scan);
    signal(scan.outcome);
    remember([scan]);
  };
  const remember = (scans: readonly Scan[]): void =>
    setRecent((earlier) => {
      const keys = new Set(scans.map(({ key }) => key));
      const next = [...scans, ...earlier.filter(({ key }) => !keys.has(key))].slice(0, mostShown);
      keep(`scans ${name}`, JSON.stringify(next));
      return next;
    });

  /** Hands in what was noted, in its order. @returns whether there is a connection */
  const handIn = async (): Promise<boolean> => {
    const done: Scan[] = [];
    const own: Scan[] = [];
    const waiting = readNoted();
    let isThere = true;
    for (const scan of waiting) {
      const who: CallValues = scan.id === '' ? { code: scan.code } : { id: scan.id };
      const reply = await ask(section.scan, { ...scan.with, ...who, at: scan.at, by: scan.by }, scan.key);
      isThere = !isAway(reply);
      if (!isThere) break;
      if (isHeld(reply)) continue;
      setNoted(dropNoted(scan.key));
      const settled = settle(scan, reply);
      done.push(settled);
      if (isSame(scan.with)) own.push(settled);
    }
    if (done.length > 0) {
      remember(own.toReversed());
      setHandedIn((earlier) => [...earlier, ...done]);
      retry();
    }
    if (isThere && (waiting.length === 0 || done.length > 0)) isThere = await refresh();
    return isThere;
  };
  const settle = ({ name: who, sent, key, at, late, ...scan }: NotedScan, reply: Reply): Scan => {
    const read = readAnswer(reply, { key, at, late });
    const isOwn = sent && read.outcome === 'before' && Math.abs((parseTime(reply.item?.['at']) ?? 0) - (parseTime(at) ?? 0)) < sameScan;
    return {
      ...read,
      id: read.id || scan.id,
      name: read.name || who,
      ...(isOwn ? { outcome: 'done', title: say('deskScanDone'), detail: '' } : {}),
    };
  };
  const readAnswer = (reply: Reply, known: Pick<Scan, 'key' | 'at' | 'late'>): Scan =>
    reply.ok
      ? readScan(reply.item, known)
      : readScan({ outcome: 'refused', title: say('scanFailed'), detail: reply.message ?? say('errorBusy') }, known);
  const refresh = async (): Promise<boolean> => {
    const reply = await ask(section.roll, {});
    if (reply.ok) roll.take(reply.item);
    return !isAway(reply);
  };
  const { offline, lose } = useConnection(handIn, noted.length > 0);

  const note = async (code: string, known: Pick<Scan, 'key' | 'at'>, sent: boolean): Promise<void> => {
    const late = { ...known, late: true };
    const refuse = (title: string, detail: string): void => show(readScan({ outcome: 'refused', title, detail }, late));
    const held = roll.get();
    if (!held) return refuse(say('scanNoRoll'), say('scanNoRollHint'));
    const entry = await findOnRoll(held, code);
    const id = asString(entry?.['id']);
    const twin = readNoted().find((scan) => isSame(scan.with) && (id === '' ? scan.code === code : scan.id === id));
    if (twin) {
      const detail = say('scanNotedBeforeHint', { time: writeClock(twin.at) });
      return show({ ...twin, ...late, outcome: 'before', title: say('scanNotedBefore'), detail });
    }
    if (entry && entry['outcome'] !== 'done') return show(readScan(entry, late));
    const words = entry
      ? (['scanNoted', 'scanNotedHint'] as const)
      : held.entries.length === 0
        ? (['scanNotedOld', 'scanNotedOldHint'] as const)
        : (['scanNotedUnknown', 'scanNotedUnknownHint'] as const);
    const scan = { ...readScan({ ...entry, outcome: 'noted', title: say(words[0]), detail: say(words[1]) }, late), id };
    const left = addNoted({ ...scan, with: values, code: id === '' ? code : '', by: held.owner, sent });
    setNoted(left);
    if (left.some(({ key }) => key === scan.key)) show(scan);
    else refuse(say('scanNoRoll'), say('scanNoRollHint'));
  };
  const scan = async (typed: string): Promise<void> => {
    const code = typed.trim();
    const known = { key: newKey(), at: formatIso(Date.now()) };
    if (busy || code === '') return;
    if (code.length > longestCode) return show(readScan({ outcome: 'refused', title: say('scanNotCode') }, { ...known, late: false }));
    setBusy(true);
    try {
      if (offline) return await note(code, known, false);
      const reply = await Promise.race([ask(section.scan, { code }, known.key), wait(patience)]);
      if (!reply || isAway(reply)) {
        lose();
        return await note(code, known, true);
      }
      if (isHeld(reply)) tellFailure(reply);
      const read = readAnswer(reply, { ...known, late: false });
      show(read);
      if (read.outcome === 'done' || read.outcome === 'before') roll.mark(read.id, { outcome: 'before', title: say('deskScanBefore') });
      if (read.outcome === 'done') retry();
    } finally {
      setBusy(false);
    }
  };
  const undo = async (undone: Scan): Promise<void> => {
    const takeBack = (): void => {
      const said: Scan = { ...undone, outcome: 'undone', title: say('scanUndone'), detail: '' };
      remember([said]);
      setResult((shown) => (shown?.key === undone.key ? undefined : shown));
    };
    if (readNoted().some(({ key }) => key === undone.key)) {
      setNoted(dropNoted(undone.key));
      return takeBack();
    }
    const reply = await ask(section.undo, { id: undone.id });
    if (!reply.ok) return tellFailure(reply);
    takeBack();
    roll.mark(undone.id, { outcome: 'done' });
    retry();
  };
  const latest = useLatest(scan);
  return {
    result,
    busy,
    offline,
    noted,
    recent,
    handedIn,
    scan: useCallback((code) => latest.current(code), [latest]),
    undo,
    dismiss: () => setHandedIn([]),
  };
}
