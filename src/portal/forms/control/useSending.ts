import { useRef } from 'react';
import type { DraftSubmission, Form, Submission } from '../../../model/definitions.g';
import type { Reply } from '../../../model/payload';
import type { CallValues } from '../../../runtime/pageData';
import { buildFailure } from '../../data/failure';
import { usePage, useShell } from '../../data/context';
import { send } from './send';
import type { WaitingLine } from './useLine';

/** What sends a form, or keeps it as a draft. */
export type Way = Submission | DraftSubmission;

/** What was sent under a key whose outcome is not known. */
interface Attempt {
  key: string;
  content: string;
}

/**
 * Sends a form's values. One whose submission is done once gives itself a name (header Idempotency-Key): the same one again after
 * a reply that never came, so that trying again makes no second record. Another content is another submission; a code or a captcha
 * that was asked for anew is no other content. Where too many come at once it waits in the line and sends itself again.
 */
export function useSending(form: Form, line: Pick<WaitingLine, 'wait'>): (values: CallValues, way?: Way) => Promise<Reply> {
  const { page } = usePage();
  const { call, say } = useShell();
  const unfetched = (): Reply => buildFailure(say('notFetched'), undefined, undefined);
  const open = useRef<Attempt>();
  return async (values, way = form.submit) => {
    if (!('once' in way) || !way.once) return send(way, values, page.endpoints, call).catch(unfetched);
    const content = JSON.stringify(Object.entries(values).filter(([name]) => !isCode(form, name)));
    const attempt = open.current?.content === content ? open.current : { key: newKey(), content };
    open.current = attempt;
    const reply = await line.wait(() => send(way, values, page.endpoints, call, { key: attempt.key }).catch(unfetched));
    if (!isOpen(reply)) open.current = undefined;
    return reply;
  };
}

/** Nobody answered, or somebody on the way did: the submission may have been done or not. */
const isOpen = ({ ok, fault, status = 0 }: Reply): boolean => !ok && (fault === 'network' || (fault === 'http' && status >= 500));

function isCode(form: Form, sentAs: string): boolean {
  return Object.entries(form.fields).some(
    ([name, { field, sendAs = name }]) => sendAs === sentAs && (field === 'captcha' || field === 'smsCode'),
  );
}

/** 128 random bits. Not `crypto.randomUUID`: browsers have it on encrypted connections alone. */
const newKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
