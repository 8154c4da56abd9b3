import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { styled } from 'styled-components';
import {
  afterPause,
  Banner,
  Card,
  ColorField,
  Field,
  isAborted,
  media,
  NameFields,
  palette,
  RecordPageForm,
  send,
  Stack,
  Switch,
  toast,
  useCapabilities,
  useName,
  useNameFacts,
  useNavigateIfCurrent,
  useRecordForm,
  useText,
} from '#kernel/plugin-api/client.ts';
import { checkBoundary, ringsOfBoundary, type Boundary } from '#kernel/domain/geo/boundary.ts';
import type { Coordinates, MultiPolygon } from '#kernel/domain/geo/index.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import {
  neighborhood,
  type Neighborhood,
  type NeighborhoodBody,
  type Overlap,
  type SavedNeighborhood,
} from '../../contract.ts';
import { geometryCapability, overlapsCapability } from '../../manifest.ts';
import { listPath, useRemoval } from '../data/removal.ts';
import { bordersDocument, neighborhoodsDocument } from '../data/queries.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { PolygonField } from './polygon-field.tsx';
import { useBorderPlan } from './use-border-plan.ts';
import { useNeighbors, type Neighbors } from './use-neighbors.ts';

/** Milliseconds from the last change to the query. */
const pauseMs = 500;

interface NeighborhoodFormProps {
  /** `null` for a new one. */
  readonly record: Neighborhood | null;
}

interface Values {
  readonly uz: { readonly name: string };
  readonly ru: { readonly name: string };
  readonly color: string;
  readonly coords: Coordinates[];
  /** Omitted for a server that supports only one ring. */
  readonly geometry?: MultiPolygon | null;
}

const [firstColor] = palette;

/** Adds or changes a neighbourhood: its names, colour and border. */
export function NeighborhoodForm({ record }: NeighborhoodFormProps) {
  const t = useText('neighborhoods');
  const nameOf = useName();
  const toList = useNavigateIfCurrent(listPath);
  const nameFacts = useNameFacts(t('name'));
  const remove = useRemoval();
  const form = useNeighborhoodForm(record, toList);
  const { handle, neighbors, isCrossed, follows } = form;
  return (
    <>
      <RecordPageForm
        // A border that crosses itself is an edit that the fields do not have.
        handle={{ ...handle, dirty: handle.dirty || isCrossed }}
        title={record ? t('mfy', { name: nameOf(record) }) : t('addTitle')}
        back={{ to: listPath, label: t('menu.title') }}
        facts={(values) => [
          ...nameFacts(values),
          { label: t('color'), text: values.color, color: values.color },
          { label: t('border'), text: t('corners', { count: cornersOf(values) }) },
        ]}
        history="neighborhoods"
        onDelete={record ? () => void remove(record, toList) : undefined}
      >
        <Columns>
          <Stack>
            <NamesCard handle={handle} />
            <OverlapBanner overlaps={form.overlaps} />
            <CoveredBanner covered={neighbors.covered} />
          </Stack>
          <PolygonField
            value={form.border}
            color={form.color}
            title={nameOf(form.names)}
            error={handle.problem('coords')}
            onChange={form.draw}
            isCrossed={isCrossed}
            onCrossed={form.setCrossed}
            neighbors={neighbors.shown}
            follows={follows && neighbors.ableToFollow}
          >
            {neighbors.ableToFollow && neighbors.stored.length > 0 ? (
              <FollowSwitch follows={follows} onChange={form.setFollows} />
            ) : null}
          </PolygonField>
        </Columns>
      </RecordPageForm>
      {form.requested ? <PlanDialog {...form.requested} /> : null}
    </>
  );
}

/** The values of the form, the border with its neighbours and overlaps, and the plan to be agreed to. */
function useNeighborhoodForm(record: Neighborhood | null, onDone: () => void) {
  const ableToKeepRings = useCapabilities('neighborhoods').includes(geometryCapability);
  const [follows, setFollows] = useState(true);
  const [isCrossed, setCrossed] = useState(false);
  const latest = useRef<Neighbors>(noNeighbors);
  const id = record ? Number(record.id) : null;
  const planning = useBorderPlan(
    id,
    () => latest.current,
    () => follows,
  );
  const handle = useNeighborhoodRecord(record, { ableToKeepRings, planning, isCrossed, onDone });
  const { control, setValue } = handle.form;
  const [color, coords, geometry, uz, ru] = useWatch({
    control,
    name: ['color', 'coords', 'geometry', 'uz', 'ru'],
  });
  const border = useMemo(() => ({ coords, geometry: geometry ?? null }), [coords, geometry]);
  const neighbors = useNeighbors(id, border, follows);
  useLayoutEffect(() => {
    latest.current = neighbors;
  }, [neighbors]);
  const { moved } = neighbors;
  const overlaps = useOverlaps(border, id).filter((one) => !moved.includes(Number(one.id)));

  function draw(drawn: Boundary, drawnIn: string | null): void {
    const change = { shouldDirty: true, shouldValidate: handle.form.formState.isSubmitted };
    if (ableToKeepRings) setValue('geometry', drawn.geometry ?? null, change);
    setValue('coords', [...drawn.coords], change);
    if (drawnIn !== null && drawnIn !== color) setValue('color', drawnIn, { shouldDirty: true });
  }

  return {
    handle,
    requested: planning.requested,
    color,
    names: { uz, ru },
    border,
    draw,
    isCrossed,
    setCrossed,
    neighbors,
    follows,
    setFollows,
    overlaps,
  };
}

interface NamesCardProps {
  readonly handle: ReturnType<typeof useNeighborhoodRecord>;
}

/** The names of the neighbourhood, and its colour. */
function NamesCard({ handle }: NamesCardProps) {
  const t = useText('neighborhoods');
  return (
    <Card>
      <Stack>
        <NameFields handle={handle} label={t('name')} />
        <Field label={t('color')} required group error={handle.problem('color')}>
          <Controller
            control={handle.form.control}
            name="color"
            render={({ field: { value, onChange, onBlur } }) => (
              <ColorField value={value} onChange={onChange} onBlur={onBlur} />
            )}
          />
        </Field>
      </Stack>
    </Card>
  );
}

const noNeighbors: Neighbors = {
  stored: [],
  own: null,
  ableToFollow: false,
  shown: [],
  moved: [],
  covered: [],
};

/** Binds the form to the neighbourhood; after saving, reports its overlaps with others. */
function useNeighborhoodRecord(
  record: Neighborhood | null,
  {
    ableToKeepRings,
    planning,
    isCrossed,
    onDone,
  }: {
    readonly ableToKeepRings: boolean;
    readonly planning: ReturnType<typeof useBorderPlan>;
    readonly isCrossed: boolean;
    readonly onDone: () => void;
  },
) {
  const t = useText('neighborhoods');
  const overlapText = useOverlapText();
  return useRecordForm<Neighborhood, Values, NeighborhoodBody>({
    name: 'neighborhoods',
    path: 'neighborhoods',
    record,
    schema: neighborhood.bodySchema,
    valuesOf: (from) => ({
      uz: { name: from?.uz.name ?? '' },
      ru: { name: from?.ru.name ?? '' },
      color: from?.color ?? firstColor,
      coords: (from?.coords ?? []).map(([lat, lng]): Coordinates => [lat, lng]),
      ...(ableToKeepRings ? { geometry: from?.geometry ?? null } : {}),
    }),
    required: {
      'uz.name': t('nameRequired'),
      'ru.name': t('nameRequired'),
      color: t('colorRequired'),
    },
    saved: (_, created) => t(created ? 'added' : 'updated'),
    documents: [neighborhoodsDocument, bordersDocument],
    async agree(body, version) {
      if (!isCrossed) return planning.agree(body, version);
      // Otherwise the border from before would be saved in its place.
      toast.error(t('crossed'));
      return null;
    },
    onRejected: planning.onRejected,
    onDone(response) {
      const { overlaps = [] } = response as Partial<SavedNeighborhood>;
      if (overlaps.length > 0) toast.info(t('overlaps', { list: overlaps.map(overlapText).join(', ') }));
      onDone();
    },
  });
}

/** The total number of corners of all rings. */
function cornersOf({ coords, geometry = null }: Boundary): number {
  return ringsOfBoundary({ coords, geometry }).flat().length;
}

function OverlapBanner({ overlaps }: { readonly overlaps: readonly Overlap[] }) {
  const t = useText('neighborhoods');
  const overlapText = useOverlapText();
  return (
    <div aria-live="polite">
      {overlaps.length > 0 ? (
        <Banner tone="accepted">
          <Overlaps>
            {t('overlapsLead')}
            <ul>
              {overlaps.map((overlap) => (
                <li key={overlap.id}>{overlapText(overlap)}</li>
              ))}
            </ul>
          </Overlaps>
        </Banner>
      ) : null}
    </div>
  );
}

/** Names the neighbourhoods that would be covered completely. */
function CoveredBanner({ covered }: Pick<Neighbors, 'covered'>) {
  const t = useText('neighborhoods');
  const nameOf = useName();
  if (covered.length === 0) return null;
  const list = covered.map((one) => t('mfy', { name: nameOf(one) })).join(', ');
  return (
    <Banner tone="accepted" role="alert">
      {t('coversNeighbors', { list })}
    </Banner>
  );
}

interface FollowSwitchProps {
  readonly follows: boolean;
  readonly onChange: (follows: boolean) => void;
}

/** Whether the neighbours' borders follow the one being drawn. */
function FollowSwitch({ follows, onChange }: FollowSwitchProps) {
  const t = useText('neighborhoods');
  return (
    <Switch
      label={t('moveNeighbors')}
      hint={t('moveNeighborsHint')}
      checked={follows}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

/** Formats the neighbourhood that a border overlaps, and by how much. */
function useOverlapText(): (overlap: Overlap) => string {
  const t = useText('neighborhoods');
  const nameOf = useName();
  const areaText = useAreaText();
  return (overlap) => `${t('mfy', { name: nameOf(overlap) })} (${areaText(overlap.area)})`;
}

const hectare = 10_000;

/** Formats an area: in square metres below a hectare, otherwise in hectares with one decimal. */
function useAreaText(): (squareMetres: number) => string {
  const t = useText('neighborhoods');
  return (area) =>
    area < hectare
      ? t('squareMetres', { area: formatNumber(area) })
      : t('hectares', { area: (Math.round(area / (hectare / 10)) / 10).toString().replace('.', ',') });
}

/** The neighbourhoods that a border being drawn overlaps; empty while it is invalid or cannot be checked. */
function useOverlaps({ coords, geometry }: Boundary, id: number | null): readonly Overlap[] {
  const able = useCapabilities('neighborhoods').includes(overlapsCapability);
  const [found, setFound] = useState<Boundary & { readonly overlaps: readonly Overlap[] }>();
  useEffect(() => {
    const boundary = { coords, ...(geometry ? { geometry } : {}) };
    if (!able || checkBoundary(boundary) !== null) return undefined;
    return afterPause(pauseMs, (signal) => {
      const body = { ...boundary, ...(id === null ? {} : { id }) };
      send<{ overlaps: readonly Overlap[] }>('POST', 'neighborhoods/overlaps', body, { signal })
        .then(({ overlaps }) => setFound({ coords, geometry, overlaps }))
        // A failed check needs no message: saving returns the warning too.
        .catch((error: unknown) => isAborted(error) || setFound(undefined));
    });
  }, [able, coords, geometry, id]);
  return found && found.coords === coords && found.geometry === geometry ? found.overlaps : [];
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(260px, 340px) minmax(0, 1fr);
  gap: 16px;
  align-items: start;

  @media (max-width: 1023px) {
    grid-template-columns: minmax(0, 1fr);
  }

  ${media.phone} {
    gap: 12px;
  }
`;

const Overlaps = styled.div`
  color: var(--text);
  font-weight: 400;

  ul {
    margin: 4px 0 0;
    padding-left: 18px;
  }
`;
