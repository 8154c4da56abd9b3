import { styled } from 'styled-components';
import {
  DateField,
  Field,
  FieldNote,
  FormField,
  media,
  PassportNumberInput,
  PassportSeriesInput,
  PhoneInput,
  type RecordForm,
  TextInput,
  useText,
} from '#kernel/plugin-api/client.ts';
import { checkJshshir, normalizePassportSeries } from '#kernel/domain/text/index.ts';
import type { User } from '../../contract.ts';
import type { CitizenValues } from './values.ts';

/** The maximum lengths of the fields, as in the contract. */
const limits = { name: 100, personal_number: 14 } as const;

interface CitizenFieldsProps {
  readonly handle: RecordForm<User, CitizenValues>;
}

/** The fields of a citizen: number, names, birthday, phone, passport. */
export function CitizenFields({ handle }: CitizenFieldsProps) {
  const t = useText('users');
  const { form, problem } = handle;
  return (
    <Grid>
      <Wide>
        <PersonalNumberField handle={handle} />
      </Wide>
      {(['last_name', 'first_name', 'father_name'] as const).map((name) => (
        <Field key={name} label={t(`fields.${name}`)} error={problem(name)} required={name !== 'father_name'}>
          <TextInput {...form.register(name)} maxLength={limits.name} autoComplete="off" />
        </Field>
      ))}
      <FormField
        control={form.control}
        name="birthday"
        label={t('fields.birthday')}
        error={problem('birthday')}
        group
      >
        {({ value, onChange }) => <DateField value={value} onChange={onChange} />}
      </FormField>
      <FormField control={form.control} name="phone" label={t('fields.phone')} error={problem('phone')}>
        {(field) => <PhoneInput {...field} autoComplete="off" />}
      </FormField>
      <Passport>
        <Field label={t('fields.passport_series')} error={problem('passport_series')}>
          <PassportSeriesInput
            {...form.register('passport_series', { setValueAs: normalizePassportSeries })}
          />
        </Field>
        <Field label={t('fields.passport_number')} error={problem('passport_number')}>
          <PassportNumberInput {...form.register('passport_number')} />
        </Field>
      </Passport>
    </Grid>
  );
}

/** The JSHSHIR; an unusual check digit is pointed out. */
function PersonalNumberField({ handle: { form, problem } }: CitizenFieldsProps) {
  const t = useText('users');
  const number = checkJshshir(form.watch('personal_number'));

  /** The birthday follows from the number; a typed one is left to validation. */
  function fillBirthday(): void {
    const check = checkJshshir(form.getValues('personal_number'));
    if (!('birthday' in check) || form.getValues('birthday') !== '') return;
    form.setValue('birthday', check.birthday, { shouldDirty: true, shouldValidate: true });
  }

  return (
    <Field
      label={t('fields.personal_number')}
      error={problem('personal_number')}
      hint={
        !number.ok && number.confirmable ? (
          <FieldNote tone="unusual">{t('form.checkDigit')}</FieldNote>
        ) : (
          t('form.jshshirHint')
        )
      }
    >
      <TextInput
        {...form.register('personal_number', { onChange: fillBirthday })}
        inputMode="numeric"
        autoComplete="off"
        maxLength={limits.personal_number}
      />
    </Field>
  );
}

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 16px;
  align-items: start;

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Wide = styled.div`
  grid-column: 1 / -1;
`;

const Passport = styled(Grid)`
  grid-column: 1 / -1;

  ${media.phone} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;
