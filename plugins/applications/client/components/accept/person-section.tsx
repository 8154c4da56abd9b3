import { Search } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { styled } from 'styled-components';
import {
  Button,
  Card,
  Field,
  FieldNote,
  FormField,
  media,
  PhoneInput,
  TextInput,
  useText,
} from '#kernel/plugin-api/client.ts';
import { normalizePassportSeries } from '#kernel/domain/text/index.ts';
import { type AcceptValues, fieldLimits, jshshirProblem } from '../../model/accept-form.ts';
import { useLookup } from './use-lookup.ts';

interface PersonSectionProps {
  readonly form: UseFormReturn<AcceptValues>;
  /** Whether the server takes what is typed here. */
  readonly sent: boolean;
}

/** Who asks: the JSHSHIR, which may fetch the rest, names, passport, phone. */
export function PersonSection({ form, sent }: PersonSectionProps) {
  const t = useText('applications');
  const problem = useProblem(form);
  const lookup = useLookup(form);
  const number = form.watch('personal_number');
  const doubtful = jshshirProblem(number) === 'check_digit';
  const error =
    problem('personal_number') ?? (lookup?.state === 'missing' ? t('accept.notFound') : undefined);
  return (
    <Card title={t('accept.person')}>
      <Hint>{t(sent ? 'accept.personHint' : 'accept.notSent')}</Hint>
      <FieldGrid>
        <Wide>
          <Field
            label={t('fields.personal_number')}
            error={error}
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
        </Wide>
        {(['first_name', 'last_name', 'father_name'] as const).map((name) => (
          <Field key={name} label={t(`fields.${name}`)} error={problem(name)}>
            <TextInput {...form.register(name)} maxLength={fieldLimits.name} autoComplete="off" />
          </Field>
        ))}
        <FormField control={form.control} name="phone" label={t('fields.phone')} error={problem('phone')}>
          {(field) => <PhoneInput {...field} autoComplete="off" />}
        </FormField>
        <Field label={t('fields.passport_series')} error={problem('passport_series')}>
          <TextInput
            {...form.register('passport_series', { setValueAs: normalizePassportSeries })}
            placeholder={t('accept.seriesPlaceholder')}
            maxLength={fieldLimits.passport_series}
            autoComplete="off"
            autoCapitalize="characters"
            style={{ textTransform: 'uppercase' }}
          />
        </Field>
        <Field label={t('fields.passport_number')} error={problem('passport_number')}>
          <TextInput
            {...form.register('passport_number')}
            placeholder={t('accept.numberPlaceholder')}
            inputMode="numeric"
            maxLength={fieldLimits.passport_number}
            autoComplete="off"
          />
        </Field>
      </FieldGrid>
    </Card>
  );
}

/** Fields in two columns; one on a phone. */
export const FieldGrid = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 16px;
  align-items: start;

  ${media.phone} {
    grid-template-columns: 1fr;
  }
`;

/** A field as wide as both columns. */
export const Wide = styled.div`
  grid-column: 1 / -1;
  min-width: 0;
`;

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

  /* The hint stays under its input; the button comes after both. */
  ${media.phone} {
    display: contents;

    > button {
      order: 1;
    }
  }
`;
