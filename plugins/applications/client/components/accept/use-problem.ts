import type { UseFormReturn } from 'react-hook-form';
import type { AcceptValues } from '../../model/accept-form.ts';
import { useTexts } from '../shared/texts.ts';

/** Gives the words for what is wrong with a field: the server's own, or ours. */
export function useProblem(form: UseFormReturn<AcceptValues>) {
  const t = useTexts();
  const { errors } = form.formState;
  return (name: keyof AcceptValues): string | undefined => {
    const error = errors[name];
    if (!error?.message) return undefined;
    return error.type === 'server' ? error.message : t(`accept.problems.${error.message}`);
  };
}
