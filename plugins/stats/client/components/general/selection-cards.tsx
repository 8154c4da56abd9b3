import { styled } from 'styled-components';
import { useName, useText } from '#kernel/client/index.ts';
import { Card, DescriptionList, LinkButton, tabularNumbers } from '#kernel/client/ui/index.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import type { PickedPlace } from '#widgets/map/index.ts';
import { neighborhoodMetrics, type NeighborhoodStats } from '../../../contract.ts';
import { useMayGo } from './use-may-go.ts';

/** The figures of a neighbourhood, and the way to its lists. */
export function NeighborhoodCard({ item }: { readonly item: NeighborhoodStats['items'][number] }) {
  const t = useText('stats');
  const nameOf = useName();
  const mayGo = useMayGo();
  const { id } = item;
  return (
    <Card title={t('neighborhood', { name: nameOf(item) })} aria-live="polite">
      <Figures>
        <DescriptionList
          items={neighborhoodMetrics.map((figure) => ({
            label: t(`figures.${figure}`),
            value: formatNumber(item[figure]),
          }))}
        />
      </Figures>
      <Links>
        {mayGo('households.list') ? (
          <LinkButton size="small" to={`/households/list?neighborhood=${id}`}>
            {t('selection.households')}
          </LinkButton>
        ) : null}
        {mayGo('applications.list') ? (
          <LinkButton size="small" to={`/applications/list?neighborhood=${id}`}>
            {t('selection.applications')}
          </LinkButton>
        ) : null}
        <LinkButton size="small" to={`/stats/application?neighborhood=${id}`}>
          {t('selection.stats')}
        </LinkButton>
      </Links>
    </Card>
  );
}

interface PlaceCardProps {
  readonly place: PickedPlace;
  readonly category: string;
}

/** The household that was pressed. */
export function PlaceCard({ place, category }: PlaceCardProps) {
  const t = useText('stats');
  const mayGo = useMayGo();
  const [latitude, longitude] = place.at;
  return (
    <Card title={t('selection.household', { id: place.id })} aria-live="polite">
      <DescriptionList
        items={[
          { label: t('selection.category'), value: category },
          {
            label: t('selection.coordinates'),
            value: `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
          },
        ]}
      />
      {mayGo('households.edit') ? (
        <Links>
          <LinkButton size="small" to={`/households/${place.id}`}>
            {t('selection.open')}
          </LinkButton>
        </Links>
      ) : null}
    </Card>
  );
}

const Figures = styled.div`
  dd {
    text-align: end;
    ${tabularNumbers}
  }
`;

const Links = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-top: 12px;

  > a {
    flex: 1 0 auto;
  }
`;
