import type { Control, FieldValues, Path, UseFormRegisterReturn } from 'react-hook-form';
import { Field, FormField, Select, TextInput, useText } from '#kernel/plugin-api/client.ts';
import { employmentStatuses, type EmploymentStatus } from '../../../contract.ts';
import { fieldLimits } from '../../model/accept-form.ts';

interface EmploymentFieldsProps<Values extends FieldValues> {
  readonly control: Control<Values>;
  /** The name of the field that says whether the applicant works. */
  readonly name: Path<Values>;
  readonly status: EmploymentStatus | null;
  /** The field of the salary, as the form registers it. */
  readonly salary: UseFormRegisterReturn;
  readonly problem: (name: 'employment_status' | 'salary') => string | undefined;
}

/** Whether an applicant works, and their salary. */
export function EmploymentFields<Values extends FieldValues>({
  control,
  name,
  status,
  salary,
  problem,
}: EmploymentFieldsProps<Values>) {
  const t = useText('applications');
  return (
    <>
      <FormField
        control={control}
        name={name}
        label={t('fields.employment')}
        error={problem('employment_status')}
        required
      >
        {(field) => (
          <Select
            {...field}
            options={employmentStatuses.map((value) => ({ value, label: t(`employment.${value}`) }))}
            placeholder={t('accept.employmentPlaceholder')}
          />
        )}
      </FormField>
      <Field label={t(`salary.${status ?? 'none'}`)} error={problem('salary')}>
        <TextInput {...salary} maxLength={fieldLimits.salary} autoComplete="off" />
      </Field>
    </>
  );
}
