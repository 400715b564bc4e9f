import { useId, useRef, useState, type FormEvent, type ReactElement } from 'react';
import type { TextKey } from '../../../model/textKeys.g';
import { useShell } from '../../data/context';
import { Icon } from '../../ui/icons';
import type { SectionOf, SectionProps } from '../../ui/kindProps';
import { canRead } from './barcodes';
import { CameraView } from './CameraView';
import { HandedIn } from './HandedIn';
import { RecentScans } from './RecentScans';
import { ScanWords } from './ScanWords';
import { type Scanner, useScanner } from './useScanner';
import './ScannerSection.css';

/** Lets people in by the codes that they show: by the camera, or typed in. What a code came to is told large, heard and felt. */
export function ScannerSection({ section }: SectionProps<SectionOf<'scanner'>>): ReactElement {
  const { say } = useShell();
  const scanner = useScanner(section);
  const { result, busy, handedIn, dismiss } = scanner;
  return (
    <div className="wrap scanner-section">
      <div className="scanner-section-door">
        <Connection scanner={scanner} />
        <Camera onCode={scanner.scan} />
        <div className="scanner-section-result" role="status" aria-busy={busy}>
          {result && !busy && <ScanWords key={result.key} scan={result} large />}
          {busy && <p className="scanner-section-working">{say('scanWorking')}</p>}
        </div>
        <CodeForm onCode={scanner.scan} busy={busy} />
        {handedIn.length > 0 && <HandedIn scans={handedIn} onSeen={dismiss} />}
      </div>
      <RecentScans scanner={scanner} />
    </div>
  );
}

function Connection({ scanner: { offline, noted } }: { scanner: Scanner }): ReactElement {
  const { say } = useShell();
  const count = noted.length;
  return (
    <div className={`scanner-section-connection${offline ? ' scanner-section-offline' : ''}`} role="status">
      <p>
        <b>{offline ? say('scanOffline', { count }) : count > 0 ? say('scanSyncing', { count }) : say('scanOnline')}</b>
      </p>
      {offline && <p>{say('scanOfflineHint')}</p>}
    </div>
  );
}

function Camera({ onCode }: { onCode: (code: string) => Promise<void> }): ReactElement {
  const { say } = useShell();
  const [open, setOpen] = useState(false);
  const [fault, setFault] = useState<TextKey>();
  if (!canRead()) return <p className="scanner-section-note">{say('scanCameraAbsent')}</p>;
  return (
    <>
      {open && (
        <CameraView
          onCode={onCode}
          onFault={(words) => {
            setOpen(false);
            setFault(words);
          }}
        />
      )}
      {fault && (
        <p className="scanner-section-note scanner-section-fault" role="alert">
          {say(fault)}
        </p>
      )}
      <button
        type="button"
        className={`button ${open ? 'button-plain' : 'button-primary'}`}
        onClick={() => {
          setFault(undefined);
          setOpen(!open);
        }}
      >
        <Icon name="video" />
        {say(open ? 'scanCameraStop' : 'scanCamera')}
      </button>
    </>
  );
}

function CodeForm({ onCode, busy }: { onCode: (code: string) => Promise<void>; busy: boolean }): ReactElement {
  const { say } = useShell();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    field.current?.focus();
    if (busy) return;
    setMissing(code.trim() === '');
    setCode('');
    void onCode(code);
  };
  return (
    <form className="scanner-section-form" onSubmit={send} noValidate>
      <label htmlFor={id}>{say('scanCode')}</label>
      <div>
        <input
          ref={field}
          id={id}
          className="input"
          value={code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          aria-invalid={missing || undefined}
          aria-describedby={missing ? `${id}-fault` : undefined}
          onChange={(event) => setCode(event.target.value)}
        />
        <button type="submit" className="button button-primary" aria-disabled={busy || undefined}>
          {say('scanEnter')}
        </button>
      </div>
      {missing && (
        <p id={`${id}-fault`} className="input-error">
          {say('scanCodeMissing')}
        </p>
      )}
    </form>
  );
}
