import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import {
  announce,
  send,
  toastError,
  toRequestError,
  useCapabilities,
  useText,
} from '#kernel/plugin-api/client.ts';
import { jshshirProblem, type AcceptValues } from '../../model/accept-form.ts';
import { fillWith, citizenValuesOf, type Citizen, type CitizenValues } from '../../model/citizen.ts';

/** Fetches a citizen's data by JSHSHIR and fills in the form; null if the server cannot. */
export function useLookup(form: UseFormReturn<AcceptValues>) {
  const t = useText('applications');
  const able = useCapabilities('users').includes('users.lookup');
  const [state, setState] = useState<'idle' | 'fetching' | 'found' | 'missing'>('idle');
  /** The last requested number. */
  const requested = useRef('');
  /** The values from the register. */
  const known = useRef<CitizenValues>({});

  async function fetchData(): Promise<void> {
    const number = numberIn(form);
    const problem = jshshirProblem(number) ?? (number === '' ? 'length' : null);
    if (problem !== null && problem !== 'check_digit') {
      form.setError('personal_number', { type: 'custom', message: problem }, { shouldFocus: true });
      return;
    }
    requested.current = number;
    setState('fetching');
    try {
      const citizen = await send<Citizen>('GET', `users/lookup?personal_number=${number}`);
      if (isLate(number)) return;
      fill(citizenValuesOf(citizen));
      setState('found');
      announce(t('accept.fetched'));
    } catch (error) {
      if (isLate(number)) return;
      const missing = toRequestError(error).status === 404;
      setState(missing ? 'missing' : 'idle');
      if (missing) fill({});
      else toastError(error);
    }
  }

  /** Whether a response is about a number that is no longer in the form. */
  function isLate(number: string): boolean {
    const late = numberIn(form) !== number;
    if (late && requested.current === number) setState('idle');
    return late;
  }

  function fill(next: CitizenValues): void {
    const filled = fillWith(next, known.current, form.getValues());
    known.current = next;
    const fields = Object.keys(filled) as (keyof CitizenValues)[];
    for (const field of fields) form.setValue(field, filled[field] ?? '', { shouldDirty: true });
    // Validated together: series and number of a passport depend on each other.
    void form.trigger(fields);
  }

  return able ? { state, fetchData, forget: () => setState('idle') } : null;
}

function numberIn(form: UseFormReturn<AcceptValues>): string {
  return form.getValues('personal_number').replace(/\s/g, '');
}
