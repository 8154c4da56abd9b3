import { useRef } from 'react';
import { confirm, toRequestError, useText } from '#kernel/client/index.ts';
import { confirmationSchema, type Confirmation } from '../../../contract.ts';

/**
 * Takes the answer that asks for a confirmation: shows what is unusual about the citizens, and saves again with it confirmed
 * when the person says so. Answers `false` for every other error.
 */
export function useConfirmation() {
  const t = useText('households');
  const confirmed = useRef(new Set<Confirmation>());

  return (error: unknown, again: (more: object) => Promise<void>): boolean => {
    const { body, fields } = toRequestError(error);
    const asked = confirmationSchema.safeParse(body);
    if (!asked.success) return false;
    void confirm({
      title: t('form.confirmTitle'),
      text: [...new Set(Object.values(fields))].join(' '),
      confirmLabel: t('form.confirm'),
      cancelLabel: t('form.check'),
    }).then((sure) => {
      if (!sure) return;
      for (const code of asked.data.confirm) confirmed.current.add(code);
      void again({ confirmed: [...confirmed.current] });
    });
    return true;
  };
}
