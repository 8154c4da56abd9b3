import { useWatch } from 'react-hook-form';
import { styled } from 'styled-components';
import {
  confirm,
  type Fact,
  findOption,
  palette,
  RecordPageForm,
  toRequestError,
  useCapabilities,
  useName,
  useNavigateIfCurrent,
  useOptions,
  useRetriedRead,
  useRecordForm,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { Coordinates } from '#kernel/domain/geo/index.ts';
import { type Confirmation, confirmationSchema, type Household } from '../../../contract.ts';
import { houseSuffixCapability } from '../../../manifest.ts';
import {
  categoryOptionsDocument,
  directionOptionsDocument,
  householdsDocument,
  bordersDocument,
  neighborhoodBorderDocument,
  neighborhoodOptionsDocument,
  streetOptionsDocument,
} from '../../data/queries.ts';
import { listPath, useAddress, useRemoval } from '../shared/use-address.ts';
import { AddressSection, CountsSection } from './address-section.tsx';
import { CitizensSection } from './citizens-section.tsx';
import { DirectionsSection } from './directions-section.tsx';
import { type Border, PinField } from './pin-field.tsx';
import {
  bodyOf,
  type HouseholdForm as Body,
  householdFormSchema,
  type HouseholdValues,
  valuesOf,
} from './values.ts';
import { useMemo, useRef } from 'react';
import type { PolygonInput } from '#widgets/map/index.ts';

interface HouseholdFormProps {
  /** `null` for a new one. */
  readonly record: Household | null;
}

/** Adds or changes a household: address, members, income, and its pin on the map. */
export function HouseholdForm({ record }: HouseholdFormProps) {
  const t = useText('households');
  const toList = useNavigateIfCurrent(listPath);
  const { addressOf } = useAddress();
  const remove = useRemoval();
  const facts = useHouseholdFacts();
  const handle = useHouseholdRecord(record, toList);
  const { control, setValue } = handle.form;
  const [coords, neighborhood, category] = useWatch({
    control,
    name: ['coords', 'neighborhood_id', 'household_category_id'],
  });
  const { items: categories } = useOptions(categoryOptionsDocument);
  const border = useBorder(neighborhood);
  const neighbors = useNeighbors(neighborhood);
  const color = categories.find(({ id }) => Number(id) === category)?.color ?? palette[0];

  function setPin(to: Coordinates | null): void {
    setValue('coords', to, { shouldDirty: true, shouldValidate: handle.form.formState.isSubmitted });
  }

  return (
    <RecordPageForm
      handle={handle}
      title={record ? addressOf(record) : t('form.addTitle')}
      back={{ to: listPath, label: t('menu.title') }}
      facts={facts}
      history="households"
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
          neighbors={neighbors}
          error={handle.problem('coords')}
          onChange={setPin}
        />
      </Columns>
    </RecordPageForm>
  );
}

/** Binds the form to the household; unusual facts about its citizens are confirmed before it is saved. */
function useHouseholdRecord(record: Household | null, onDone: () => void) {
  const t = useText('households');
  const confirmation = useConfirmation();
  const knowsSuffixes = useCapabilities('households').includes(houseSuffixCapability);
  return useRecordForm<Household, HouseholdValues, Body>({
    name: 'households',
    path: 'households',
    record,
    schema: householdFormSchema,
    valuesOf,
    bodyOf: (values) => bodyOf(values, knowsSuffixes),
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
    isMaskedInConflicts: true,
    documents: [householdsDocument],
    onDone,
    onRejected: confirmation,
  });
}

/** The border of the selected neighbourhood; null if none is selected, or while it is loading. */
function useBorder(id: number | null): Border | null {
  const t = useText('households');
  const nameOf = useName();
  const { data } = useRetriedRead(neighborhoodBorderDocument, {
    variables: { id: String(id) },
    skip: id === null,
  });
  if (!data || id === null) return null;
  const { coords, geometry, color } = data.record;
  return { title: t('address.neighborhood', { name: nameOf(data.record) }), color, coords, geometry };
}

/** The other neighbourhoods, drawn around the household's. */
function useNeighbors(id: number | null): readonly PolygonInput[] {
  const t = useText('households');
  const nameOf = useName();
  const isAnnounced = useCapabilities('neighborhoods').includes('neighborhoods.borders');
  const { data } = useRetriedRead(bordersDocument, { skip: !isAnnounced });
  const borders = data?.response.borders;
  return useMemo(
    () =>
      (borders ?? []).flatMap(({ id: other, color, coords, geometry, ...names }) => {
        if (Number(other) === id || coords.length < 3) return [];
        const title = t('address.neighborhood', { name: nameOf(names) });
        return [{ id: other, title, color, coords, geometry }];
      }),
    [borders, id, t, nameOf],
  );
}

/** The fields of a household as texts, for comparing two versions. */
export function useHouseholdFacts(): (values: HouseholdValues) => Fact[] {
  const t = useText('households');
  const { options: neighborhoods } = useOptions(neighborhoodOptionsDocument);
  const { options: streets } = useOptions(streetOptionsDocument);
  const { options: categories } = useOptions(categoryOptionsDocument);
  const { options: directions } = useOptions(directionOptionsDocument);
  return (values) => [
    { label: t('list.category'), text: findOption(categories, values.household_category_id)?.label ?? '' },
    { label: t('list.neighborhood'), text: findOption(neighborhoods, values.neighborhood_id)?.label ?? '' },
    { label: t('list.street'), text: findOption(streets, values.street_id)?.label ?? '' },
    { label: t('list.houseType'), text: t(`houseTypes.${values.house_type}`) },
    { label: t('form.houseNumber'), text: `${values.house_number ?? ''}${values.house_suffix}` },
    { label: t('form.apartmentNumber'), text: String(values.apartment_number ?? '') },
    {
      label: t('form.citizens'),
      text: values.citizens.map((citizen) => `${citizen.full_name} ${citizen.personal_number}`).join('; '),
    },
    { label: t('form.able_to_work'), text: String(values.able_to_work ?? 0) },
    { label: t('form.unemployed'), text: String(values.unemployed ?? 0) },
    { label: t('form.informal'), text: String(values.informal ?? 0) },
    {
      label: t('form.directions'),
      text: values.directions
        .map(
          ({ direction_id, quantity }) =>
            `${findOption(directions, direction_id)?.label ?? ''}: ${quantity ?? ''}`,
        )
        .join('; '),
    },
    { label: t('form.pin'), text: values.coords?.join(', ') ?? '' },
  ];
}

/**
 * Handles a response that requires confirmation: shows the unusual facts about the citizens, and saves again once they are
 * confirmed. Returns `false` for every other error.
 */
export function useConfirmation() {
  const t = useText('households');
  const confirmed = useRef(new Set<Confirmation>());

  return (error: unknown, again: (more: object) => Promise<void>): boolean => {
    const { body, fields } = toRequestError(error);
    const confirmation = confirmationSchema.safeParse(body);
    if (!confirmation.success) return false;
    void confirm({
      title: t('form.confirmTitle'),
      text: [...new Set(Object.values(fields))].join(' '),
      confirmLabel: t('form.confirm'),
      cancelLabel: t('form.check'),
    }).then((sure) => {
      if (!sure) return;
      for (const code of confirmation.data.confirm) confirmed.current.add(code);
      void again({ confirmed: [...confirmed.current] });
    });
    return true;
  };
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
