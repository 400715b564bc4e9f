import { useState, type DragEvent, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import { useFormControl } from '../control/context';
import { useHydrated } from '../../data/hydration';
import { Icon, Outline } from '../../ui/icons';
import { useConfirm } from '../../ui/actions/useConfirm';
import { toWidths } from '../../ui/Picture';
import { useShow } from '../../ui/useShow';
import { FieldNotice } from './FieldNotice';
import { toAcceptedTypes, readEnding } from '../../ui/fileTypes';
import { fileKinds } from './fileKinds';
import { glyphs } from './glyphs';
import { joinIds, toInputProps, type FieldProps } from './kinds';
import { useUploads, type Uploads, type Waiting } from './useUploads';
import './UploadField.css';

/** Files that are chosen, dropped or taken with a telephone's camera, and sent at once. */
export function UploadField(props: FieldProps): ReactElement {
  const { id } = props;
  const { upload } = props.field;
  const { say } = useShell();
  const { scope } = useFormControl();
  const { words } = useShow(scope);
  const uploads = useUploads(props);
  const { ask, dialog } = useConfirm();
  const { kind, addresses, waiting, notice, remove, cancel, again } = uploads;
  const sent = waiting.find(({ broken }) => !broken)?.id;
  const removeAfterQuestion = async (address: string): Promise<void> => {
    if (await ask({ title: say('notice'), text: words(upload?.remove) || say(fileKinds[kind].remove), confirm: say('ok') }))
      remove(address);
    document.getElementById(id)?.focus();
  };
  return (
    <div>
      {addresses.length + waiting.length > 0 && (
        <ul className={`upload-field-list upload-field-list-${kind}`}>
          {addresses.map((address, index) => (
            <li key={address} className="upload-field-item">
              <Uploaded uploads={uploads} address={address} number={index + 1} onRemove={() => void removeAfterQuestion(address)} />
            </li>
          ))}
          {waiting.map((each) => (
            <li key={each.id} className="upload-field-item upload-field-waiting">
              <OnItsWay waiting={each} sending={each.id === sent} onCancel={() => cancel(each.id)} onAgain={() => again(each.id)} />
            </li>
          ))}
        </ul>
      )}
      <DropZone props={props} uploads={uploads} />
      <FieldNotice id={id} notice={notice} />
      {dialog}
    </div>
  );
}

function DropZone({ props, uploads: { kind, add, notice } }: { props: FieldProps; uploads: Uploads }): ReactElement {
  const { id, placeholder } = props;
  const { upload } = props.field;
  const { say } = useShell();
  const live = useHydrated();
  const [over, setOver] = useState(false);
  const types = upload?.types ?? fileKinds[kind].types;
  const many = (upload?.count ?? 1) > 1;
  const limits = [
    types.join(say('listSeparator')),
    upload?.size === undefined ? '' : say('uploadLimitSize', { size: upload.size }),
    many ? say('uploadLimitCount', { count: upload?.count ?? 1 }) : '',
  ]
    .filter((part) => part !== '')
    .join(say('clauseSeparator'));
  const drag = (event: DragEvent, entering: boolean): void => {
    event.preventDefault();
    setOver(entering);
  };
  const describedBy = joinIds(props.describedBy, `${id}-limits`, notice !== '' && `${id}-notice`);
  return (
    <div
      className={`upload-field-drop ${over ? 'upload-field-over' : ''}`.trim()}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        add([...event.dataTransfer.files]);
      }}
    >
      <input
        {...toInputProps({ ...props, describedBy })}
        type="file"
        className="upload-field-input"
        accept={toAcceptedTypes(types)}
        multiple={many}
        disabled={!live}
        onChange={(event) => {
          add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <Outline path={glyphs.upload} />
      <span>{placeholder || say('uploadChoose')}</span>
      <span id={`${id}-limits`} className="upload-field-limits">
        {limits}
      </span>
    </div>
  );
}

interface UploadedProps {
  uploads: Uploads;
  address: string;
  number: number;
  onRemove: () => void;
}

function Uploaded({ uploads: { kind, nameOf, proposed }, address, number, onRemove }: UploadedProps): ReactElement {
  const { say } = useShell();
  const name = nameOf(address);
  return (
    <>
      <Preview kind={kind} address={address} name={name} number={number} />
      <ItemButton label={say('uploadRemove', { name })} onClick={onRemove}>
        <Outline path={glyphs.bin} />
      </ItemButton>
      {address === proposed && <span className="upload-field-proposed">{say('uploadProposed')}</span>}
    </>
  );
}

const playable: ReadonlySet<string> = new Set(['mp4', 'ogg', 'webm']);

function Preview({ kind, address, name, number }: { kind: Uploads['kind']; address: string; name: string; number: number }): ReactElement {
  const { say } = useShell();
  if (kind === 'image')
    return (
      <img className="upload-field-picture" {...toWidths(address, '240px', false)} src={address} alt={say('pictureNumber', { number })} />
    );
  if (kind === 'video' && playable.has(readEnding(address)))
    return <video className="upload-field-video" src={address} controls preload="metadata" aria-label={name} />;
  return (
    <a className="upload-field-name" href={address} target="_blank" rel="noopener noreferrer">
      <Outline path={glyphs[fileKinds[kind].glyph]} />
      <span>{name}</span>
      <span className="unseen">{say('newWindow')}</span>
    </a>
  );
}

/** What takes a file away. */
const ItemButton = ({ label, onClick, children }: { label: string; onClick: () => void; children: ReactElement }): ReactElement => (
  <button type="button" className="upload-field-remove" aria-label={label} title={label} onClick={onClick}>
    {children}
  </button>
);

interface OnItsWayProps {
  waiting: Waiting;
  sending: boolean;
  onCancel: () => void;
  onAgain: () => void;
}

function OnItsWay({ waiting, sending, onCancel, onAgain }: OnItsWayProps): ReactElement {
  const { say } = useShell();
  const { file, share, broken } = waiting;
  const { name } = file;
  const percent = Math.floor(share * 100);
  return (
    <>
      <span className="upload-field-name">
        <span>{name}</span>
      </span>
      {broken ? (
        <span className="upload-field-broken">
          {say('uploadBroken', { share: percent })}
          <button type="button" className="quiet-link" aria-label={say('uploadAgainOf', { name })} onClick={onAgain}>
            {say('uploadAgain')}
          </button>
        </span>
      ) : (
        <>
          <progress className="upload-field-progress" max={1} value={sending ? share : 0} aria-label={say('uploadProgress', { name })} />
          <span className="upload-field-share" aria-hidden="true">
            {say('uploadShare', { share: sending ? percent : 0 })}
          </span>
        </>
      )}
      <ItemButton label={say('uploadCancel', { name })} onClick={onCancel}>
        <Icon name="close" />
      </ItemButton>
    </>
  );
}
