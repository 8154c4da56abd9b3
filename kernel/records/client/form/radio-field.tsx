import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form';
import { RadioGroup, type RadioGroupProps } from '#kernel/client/ui/inputs/choice/choices.tsx';
import { FormField } from '#kernel/client/ui/inputs/field/form-field.tsx';
import type { RecordForm } from './record-form.ts';

interface RadioFieldProps<Item, Values extends FieldValues, Name extends FieldPath<Values>> extends Pick<
  RadioGroupProps<FieldPathValue<Values, Name> & string>,
  'options' | 'direction'
> {
  readonly handle: RecordForm<Item, Values>;
  readonly name: Name;
  readonly label: string;
  readonly required?: boolean;
}

/** A field of a record of which one of a few values is chosen, all in sight. */
export function RadioField<Item, Values extends FieldValues, Name extends FieldPath<Values>>({
  handle,
  name,
  label,
  required,
  options,
  direction,
}: RadioFieldProps<Item, Values, Name>) {
  return (
    <FormField
      control={handle.form.control}
      name={name}
      label={label}
      required={required}
      error={handle.problem(name)}
      group
    >
      {(field) => <RadioGroup {...field} options={options} direction={direction} />}
    </FormField>
  );
}
