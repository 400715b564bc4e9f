import { useEffect, useState } from 'react';
import type { RecordSearch } from '../../../model/definitions.g';
import { asText, type JsonObject } from '../../../model/json';
import { formatDisplay } from '../../../runtime/display';
import { evaluateAll } from '../../../runtime/value';
import { usePage } from '../../data/context';
import { useReply } from '../../data/useReply';
import type { ChosenRecord, FieldProps } from './kinds';

/** Milliseconds without another key before a search begins. */
const pause = 250;
const usualLimit = 10;

/** A record that was found. */
export interface FoundRecord extends ChosenRecord {
  /** What is shown of it besides its name. */
  facts: string[];
  row: JsonObject;
}

/** What a search found. */
export interface Found {
  records: FoundRecord[];
  state: 'ready' | 'loading' | 'failed';
  retry: () => void;
}

/** Searches records for what was typed, once it stays for a moment. @param wanted whether results are to be seen */
export function useFound(find: RecordSearch, typed: string, wanted: boolean, scope: FieldProps['scope']): Found {
  const { page, showContext, scope: outer } = usePage();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    if (typed === asked) return undefined;
    const timer = setTimeout(() => setAsked(typed), pause);
    return () => clearTimeout(timer);
  }, [typed, asked]);
  const endpoint = page.endpoints[find.source];
  const inner = { ...outer, ...scope };
  const values = {
    ...evaluateAll(find.with, inner),
    ...(endpoint?.paging ? { [endpoint.paging.page]: 1, [endpoint.paging.size]: find.limit ?? usualLimit } : {}),
    ...(asked.trim() === '' ? {} : { [find.as]: asked.trim() }),
  };
  const { data, error, isValidating, mutate } = useReply(wanted ? endpoint : undefined, values, {
    keepPreviousData: true,
    shouldRetryOnError: false,
  });
  const records = (data?.rows ?? []).slice(0, find.limit ?? usualLimit).flatMap((row): FoundRecord[] => {
    const at = { ...inner, row };
    const [id, label] = [asText(row['id']), formatDisplay(find.title, at, showContext)?.text ?? ''];
    const facts = Object.values(find.fields ?? {}).flatMap((display) => formatDisplay(display, at, showContext)?.text ?? []);
    return id === '' || label === '' ? [] : [{ id, label, facts, row }];
  });
  const isLoading = typed !== asked || (isValidating && !error);
  return { records, state: isLoading ? 'loading' : error ? 'failed' : 'ready', retry: () => void mutate() };
}
