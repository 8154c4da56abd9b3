import { Plus, X } from 'lucide-react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { styled } from 'styled-components';
import {
  afterPause,
  Button,
  Card,
  Field,
  FieldNote,
  IconButton,
  media,
  type RecordForm,
  send,
  Stack,
  TextInput,
  useCapabilities,
  useText,
} from '#kernel/plugin-api/client.ts';
import { checkJshshir } from '#kernel/domain/text/index.ts';
import { type CitizenLookup, type Household, householdLimits } from '../../../contract.ts';
import { useAddress } from '../shared/use-address.ts';
import type { HouseholdValues } from './values.ts';
import { useEffect, useState } from 'react';

interface CitizensSectionProps {
  readonly handle: RecordForm<Household, HouseholdValues>;
  /** The household being changed; null if it was never saved. */
  readonly household: number | null;
}

/** The citizens of a household: full names and JSHSHIR, with immediate warnings. */
export function CitizensSection({ handle, household }: CitizensSectionProps) {
  const t = useText('households');
  const { fields, append, remove } = useFieldArray({ control: handle.form.control, name: 'citizens' });
  const isFull = fields.length >= householdLimits.citizens;
  return (
    <Card title={t('form.citizens')}>
      <Stack>
        {fields.length === 0 ? <Nobody>{t('form.nobody')}</Nobody> : null}
        {fields.map((field, index) => (
          <CitizenRow
            key={field.id}
            handle={handle}
            household={household}
            index={index}
            onRemove={() => remove(index)}
          />
        ))}
        <div>
          <Button
            icon={<Plus />}
            disabled={isFull}
            onClick={() => append({ full_name: '', personal_number: '' })}
          >
            {t('form.addCitizen')}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}

interface CitizenRowProps extends CitizensSectionProps {
  readonly index: number;
  readonly onRemove: () => void;
}

function CitizenRow({ handle, household, index, onRemove }: CitizenRowProps) {
  const t = useText('households');
  const { form, problem } = handle;
  const name = useWatch({ control: form.control, name: `citizens.${index}.full_name` });
  const number = useWatch({ control: form.control, name: `citizens.${index}.personal_number` });
  return (
    <Row aria-label={t('form.citizen', { number: index + 1 })}>
      <Field label={t('form.fullName')} required error={problem(`citizens.${index}.full_name`)}>
        <TextInput {...form.register(`citizens.${index}.full_name`)} maxLength={200} autoComplete="off" />
      </Field>
      <Field
        label={t('form.jshshir')}
        required
        error={problem(`citizens.${index}.personal_number`)}
        hint={<NumberHint number={number} household={household} />}
      >
        <TextInput
          {...form.register(`citizens.${index}.personal_number`)}
          inputMode="numeric"
          maxLength={14}
          autoComplete="off"
        />
      </Field>
      <Remove>
        <IconButton
          label={t('form.removeCitizen', { name: name || String(index + 1) })}
          icon={<X />}
          onClick={onRemove}
        />
      </Remove>
    </Row>
  );
}

/** The warning about a number: a wrong check digit, or its owner is in another household too. */
function NumberHint({ number, household }: { readonly number: string; readonly household: number | null }) {
  const t = useText('households');
  const { addressOf } = useAddress();
  const elsewhere = useOtherHouseholds(number, household);
  const check = checkJshshir(number);
  const addresses = elsewhere?.households.map(addressOf) ?? [];
  const isElsewhere = addresses.length > 0 || (elsewhere?.elsewhere ?? 0) > 0;
  if (isElsewhere) {
    return (
      <FieldNote tone="unusual" aria-live="polite">
        {addresses.length > 0
          ? t('form.elsewhere', { places: addresses.join('; ') })
          : t('form.elsewhereOutsideArea')}
      </FieldNote>
    );
  }
  return !check.ok && check.confirmable ? <FieldNote tone="unusual">{t('form.checkDigit')}</FieldNote> : null;
}

/** Milliseconds from the last key press to the lookup. */
const pauseMs = 400;

/** The other households of a citizen once the number is complete; null while unknown, or without the capability. */
export function useOtherHouseholds(personalNumber: string, household: number | null): CitizenLookup | null {
  const able = useCapabilities('households').includes('households.citizens');
  const check = checkJshshir(personalNumber);
  const number = able && (check.ok || check.confirmable) ? check.value : null;
  const [found, setFound] = useState<{ number: string; lookup: CitizenLookup }>();
  useEffect(() => {
    if (number === null) return undefined;
    const except = household === null ? '' : `&except=${household}`;
    return afterPause(pauseMs, (signal) => {
      send<CitizenLookup>('GET', `households/citizens?personal_number=${number}${except}`, undefined, {
        signal,
      })
        .then((response) => setFound({ number, lookup: response }))
        // Saving checks it again, and reports it then.
        .catch(() => undefined);
    });
  }, [number, household]);
  return number !== null && found?.number === number ? found.lookup : null;
}

const Nobody = styled.p`
  margin: 0;
  color: var(--text-2);
`;

const Row = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 200px) auto;
  gap: 12px;
  align-items: start;

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr) auto;
    padding-bottom: 16px;
    border-bottom: 1px solid var(--line);

    > :first-child {
      grid-column: 1 / -1;
    }
  }
`;

/** Aligned with the controls, whose labels are above them. */
const Remove = styled.div`
  padding-top: 24px;
`;
