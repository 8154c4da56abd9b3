import type { UseFormReturn } from 'react-hook-form';
import { useText } from '#kernel/client/index.ts';
import type { AcceptValues } from '../../model/accept-form.ts';

/** Gives the words for what is wrong with a field: the server's own, or ours. */
export function useProblem(form: UseFormReturn<AcceptValues>) {
  const t = useText('applications');
  const { errors } = form.formState;
  return (name: keyof AcceptValues): string | undefined => {
    const error = errors[name];
    if (!error?.message) return undefined;
    return error.type === 'server' ? error.message : t(`accept.problems.${error.message}`);
  };
}
