import { useEffect, useState } from 'react';
import { afterPause, useRetriedRead } from '#kernel/plugin-api/client.ts';
import { checkJshshir } from '#kernel/domain/text/index.ts';
import type { Similar } from '../../contract.ts';
import { similarToDocument } from '../data/queries.ts';
import type { CitizenValues } from './values.ts';

/** Milliseconds from the last key press to the query. */
const pauseMs = 400;

/** The registered citizens who may be the person being typed; `except` is the one being edited. */
export function useTypedSimilar(values: CitizenValues, except: number | null): readonly Similar[] {
  const typed = queryOf(values, except);
  const [query, setQuery] = useState(typed);
  useEffect(() => afterPause(pauseMs, () => setQuery(typed)), [typed]);
  const skip = query === '';
  const { data } = useRetriedRead(similarToDocument, { variables: { query }, skip, keep: true });
  return skip ? [] : (data?.similarTo.items ?? []);
}

/** The query of the route; empty if too little is typed to identify anyone. */
export function queryOf(values: CitizenValues, except: number | null): string {
  const first = values.first_name.trim();
  const last = values.last_name.trim();
  const number = values.personal_number.replace(/\s/g, '');
  const check = checkJshshir(number);
  const isNumber = check.ok || check.confirmable;
  const isName = first.length > 1 && last.length > 1;
  if (!isNumber && !isName) return '';
  const query = new URLSearchParams();
  const fields = {
    first_name: isName ? first : '',
    last_name: isName ? last : '',
    father_name: isName ? values.father_name.trim() : '',
    phone: values.phone,
    birthday: values.birthday,
    passport_series: values.passport_series.trim(),
    passport_number: values.passport_number.trim(),
    personal_number: isNumber ? number : '',
    except: except === null ? '' : String(except),
  };
  for (const [name, value] of Object.entries(fields)) if (value !== '') query.set(name, value);
  return query.toString();
}
