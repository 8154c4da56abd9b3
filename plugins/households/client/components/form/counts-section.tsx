import { Controller } from 'react-hook-form';
import { styled } from 'styled-components';
import { useText } from '#kernel/client/index.ts';
import type { RecordForm } from '#kernel/records/client/index.ts';
import { Card, Field, media, NumberInput } from '#kernel/client/ui/index.ts';
import { householdLimits, type Household } from '../../../contract.ts';
import type { HouseholdValues } from './values.ts';

const counts = ['able_to_work', 'unemployed', 'informal'] as const;

interface CountsSectionProps {
  readonly handle: RecordForm<Household, HouseholdValues>;
}

/** How many of a household can work, are unemployed, work informally. */
export function CountsSection({ handle }: CountsSectionProps) {
  const t = useText('households');
  return (
    <Card title={t('form.counts')}>
      <Grid>
        {counts.map((name) => (
          <Controller
            key={name}
            control={handle.form.control}
            name={name}
            render={({ field: { value, onChange, onBlur, ref } }) => (
              <Field label={t(`form.${name}`)} error={handle.problem(name)}>
                <NumberInput
                  ref={ref}
                  value={value}
                  onChange={onChange}
                  onBlur={onBlur}
                  min={0}
                  max={householdLimits.count}
                />
              </Field>
            )}
          />
        ))}
      </Grid>
    </Card>
  );
}

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 16px;
  align-items: end;

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
