import { useWatch } from 'react-hook-form';
import { styled } from 'styled-components';
import { useNavigateIfCurrent, useName, useRead, useText } from '#kernel/client/index.ts';
import { RecordPageForm, useOptions, useRecordForm } from '#kernel/records/client/index.ts';
import { palette } from '#kernel/client/ui/index.ts';
import type { Coordinates } from '#kernel/domain/geo/index.ts';
import type { Household } from '../../../contract.ts';
import { categoryOptionsDocument, householdsDocument, neighborhoodBorderDocument } from '../../queries.ts';
import { listPath, useRemoval } from '../shared/use-removal.ts';
import { useAddress } from '../shared/use-address.ts';
import { AddressSection } from './address-section.tsx';
import { CitizensSection } from './citizens-section.tsx';
import { CountsSection } from './counts-section.tsx';
import { DirectionsSection } from './directions-section.tsx';
import { PinField, type Border } from './pin-field.tsx';
import { useConfirmation } from './use-confirmation.ts';
import { useHouseholdFacts } from './use-household-facts.ts';
import {
  bodyOf,
  householdFormSchema,
  valuesOf,
  type HouseholdForm as Body,
  type HouseholdValues,
} from './values.ts';

interface HouseholdFormProps {
  /** `null` for a new one. */
  readonly record: Household | null;
}

/** Adds or changes a household: its address, who lives there, how they earn, and its pin on the map. */
export function HouseholdForm({ record }: HouseholdFormProps) {
  const t = useText('households');
  const toList = useNavigateIfCurrent(listPath);
  const { addressOf } = useAddress();
  const remove = useRemoval();
  const facts = useHouseholdFacts();
  const confirmation = useConfirmation();
  const handle = useRecordForm<Household, HouseholdValues, Body>({
    name: 'households',
    path: 'households',
    record,
    schema: householdFormSchema,
    valuesOf,
    bodyOf,
    required: {
      neighborhood_id: t('form.neighborhoodRequired'),
      household_category_id: t('form.categoryRequired'),
      street_id: t('form.streetRequired'),
      house_number: t('form.houseNumberRequired'),
      'citizens.*.full_name': t('form.fullNameRequired'),
      'directions.*.direction_id': t('form.directionRequired'),
      'directions.*.quantity': t('form.quantityRequired'),
    },
    saved: (_, created) => t(created ? 'form.added' : 'form.updated'),
    documents: [householdsDocument],
    onDone: toList,
    onRefused: confirmation,
  });
  const { control, setValue } = handle.form;
  const [coords, neighborhood, category] = useWatch({
    control,
    name: ['coords', 'neighborhood_id', 'household_category_id'],
  });
  const { items: categories } = useOptions(categoryOptionsDocument);
  const border = useBorder(neighborhood);
  const color = categories.find(({ id }) => Number(id) === category)?.color ?? palette[0] ?? '#0b7480';

  function setPin(to: Coordinates | null): void {
    setValue('coords', to, { shouldDirty: true, shouldValidate: handle.form.formState.isSubmitted });
  }

  return (
    <RecordPageForm
      handle={handle}
      title={record ? addressOf(record) : t('form.addTitle')}
      back={{ to: listPath, label: t('menu.title') }}
      facts={facts}
      onDelete={record ? () => void remove(record, toList) : undefined}
    >
      <Columns>
        <Side>
          <AddressSection handle={handle} />
          <CitizensSection handle={handle} household={record ? Number(record.id) : null} />
          <CountsSection handle={handle} />
          <DirectionsSection handle={handle} />
        </Side>
        <PinField
          value={coords}
          color={color}
          title={record ? addressOf(record) : t('form.addTitle')}
          border={border}
          error={handle.problem('coords')}
          onChange={setPin}
        />
      </Columns>
    </RecordPageForm>
  );
}

/** The border of the chosen neighbourhood; null while none is chosen, or it is on its way. */
function useBorder(id: number | null): Border | null {
  const t = useText('households');
  const nameOf = useName();
  const { data } = useRead(neighborhoodBorderDocument, { variables: { id: String(id) }, skip: id === null });
  if (!data || id === null) return null;
  const { coords, color } = data.record;
  return { title: t('address.neighborhood', { name: nameOf(data.record) }), color, coords };
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: 16px;
  align-items: start;

  @media (max-width: 1179px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Side = styled.div`
  display: flex;
  flex-direction: column;
  gap: 16px;
  min-width: 0;
`;
