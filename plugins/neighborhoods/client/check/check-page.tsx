import { useState } from 'react';
import { styled } from 'styled-components';
import {
  Button,
  EmptyState,
  ErrorState,
  LinkButton,
  media,
  OfficeMap,
  PageHeader,
  PageTitle,
  Skeleton,
  useCapabilities,
  useLeaveGuard,
  useText,
} from '#kernel/plugin-api/client.ts';
import { noRights } from '#widgets/map/index.ts';
import { cityPlanCapability } from '../../manifest.ts';
import { PlanDialog } from '../form/plan-dialog.tsx';
import { listPath } from '../data/removal.ts';
import { CheckNotes } from './check-notes.tsx';
import { useCityBorders } from './use-city-borders.ts';
import { useCitySave } from './use-city-save.ts';
import { type HouseholdPositions, useHouseholdPins } from './use-household-pins.ts';

/**
 * All borders of the city with its households: shows problems, edits borders on the map, and saves them by a
 * plan.
 */
export function CheckPage() {
  const t = useText('neighborhoods');
  const ableToSave = useCapabilities('neighborhoods').includes(cityPlanCapability);
  const [crossed, setCrossed] = useState(0);
  const city = useCityBorders(crossed);
  const households = useHouseholdPins();
  const { requested, isSaving, save } = useCitySave(city.settle);
  const { changed, isDirty } = city;
  // Also while the dialog of the plan is open: nothing is saved before the user agrees.
  useLeaveGuard(isDirty);

  function startOver(): void {
    setCrossed(0);
    city.startOver();
  }

  return (
    <>
      <PageTitle>{t('check.title')}</PageTitle>
      <PageHeader
        title={t('check.title')}
        note={changed.length > 0 ? t('check.changed', { count: changed.length }) : undefined}
        subtitle={t('check.hint')}
        back={{ to: listPath, label: t('menu.title') }}
        actions={
          ableToSave ? (
            <Button
              variant="primary"
              disabled={changed.length === 0 || crossed > 0}
              loading={isSaving}
              onClick={() => void save(changed)}
            >
              {t('check.save')}
            </Button>
          ) : null
        }
      />
      <CheckNotes {...{ city, households, crossed }} onStartOver={startOver} />
      <CityMap {...{ city, households, ableToSave }} onProblems={setCrossed} />
      {requested ? <PlanDialog {...requested} /> : null}
    </>
  );
}

interface CityMapProps {
  readonly city: ReturnType<typeof useCityBorders>;
  readonly households: HouseholdPositions;
  readonly ableToSave: boolean;
  readonly onProblems: (crossed: number) => void;
}

/** The borders and households on the map, or why there is no map. */
function CityMap({ city, households, ableToSave, onProblems }: CityMapProps) {
  const t = useText('neighborhoods');
  const { shapes } = city;
  if (city.error && !shapes) {
    return (
      <ErrorState
        title={t('check.failed')}
        text={city.error.text}
        onRetry={() => void city.refetch()}
        retrying={city.loading}
      />
    );
  }
  if (shapes?.polygons.length === 0) {
    return (
      <EmptyState
        title={t(city.count === 0 ? 'check.empty' : 'check.noBorders')}
        text={t('check.emptyText')}
        action={
          <LinkButton variant="primary" to={city.count === 0 ? '/neighborhoods/add' : listPath}>
            {t(city.count === 0 ? 'actions.add' : 'menu.title')}
          </LinkButton>
        }
      />
    );
  }
  return (
    <Frame>
      {shapes ? (
        <OfficeMap
          key={city.round}
          mode={ableToSave ? 'edit' : 'view'}
          value={shapes}
          onChange={city.take}
          onProblems={onProblems}
          rights={rights}
          multipart
          checks
          overlay={households.overlay ?? undefined}
        />
      ) : (
        <Skeleton shape="block" height="100%" />
      )}
    </Frame>
  );
}

/** Only borders: names, colours, and adding or removing neighbourhoods belong to their forms. */
const rights = { ...noRights, polygon: { add: false, edit: true, delete: false, style: false } };

const Frame = styled.div`
  height: clamp(420px, calc(100vh - 210px), 1000px);
  border: 1px solid var(--line);
  border-radius: var(--r2);
  overflow: hidden;

  ${media.phone} {
    height: 72vh;
    min-height: 400px;
  }
`;
