import { Search } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { styled } from 'styled-components';
import {
  Button,
  Card,
  Checkbox,
  Field,
  FieldNote,
  FormField,
  media,
  PassportNumberInput,
  PassportSeriesInput,
  PhoneInput,
  TextArea,
  TextInput,
  useText,
} from '#kernel/plugin-api/client.ts';
import { normalizePassportSeries } from '#kernel/domain/text/index.ts';
import { type AcceptValues, fieldLimits, jshshirProblem, type PersonMode } from '../../model/accept-form.ts';
import { IntakeFindings } from './intake-findings.tsx';
import type { IntakeCheck } from './use-intake-check.ts';
import { FieldGrid, FullWidth } from '../shared/field-grid.tsx';
import { useLookup } from './use-lookup.ts';

interface PersonSectionProps {
  readonly form: UseFormReturn<AcceptValues>;
  /** The fields of the person that the server accepts. */
  readonly mode: PersonMode;
  readonly check: IntakeCheck;
}

const hints = { none: 'notSent', named: 'personOptional', checked: 'personRequired' } as const;

/** The applicant: JSHSHIR (from which the rest can be filled in), names, passport, phone. */
export function PersonSection({ form, mode, check }: PersonSectionProps) {
  const t = useText('applications');
  const problem = useProblem(form);
  return (
    <Card title={t('accept.person')}>
      <Hint>{t(`accept.${hints[mode]}`)}</Hint>
      <FieldGrid>
        <FullWidth>
          <PersonalNumberField form={form} />
          <IntakeFindings check={check} />
        </FullWidth>
        <IntakeReason form={form} isEnabled={check.needsReason} />
        {(['first_name', 'last_name', 'father_name'] as const).map((name) => (
          <Field
            key={name}
            label={t(`fields.${name}`)}
            error={problem(name)}
            required={mode === 'checked' && name !== 'father_name'}
          >
            <TextInput {...form.register(name)} maxLength={fieldLimits.name} autoComplete="off" />
          </Field>
        ))}
        <FormField control={form.control} name="phone" label={t('fields.phone')} error={problem('phone')}>
          {(field) => <PhoneInput {...field} autoComplete="off" />}
        </FormField>
        <Field label={t('fields.passport_series')} error={problem('passport_series')}>
          <PassportSeriesInput
            {...form.register('passport_series', { setValueAs: normalizePassportSeries })}
            placeholder={t('accept.seriesPlaceholder')}
          />
        </Field>
        <Field label={t('fields.passport_number')} error={problem('passport_number')}>
          <PassportNumberInput
            {...form.register('passport_number')}
            placeholder={t('accept.numberPlaceholder')}
          />
        </Field>
        {mode === 'checked' ? <NoDocument form={form} /> : null}
      </FieldGrid>
    </Card>
  );
}

/** The JSHSHIR, with a button that fills in the rest if the server can look it up. */
function PersonalNumberField({ form }: Pick<PersonSectionProps, 'form'>) {
  const t = useText('applications');
  const problem = useProblem(form);
  const lookup = useLookup(form);
  const doubtful = jshshirProblem(form.watch('personal_number')) === 'check_digit';
  const notFound = lookup?.state === 'missing' ? t('accept.notFound') : undefined;
  return (
    <Field
      label={t('fields.personal_number')}
      error={problem('personal_number') ?? notFound}
      hint={
        doubtful ? (
          <FieldNote tone="unusual">{t('accept.checkDigitHint')}</FieldNote>
        ) : (
          t('accept.jshshirHint')
        )
      }
    >
      <NumberRow>
        <TextInput
          {...form.register('personal_number', { onChange: () => lookup?.forget() })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={fieldLimits.personal_number}
        />
        {lookup ? (
          <Button
            icon={<Search />}
            loading={lookup.state === 'fetching'}
            onClick={() => void lookup.fetchData()}
          >
            {t('accept.fetch')}
          </Button>
        ) : null}
      </NumberRow>
    </Field>
  );
}

/** The reason for accepting the application despite objections; shown if the server needs it. */
function IntakeReason({
  form,
  isEnabled,
}: Pick<PersonSectionProps, 'form'> & { readonly isEnabled: boolean }) {
  const t = useText('applications');
  const error = useProblem(form)('intake_reason');
  if (!isEnabled && error === undefined) return null;
  return (
    <FullWidth>
      <Field label={t('fields.intake_reason')} error={error} hint={t('accept.intakeHint')} required>
        <TextArea {...form.register('intake_reason')} rows={2} />
      </Field>
    </FullWidth>
  );
}

/** The checkbox and the reason for an applicant with neither a JSHSHIR nor a passport. */
function NoDocument({ form }: Pick<PersonSectionProps, 'form'>) {
  const t = useText('applications');
  const error = useProblem(form)('no_document_reason');
  const isTicked = form.watch('no_document');
  return (
    <FullWidth>
      <Checkbox {...form.register('no_document')} label={t('accept.noDocument')} />
      {isTicked || error !== undefined ? (
        <Reason>
          <Field
            label={t('fields.no_document_reason')}
            error={error}
            hint={t('accept.noDocumentHint')}
            required
          >
            <TextArea {...form.register('no_document_reason')} rows={2} />
          </Field>
        </Reason>
      ) : null}
    </FullWidth>
  );
}

const Reason = styled.div`
  margin-top: 12px;
`;

/** Returns the text for a field's problem: the server's own, or ours. */
export function useProblem(form: UseFormReturn<AcceptValues>) {
  const t = useText('applications');
  const { errors } = form.formState;
  return (name: keyof AcceptValues): string | undefined => {
    const error = errors[name];
    if (!error?.message) return undefined;
    return error.type === 'server' ? error.message : t(`accept.problems.${error.message}`);
  };
}

const Hint = styled.p`
  margin-bottom: 12px;
  color: var(--text-2);
  font-size: 13px;
`;

const NumberRow = styled.div`
  display: flex;
  gap: 8px;

  > button {
    flex: none;
  }

  /* The hint stays below its input, and the button follows both. */
  ${media.phone} {
    display: contents;

    > button {
      order: 1;
    }
  }
`;
