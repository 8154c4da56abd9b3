import { useName, useText } from '#kernel/client/index.ts';
import type { Application } from '../../../contract.ts';

/** The name of an application's neighbourhood, as it is shown: `Navoiy MFY`. */
export function useNeighborhoodName({ neighborhood }: Pick<Application, 'neighborhood'>): string {
  const t = useText('applications');
  const name = useName()(neighborhood);
  return name === '' ? '' : t('neighborhood', { name });
}

/** The words for a kind of employment and for its salary field; an unknown kind is shown as it came. */
export function useEmployment({
  employment_status: status,
  salary,
}: Pick<Application, 'employment_status' | 'salary'>) {
  const t = useText('applications');
  return {
    status: t(`employment.${status}`, { defaultValue: status }),
    salaryLabel: t(`salary.${status}`, { defaultValue: t('salary.none') }),
    // An older server sends it as a number.
    salary: salary === null || salary === undefined ? '' : String(salary),
  };
}
