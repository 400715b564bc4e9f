import { useEffect, useRef, useState } from 'react';
import type { Reply } from '../../../model/payload';
import { findServiceEndpoint } from '../../../runtime/pageSource';
import { formatText } from '../../../runtime/text';
import { evaluateAll } from '../../../runtime/value';
import { usePage, useShell } from '../../data/context';
import { useFormControl } from '../control/context';
import { notify, tellFailure } from '../../ui/notices';
import { uploadFile } from '../../data/uploads';
import { editorTypes, type SendFile } from '../../ui/editor/files';
import { readEnding } from '../../ui/fileTypes';
import type { FieldProps } from './kinds';

/** Milliseconds between two questions whether a file is complete, and the status that says so (ledger UPLOAD-10). */
const interval = 3000;
const complete = 1;

/**
 * Sends the files of a text, one for each call; the form waits for them.
 * @returns the way to send one, or undefined where the field takes none, and how many are on their way
 */
export function useFileSending({ name, field }: Pick<FieldProps, 'name' | 'field'>): { send: SendFile | undefined; working: number } {
  const { page, showContext } = usePage();
  const { shell, call, say } = useShell();
  const { scope, hold } = useFormControl();
  const [working, setWorking] = useState(0);
  const stop = useRef(new AbortController());
  useEffect(() => {
    stop.current = new AbortController();
    return () => stop.current.abort();
  }, []);
  useEffect(() => {
    hold(name, working > 0 ? 'running' : undefined);
    return () => hold(name, undefined);
  }, [hold, name, working]);
  const { upload } = field;
  const endpoint = upload && page.endpoints[upload.source];
  const status = findServiceEndpoint(page, 'uploads.status');

  const finished = async (reply: Reply): Promise<Reply> => {
    let last = reply;
    const isDone = ({ ok, item }: Reply): boolean => !ok || item?.['status'] === undefined || item['status'] === complete;
    while (status && !isDone(last) && !stop.current.signal.aborted) {
      await new Promise((resolve) => {
        setTimeout(resolve, interval);
      });
      last = await call(status, evaluateAll({ objectid: '/objectid' }, reply.item ?? {}));
    }
    return last;
  };
  const refused = (file: File): string | undefined => {
    const types = upload?.types ?? editorTypes;
    if (!types.includes(readEnding(file.name)))
      return formatText(field.errors?.['type'] ?? '/texts/uploadOther', scope, showContext.patterns, {
        types: types.join(say('listSeparator')),
      });
    if (upload?.size !== undefined && file.size > upload.size * 1024 * 1024)
      return formatText(field.errors?.['size'] ?? '/texts/uploadSize', scope, showContext.patterns, { size: upload.size });
    return undefined;
  };
  const send: SendFile = async (file) => {
    const refusal = refused(file);
    if (refusal !== undefined) notify(refusal, 'warning', 3000);
    if (refusal !== undefined || !endpoint) return undefined;
    setWorking((count) => count + 1);
    const options = { shell, values: evaluateAll(upload?.with, scope), signal: stop.current.signal };
    const reply = await uploadFile(endpoint, file, options).then(finished);
    if (stop.current.signal.aborted) return undefined;
    setWorking((count) => count - 1);
    const address = reply.item?.['http'];
    if (!reply.ok) {
      tellFailure(reply);
      return undefined;
    }
    notify(reply.message ?? say('uploaded'), 'positive');
    return typeof address === 'string' ? address : undefined;
  };
  return { send: endpoint && send, working };
}
