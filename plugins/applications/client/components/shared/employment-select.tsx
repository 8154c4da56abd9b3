import type { ControllerRenderProps, FieldValues, Path } from 'react-hook-form';
import { Select, useText } from '#kernel/plugin-api/client.ts';
import { employmentStatuses } from '../../../contract.ts';

/** Whether an applicant works, as a field of a form. */
export function EmploymentSelect<Values extends FieldValues>(
  field: ControllerRenderProps<Values, Path<Values>>,
) {
  const t = useText('applications');
  return (
    <Select
      {...field}
      options={employmentStatuses.map((value) => ({ value, label: t(`employment.${value}`) }))}
      placeholder={t('accept.employmentPlaceholder')}
    />
  );
}
