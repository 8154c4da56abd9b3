import { type FieldPath, useWatch } from 'react-hook-form';
import { styled } from 'styled-components';
import {
  Card,
  Combobox,
  Field,
  FormField,
  media,
  NumberInput,
  type Option,
  RadioField,
  TextInput,
  useCapabilities,
  type RecordForm,
  useOptions,
  useText,
} from '#kernel/plugin-api/client.ts';
import { type Household, householdLimits, houseTypes } from '../../../contract.ts';
import { houseSuffixCapability } from '../../../manifest.ts';
import {
  categoryOptionsDocument,
  neighborhoodOptionsDocument,
  streetOptionsDocument,
} from '../../data/queries.ts';
import type { StreetOption } from '../../../../streets/contract.ts';
import type { HouseholdValues } from './values.ts';

/** Whether a street is in a neighbourhood; always true if the server does not send a street's neighbourhood. */
function isIn({ neighborhood_id }: StreetOption, neighborhood: number | null): boolean {
  return (neighborhood_id ?? null) === null
    ? neighborhood !== null
    : Number(neighborhood_id) === neighborhood;
}

interface AddressSectionProps {
  readonly handle: RecordForm<Household, HouseholdValues>;
}

/** The address and the category of a household: streets are limited to the neighbourhood, and only buildings have flats. */
export function AddressSection({ handle }: AddressSectionProps) {
  const t = useText('households');
  const { control, setValue } = handle.form;
  const [neighborhood, street] = useWatch({ control, name: ['neighborhood_id', 'street_id'] });
  const neighborhoods = useOptions(neighborhoodOptionsDocument, (name) =>
    t('address.neighborhood', { name }),
  );
  const streets = useOptions(streetOptionsDocument, (name) => t('address.street', { name }));
  const categories = useOptions(categoryOptionsDocument);
  const there = new Set(streets.items.filter((item) => isIn(item, neighborhood)).map(({ id }) => Number(id)));

  function move(to: number | null): void {
    const keeps = streets.items.some((item) => Number(item.id) === street && isIn(item, to));
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
        <HouseFields handle={handle} />
      </Grid>
    </Card>
  );
}

/** The kind and number of the house, and the flat in a building. */
function HouseFields({ handle }: AddressSectionProps) {
  const t = useText('households');
  const houseType = useWatch({ control: handle.form.control, name: 'house_type' });
  const knowsSuffixes = useCapabilities('households').includes(houseSuffixCapability);
  return (
    <>
      <RadioField
        handle={handle}
        name="house_type"
        label={t('list.houseType')}
        required
        direction="row"
        options={houseTypes.map((type) => ({ value: type, label: t(`houseTypes.${type}`) }))}
      />
      <Count handle={handle} name="house_number" label={t('form.houseNumber')} />
      {knowsSuffixes ? (
        <Field
          label={t('form.houseSuffix')}
          hint={t('form.houseSuffixHint')}
          error={handle.problem('house_suffix')}
        >
          <TextInput {...handle.form.register('house_suffix')} maxLength={12} autoComplete="off" />
        </Field>
      ) : null}
      {houseType === 'building' ? (
        <Count handle={handle} name="apartment_number" label={t('form.apartmentNumber')} />
      ) : null}
    </>
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
    <FormField
      control={handle.form.control}
      name={name}
      label={label}
      required
      error={disabled ? undefined : handle.problem(name)}
    >
      {(field) => (
        <Combobox
          {...field}
          options={options}
          loading={loading}
          placeholder={placeholder}
          disabled={disabled}
          onChange={(chosen) => {
            field.onChange(chosen);
            onChosen?.(chosen);
          }}
        />
      )}
    </FormField>
  );
}

interface CountProps extends AddressSectionProps {
  readonly name: 'house_number' | 'apartment_number';
  readonly label: string;
}

function Count({ handle, name, label }: CountProps) {
  return (
    <FormField control={handle.form.control} name={name} label={label} required error={handle.problem(name)}>
      {(field) => <NumberInput {...field} min={1} max={householdLimits.house} plain />}
    </FormField>
  );
}

const counts = ['able_to_work', 'unemployed', 'informal'] as const;

interface CountsSectionProps {
  readonly handle: RecordForm<Household, HouseholdValues>;
}

/** The numbers of household members who can work, are unemployed, or work informally. */
export function CountsSection({ handle }: CountsSectionProps) {
  const t = useText('households');
  return (
    <Card title={t('form.counts')}>
      <CountGrid>
        {counts.map((name) => (
          <FormField
            key={name}
            control={handle.form.control}
            name={name}
            label={t(`form.${name}`)}
            error={handle.problem(name)}
          >
            {(field) => <NumberInput {...field} min={0} max={householdLimits.count} />}
          </FormField>
        ))}
      </CountGrid>
    </Card>
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

const CountGrid = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 16px;
  align-items: end;

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
