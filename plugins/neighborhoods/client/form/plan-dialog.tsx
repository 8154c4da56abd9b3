import { useMemo, useRef, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import {
  Banner,
  ProblemBanner,
  Button,
  Dialog,
  Field,
  media,
  OfficeMap,
  Select,
  Stack,
  useDiscardGuard,
  useLeaveGuard,
  useName,
  useText,
  useTextOf,
} from '#kernel/plugin-api/client.ts';
import { accentColor, formerBorderColor } from '#kernel/domain/geo/palette.ts';
import { sameValues } from '#kernel/domain/values/same-values.ts';
import type { ShapesInput } from '#widgets/map/index.ts';
import {
  newAreaId,
  type BorderPlan,
  type Handover,
  type PlannedMoves,
  type Successor,
} from '../../contract.ts';
import type { RequestedPlan } from './use-requested-plan.ts';

/** The colours of the two borders. */
const colors = { before: formerBorderColor, after: accentColor } as const;

/** Shows the effects of saving a border, and asks who takes over the moved applications. */
export function PlanDialog({ plan, isNew, answer }: RequestedPlan) {
  const t = useText('neighborhoods');
  const choice = useSuccessors(plan.handovers);
  const mayClose = useDiscardGuard({ isDirty: choice.isDirty, sending: false });
  // The border itself is not saved yet either, and the guard of its form ends while it is being sent.
  useLeaveGuard(true);
  const top = useRef<HTMLDivElement>(null);
  const isStuck = plan.handovers.some(({ candidates }) => candidates.length === 0);
  const hasNew = plan.areas.some(({ id }) => Number(id) === newAreaId);

  function save(): void {
    const successors = choice.complete();
    if (successors) answer(successors);
  }

  return (
    <Dialog
      open
      onClose={() => answer(null)}
      guard={mayClose}
      title={t('plan.title')}
      // Not the first select: on a phone that would scroll the moves out of view.
      initialFocus={top}
      footer={
        <>
          <Button onClick={() => void mayClose().then((may) => may && answer(null))}>{t('plan.back')}</Button>
          <Button variant="primary" disabled={isStuck} onClick={save}>
            {t('plan.save')}
          </Button>
        </>
      }
    >
      <Whole ref={top} tabIndex={-1}>
        {isNew ? <Banner role="alert">{t('errors.plan_changed')}</Banner> : null}
        <PlanMap areas={plan.areas} />
        <Moves plan={plan} />
        <ProblemBanner>
          {isStuck ? t(hasNew ? 'plan.noReceiver' : 'errors.successor_absent') : null}
        </ProblemBanner>
        {plan.handovers.length > 0 ? <Handovers plan={plan} choice={choice} /> : null}
        {hasNew && plan.parts.length > 0 ? <Banner>{t('plan.noStaff')}</Banner> : null}
        <PlanSummary plan={plan} />
      </Whole>
    </Dialog>
  );
}

/** The successors that the user chooses. */
function useSuccessors(handovers: readonly Handover[]) {
  const [successors, setSuccessors] = useState(() => onlyCandidates(handovers));
  const [isDirty, setDirty] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  return {
    successors,
    isDirty,
    /** Whether missing successors are shown as errors. */
    isChecked,
    /** The element with a select for each handover, in their order. */
    fields,
    choose(handover: Handover, id: number): void {
      setSuccessors(new Map(successors).set(keyOf(handover), id));
      setDirty(true);
    },
    /** Returns all successors; if one is missing, focuses its select and returns null. */
    complete(): readonly Successor[] | null {
      setChecked(true);
      const missing = handovers.findIndex((handover) => !successors.has(keyOf(handover)));
      if (missing >= 0) {
        fields.current?.querySelectorAll<HTMLElement>('[role="combobox"]')[missing]?.focus();
        return null;
      }
      return handovers.map((handover) => ({
        receiver_id: handover.receiver.id,
        neighborhood_id: handover.neighborhood_id,
        successor_id: successors.get(keyOf(handover)) ?? 0,
      }));
    },
  };
}

/** No marker count under a map of borders. */
const limits = { polygon: null, marker: 0 } as const;

/** Both borders, in two colours. */
function PlanMap({ areas }: Pick<BorderPlan, 'areas'>) {
  const t = useText('neighborhoods');
  const nameOf = useName();
  const value = useMemo((): ShapesInput => {
    const changed = areas.filter(({ before, after }) => !sameValues(before, after));
    const of = (version: 'before' | 'after') =>
      changed.map((area) => ({
        id: `${version} ${area.id}`,
        title: `${nameOf(area)}: ${t(`plan.${version}`)}`,
        color: colors[version],
        ...area[version],
      }));
    return { polygons: [...of('before'), ...of('after')], markers: [] };
  }, [areas, nameOf, t]);
  return (
    <figure style={{ margin: 0 }}>
      <Frame>
        <OfficeMap mode="view" value={value} toolbar="none" limits={limits} />
      </Frame>
      <Legend>
        {(['before', 'after'] as const).map((version) => (
          <span key={version}>
            <Swatch style={{ background: colors[version] }} /> {t(`plan.${version}`)}
          </span>
        ))}
      </Legend>
    </figure>
  );
}

/** The moves of a plan, by plugin. */
function Moves({ plan }: { readonly plan: BorderPlan }) {
  const t = useText('neighborhoods');
  const titleOf = usePartTitle(plan.parts);
  const areaName = useAreaName(plan);
  if (plan.parts.length === 0) return <p style={{ margin: 0 }}>{t('plan.noChanges')}</p>;
  return plan.parts.map((part) => (
    <Section key={part.plugin} title={titleOf(part.plugin)}>
      <List>
        {part.moves.map(({ from, to, count }) => (
          <li key={`${from} ${to}`}>
            {to === null
              ? t('plan.leftAllAreas', { from: areaName(from), count })
              : t('plan.moved', { from: areaName(from), to: areaName(to), count })}
          </li>
        ))}
      </List>
      {part.items && part.items.length > 0 ? (
        <details>
          <Summary>{t('plan.list')}</Summary>
          <List>
            {part.items.map(({ id, title, path, to }) => (
              <li key={id}>
                <a href={path} target="_blank" rel="noreferrer">
                  {title}
                </a>{' '}
                → {to === null ? t('plan.outsideAllAreas') : areaName(to)}
              </li>
            ))}
          </List>
        </details>
      ) : null}
    </Section>
  ));
}

interface HandoversProps {
  readonly plan: BorderPlan;
  readonly choice: ReturnType<typeof useSuccessors>;
}

function Handovers({ plan, choice: { successors, isChecked, fields, choose } }: HandoversProps) {
  const t = useText('neighborhoods');
  return (
    <Section title={t('plan.handovers')}>
      <Stack ref={fields}>
        {plan.handovers.map((handover) => (
          <Successors
            key={keyOf(handover)}
            plan={plan}
            handover={handover}
            chosen={successors.get(keyOf(handover)) ?? null}
            isChecked={isChecked}
            onChange={(id) => choose(handover, id)}
          />
        ))}
      </Stack>
    </Section>
  );
}

interface SuccessorsProps {
  readonly plan: BorderPlan;
  readonly handover: Handover;
  readonly chosen: number | null;
  readonly isChecked: boolean;
  readonly onChange: (id: number) => void;
}

/** The choice of a successor for a receiver's applications that move to a neighbourhood. */
function Successors({ plan, handover, chosen, isChecked, onChange }: SuccessorsProps) {
  const t = useText('neighborhoods');
  const nameOf = useName();
  const areaName = useAreaName(plan);
  const { receiver, candidates, count, neighborhood_id } = handover;
  const name = `${receiver.last_name} ${receiver.first_name}`;
  const awayText = (substitute: Handover['receiver']) =>
    t('plan.candidateAway', { name: `${substitute.last_name} ${substitute.first_name}` });
  const chosenSubstitute = candidates.find(({ id }) => Number(id) === chosen)?.substitute;
  return (
    <Field
      label={t('plan.handover', { name, count, to: areaName(neighborhood_id) })}
      required
      hint={chosenSubstitute ? awayText(chosenSubstitute) : undefined}
      error={isChecked && chosen === null ? t('errors.successor_required') : undefined}
    >
      <Select
        options={candidates.map(({ id, first_name, last_name, role, substitute }) => ({
          value: Number(id),
          label: `${last_name} ${first_name}`,
          hint: substitute ? awayText(substitute) : nameOf(role),
        }))}
        value={chosen}
        disabled={candidates.length === 0}
        placeholder={candidates.length === 0 ? t('plan.noCandidate') : undefined}
        onChange={onChange}
      />
    </Field>
  );
}

/** The admins who are notified, and the gains and losses of their areas. */
function PlanSummary({ plan }: { readonly plan: BorderPlan }) {
  const t = useText('neighborhoods');
  const titleOf = usePartTitle(plan.parts);
  const areaName = useAreaName(plan);
  if (plan.admins.length === 0) return null;
  return (
    <Section title={t('plan.notified')}>
      <List>
        {plan.admins.map(({ id, first_name, last_name, changes, borders = [] }) => (
          <li key={id}>
            {last_name} {first_name}:{' '}
            {changes.length > 0
              ? changes.map(({ plugin, gained, lost }) => `${titleOf(plugin)} +${gained} −${lost}`).join(', ')
              : t('plan.borders', { names: borders.map(areaName).join(', ') })}
          </li>
        ))}
      </List>
    </Section>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <Heading>{title}</Heading>
      {children}
    </section>
  );
}

/** The title of a plugin's moved records. */
function usePartTitle(parts: readonly PlannedMoves[]): (plugin: string) => string {
  const t = useTextOf(['neighborhoods', ...parts.map(({ plugin }) => plugin)]);
  return (plugin) => t(`${plugin}:menu.title`);
}

function useAreaName({ areas }: Pick<BorderPlan, 'areas'>): (id: number) => string {
  const t = useText('neighborhoods');
  const nameOf = useName();
  return (id) => {
    const area = areas.find((one) => Number(one.id) === Number(id));
    return area ? t('mfy', { name: nameOf(area) }) : `№ ${id}`;
  };
}

function keyOf({ receiver, neighborhood_id }: Handover): string {
  return `${receiver.id} ${neighborhood_id}`;
}

/** Returns the successors of handovers with only one candidate. */
function onlyCandidates(handovers: readonly Handover[]): ReadonlyMap<string, Successor['successor_id']> {
  return new Map(
    handovers.flatMap((handover) => {
      const [first, second] = handover.candidates;
      return first && !second ? [[keyOf(handover), Number(first.id)] as const] : [];
    }),
  );
}

const Whole = styled(Stack)`
  outline: none;
`;

const Frame = styled.div`
  height: 260px;
  border: 1px solid var(--line);
  border-radius: var(--r2);
  overflow: hidden;
`;

const Legend = styled.figcaption`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  margin-top: 6px;
  color: var(--text-2);
  font-size: 13px;
`;

const Swatch = styled.span`
  display: inline-block;
  width: 12px;
  height: 12px;
  border-radius: 3px;
  vertical-align: -1px;
  forced-color-adjust: none;
`;

const Heading = styled.h3`
  margin: 0 0 6px;
  font-size: 14px;
  font-weight: 600;
`;

const List = styled.ul`
  display: grid;
  gap: 4px;
  margin: 0;
  padding-left: 18px;
  list-style: disc;
  overflow-wrap: anywhere;
`;

const Summary = styled.summary`
  width: fit-content;
  padding: 6px 0;
  cursor: pointer;

  ${media.phone} {
    padding: 12px 0;
  }
`;
