import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { announce, send, toastError, toRequestError, useCapabilities } from '#kernel/client/index.ts';
import { parsePhone } from '#kernel/contract/text/index.ts';
import { jshshirProblem, type AcceptValues } from '../model/accept-form.ts';
import { useTexts } from '../shared/texts.ts';

/** What the register answers, as far as the form needs it. */
type Citizen = Partial<
  Record<
    'first_name' | 'last_name' | 'father_name' | 'passport_series' | 'passport_number' | 'phone',
    string | null
  >
>;

const filled = ['first_name', 'last_name', 'father_name', 'passport_series', 'passport_number'] as const;

/** Fetches a citizen's data by JSHSHIR and fills them in; null where the server cannot. */
export function useLookup(form: UseFormReturn<AcceptValues>) {
  const t = useTexts();
  const able = useCapabilities('users').includes('users.lookup');
  const [state, setState] = useState<'idle' | 'fetching' | 'found' | 'missing'>('idle');

  async function fetchData(): Promise<void> {
    const number = form.getValues('personal_number').replace(/\s/g, '');
    const problem = jshshirProblem(number) ?? (number === '' ? 'length' : null);
    if (problem !== null && problem !== 'check_digit') {
      form.setError('personal_number', { type: 'custom', message: problem }, { shouldFocus: true });
      return;
    }
    setState('fetching');
    try {
      fill(await send<Citizen>('GET', `users/lookup?personal_number=${number}`));
      setState('found');
      announce(t('accept.fetched'));
    } catch (error) {
      const missing = toRequestError(error).status === 404;
      setState(missing ? 'missing' : 'idle');
      if (!missing) toastError(error);
    }
  }

  function fill(citizen: Citizen): void {
    const options = { shouldDirty: true, shouldValidate: true };
    for (const field of filled) form.setValue(field, citizen[field] ?? '', options);
    form.setValue('phone', parsePhone(citizen.phone ?? '') ?? '', options);
  }

  return able ? { state, fetchData, forget: () => setState('idle') } : null;
}
