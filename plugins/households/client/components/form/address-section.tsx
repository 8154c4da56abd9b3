import { Controller, useWatch, type FieldPath } from 'react-hook-form';
import { styled } from 'styled-components';
import { useText } from '#kernel/client/index.ts';
import { useOptions, type RecordForm } from '#kernel/records/client/index.ts';
import {
  Card,
  Combobox,
  Field,
  media,
  NumberInput,
  RadioGroup,
  type Option,
} from '#kernel/client/ui/index.ts';
import { householdLimits, houseTypes, type Household } from '../../../contract.ts';
import {
  categoryOptionsDocument,
  neighborhoodOptionsDocument,
  streetOptionsDocument,
} from '../../queries.ts';
import type { HouseholdValues } from './values.ts';

interface AddressSectionProps {
  readonly handle: RecordForm<Household, HouseholdValues>;
}

/** Where a household is, and of which category: the streets are those of the neighbourhood, and only a building has flats. */
export function AddressSection({ handle }: AddressSectionProps) {
  const t = useText('households');
  const { control, setValue } = handle.form;
  const [neighborhood, street, houseType] = useWatch({
    control,
    name: ['neighborhood_id', 'street_id', 'house_type'],
  });
  const neighborhoods = useOptions(neighborhoodOptionsDocument, (name) =>
    t('address.neighborhood', { name }),
  );
  const streets = useOptions(streetOptionsDocument, (name) => t('address.street', { name }));
  const categories = useOptions(categoryOptionsDocument);
  const there = new Set(
    streets.items.filter((item) => Number(item.neighborhood_id) === neighborhood).map(({ id }) => Number(id)),
  );

  function move(to: number | null): void {
    const keeps = streets.items.some(
      (item) => Number(item.id) === street && Number(item.neighborhood_id) === to,
    );
    if (!keeps) setValue('street_id', null, { shouldDirty: true });
  }

  return (
    <Card title={t('form.address')}>
      <Grid>
        <Choice
          handle={handle}
          name="household_category_id"
          label={t('list.category')}
          options={categories.options}
          loading={categories.loading}
        />
        <Choice
          handle={handle}
          name="neighborhood_id"
          label={t('list.neighborhood')}
          options={neighborhoods.options}
          loading={neighborhoods.loading}
          onChosen={move}
        />
        <Choice
          handle={handle}
          name="street_id"
          label={t('list.street')}
          options={streets.options.filter(({ value }) => there.has(value))}
          loading={streets.loading}
          placeholder={neighborhood === null ? t('form.neighborhoodFirst') : undefined}
          disabled={neighborhood === null}
        />
        <Controller
          control={control}
          name="house_type"
          render={({ field: { value, onChange, onBlur } }) => (
            <Field label={t('list.houseType')} required group error={handle.problem('house_type')}>
              <RadioGroup
                direction="row"
                options={houseTypes.map((type) => ({ value: type, label: t(`houseTypes.${type}`) }))}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
              />
            </Field>
          )}
        />
        <Count handle={handle} name="house_number" label={t('form.houseNumber')} />
        {houseType === 'building' ? (
          <Count handle={handle} name="apartment_number" label={t('form.apartmentNumber')} />
        ) : null}
      </Grid>
    </Card>
  );
}

interface ChoiceProps extends AddressSectionProps {
  readonly name: FieldPath<HouseholdValues> & ('household_category_id' | 'neighborhood_id' | 'street_id');
  readonly label: string;
  readonly options: readonly Option<number>[];
  readonly loading: boolean;
  readonly placeholder?: string | undefined;
  readonly disabled?: boolean;
  readonly onChosen?: (value: number | null) => void;
}

function Choice({ handle, name, label, options, loading, placeholder, disabled, onChosen }: ChoiceProps) {
  return (
    <Controller
      control={handle.form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <Field label={label} required error={disabled ? undefined : handle.problem(name)}>
          <Combobox
            ref={ref}
            options={options}
            loading={loading}
            value={value}
            placeholder={placeholder}
            disabled={disabled}
            onBlur={onBlur}
            onChange={(chosen) => {
              onChange(chosen);
              onChosen?.(chosen);
            }}
          />
        </Field>
      )}
    />
  );
}

interface CountProps extends AddressSectionProps {
  readonly name: 'house_number' | 'apartment_number';
  readonly label: string;
}

function Count({ handle, name, label }: CountProps) {
  return (
    <Controller
      control={handle.form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <Field label={label} required error={handle.problem(name)}>
          <NumberInput
            ref={ref}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            min={1}
            max={householdLimits.house}
            plain
          />
        </Field>
      )}
    />
  );
}

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 16px;

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
