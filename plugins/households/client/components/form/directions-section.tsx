import { Plus, X } from 'lucide-react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { styled } from 'styled-components';
import {
  Button,
  Card,
  Combobox,
  FormField,
  IconButton,
  NumberInput,
  type RecordForm,
  Stack,
  useOptions,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { Household } from '../../../contract.ts';
import { directionOptionsDocument } from '../../data/queries.ts';
import type { HouseholdValues } from './values.ts';

interface DirectionsSectionProps {
  readonly handle: RecordForm<Household, HouseholdValues>;
}

/** The directions that a household earns from, and the amount of each. */
export function DirectionsSection({ handle }: DirectionsSectionProps) {
  const t = useText('households');
  const { control } = handle.form;
  const { fields, append, remove } = useFieldArray({ control, name: 'directions' });
  const { options, loading } = useOptions(directionOptionsDocument);
  const chosen = useWatch({ control, name: 'directions' }).map(({ direction_id }) => direction_id);
  return (
    <Card title={t('form.directions')}>
      <Stack>
        {fields.map(({ id }, index) => (
          <Row key={id}>
            <FormField
              control={control}
              name={`directions.${index}.direction_id`}
              label={t('form.direction')}
              required
              error={handle.problem(`directions.${index}.direction_id`)}
            >
              {(field) => (
                <Combobox
                  {...field}
                  options={options.filter(
                    (option) => option.value === field.value || !chosen.includes(option.value),
                  )}
                  loading={loading}
                />
              )}
            </FormField>
            <FormField
              control={control}
              name={`directions.${index}.quantity`}
              label={t('form.quantity')}
              required
              error={handle.problem(`directions.${index}.quantity`)}
            >
              {(field) => <NumberInput {...field} min={1} max={100_000} plain />}
            </FormField>
            <Remove>
              <IconButton
                label={t('form.removeDirection', { number: index + 1 })}
                icon={<X />}
                onClick={() => remove(index)}
              />
            </Remove>
          </Row>
        ))}
        <div>
          <Button
            icon={<Plus />}
            disabled={!loading && fields.length >= options.length}
            onClick={() => append({ direction_id: null, quantity: 1 })}
          >
            {t('form.addDirection')}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}

const Row = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 96px auto;
  gap: 12px;
  align-items: start;
`;

/** Aligned with the controls, whose labels are above them. */
const Remove = styled.div`
  padding-top: 24px;
`;
