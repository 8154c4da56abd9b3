import type { ReactNode } from 'react';
import {
  Controller,
  type Control,
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
} from 'react-hook-form';
import { Field, type FieldProps } from './field.tsx';

interface FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> extends Omit<
  FieldProps,
  'children'
> {
  readonly control: Control<Values>;
  readonly name: Name;
  readonly children: (field: ControllerRenderProps<Values, Name>) => ReactNode;
}

/**
 * A field of a form whose control is not an `<input>` of the form itself.
 *
 * @example <FormField control={control} name="role_id" label={t('role')}>{(field) => <Select {...field} options={roles} />}</FormField>
 */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>>({
  control,
  name,
  children,
  ...rest
}: FormFieldProps<Values, Name>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => <Field {...rest}>{children(field)}</Field>}
    />
  );
}
