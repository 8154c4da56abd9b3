import { useState } from 'react';
import { styled } from 'styled-components';
import {
  Banner,
  Button,
  confirm,
  ErrorState,
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
import { listPath } from '../removal.ts';
import { useCityBorders } from './use-city-borders.ts';
import { useCitySave } from './use-city-save.ts';
import { useHomePlaces } from './use-home-places.ts';

/** All borders of the city with its homes: what is wrong with them is listed, mended on the map, and saved by a plan. */
export function CheckPage() {
  const t = useText('neighborhoods');
  const ableToSave = useCapabilities('neighborhoods').includes(cityPlanCapability);
  const city = useCityBorders();
  const homes = useHomePlaces();
  const [crossed, setCrossed] = useState(0);
  const { asked, isSaving, save } = useCitySave(city.settle);
  const { shapes, changed, isOld } = city;
  const isDirty = changed.length > 0;
  useLeaveGuard(isDirty && !isSaving);

  async function startAfresh(): Promise<void> {
    const [title, text] = [t('check.afreshTitle'), t('check.afreshText')];
    if (await confirm({ title, text, danger: true })) city.startAfresh();
  }

  return (
    <>
      <PageTitle>{t('check.title')}</PageTitle>
      <PageHeader
        title={t('check.title')}
        note={isDirty ? t('check.changed', { count: changed.length }) : undefined}
        subtitle={t('check.hint')}
        back={{ to: listPath, label: t('menu.title') }}
        actions={
          ableToSave ? (
            <Button
              variant="primary"
              disabled={!isDirty || crossed > 0}
              loading={isSaving}
              onClick={() => void save(changed)}
            >
              {t('check.save')}
            </Button>
          ) : null
        }
      />
      <Notes aria-live="polite">
        {isOld && isDirty && !isSaving ? (
          <Banner
            tone="accepted"
            action={
              <Button size="small" onClick={() => void startAfresh()}>
                {t('check.afresh')}
              </Button>
            }
          >
            {t('check.old')}
          </Banner>
        ) : null}
        {crossed > 0 ? <Banner tone="rejected">{t('crossed')}</Banner> : null}
      </Notes>
      {city.error && !shapes ? (
        <ErrorState
          title={t('check.failed')}
          text={city.error.text}
          onRetry={() => void city.refetch()}
          retrying={city.loading}
        />
      ) : (
        <Frame>
          {shapes ? (
            <OfficeMap
              mode={ableToSave ? 'edit' : 'view'}
              value={shapes}
              onChange={city.take}
              onProblems={setCrossed}
              rights={rights}
              multipart
              checks
              overlay={homes ?? undefined}
            />
          ) : (
            <Skeleton shape="block" height="100%" />
          )}
        </Frame>
      )}
      {asked ? <PlanDialog {...asked} /> : null}
    </>
  );
}

/** Borders alone: names, colours, and which neighbourhoods there are belong to their forms. */
const rights = { ...noRights, polygon: { add: false, edit: true, delete: false, style: false } };

const Notes = styled.div`
  display: grid;
  gap: 8px;

  &:not(:empty) {
    margin-bottom: 12px;
  }
`;

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
