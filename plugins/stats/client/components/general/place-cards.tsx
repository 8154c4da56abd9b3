import { House, Map as MapIcon } from 'lucide-react';
import { styled } from 'styled-components';
import {
  Card,
  CardLink,
  DescriptionList,
  LinkButton,
  media,
  RoadIcon,
  Skeleton,
  tabularNumbers,
  useAdmin,
  useName,
  useRetriedRead,
  useRegistry,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import { locationCountsDocument } from '../../data/queries.ts';
import type { PickedPlace } from '#widgets/map/index.ts';
import { neighborhoodMetrics, type NeighborhoodStats } from '../../../contract.ts';

const cards = [
  { key: 'neighborhoods', to: '/neighborhoods/list', icon: MapIcon },
  { key: 'streets', to: '/streets', icon: RoadIcon },
  { key: 'households', to: '/households/list', icon: House },
] as const;

/** The counts, each with a link to its list. */
export function PlaceCards() {
  const t = useText('stats');
  const mayGo = useCanNavigate();
  const { data, error } = useRetriedRead(locationCountsDocument);
  return (
    <Grid>
      {cards.map(({ key, to, icon: Icon }) => (
        <Card key={key} flush>
          <Body>
            <Sign aria-hidden="true">
              <Icon size={20} />
            </Sign>
            <div>
              {mayGo(`${key}.list`) ? (
                <CardLink to={to}>{t(`places.${key}`)}</CardLink>
              ) : (
                <strong>{t(`places.${key}`)}</strong>
              )}
              <Count>
                {data ? formatNumber(data.counts[key]) : error ? '—' : <Skeleton width={70} height={28} />}
              </Count>
            </div>
          </Body>
        </Card>
      ))}
    </Grid>
  );
}

/** The metrics of a neighbourhood, with links to its lists. */
export function NeighborhoodCard({ item }: { readonly item: NeighborhoodStats['items'][number] }) {
  const t = useText('stats');
  const nameOf = useName();
  const mayGo = useCanNavigate();
  const { id } = item;
  return (
    <Card title={t('neighborhood', { name: nameOf(item) })} aria-live="polite">
      <MetricList>
        <DescriptionList
          items={neighborhoodMetrics.map((metric) => ({
            label: t(`metrics.${metric}`),
            value: formatNumber(item[metric]),
          }))}
        />
      </MetricList>
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

/** The selected household. */
export function PlaceCard({ place, category }: PlaceCardProps) {
  const t = useText('stats');
  const mayGo = useCanNavigate();
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

/** Whether the user may open a page of another plugin: not if it is disabled, or without its permission. */
export function useCanNavigate(): (route: string) => boolean {
  const registry = useRegistry();
  const admin = useAdmin();
  return (route) =>
    registry.explain(route, admin?.role && { role: admin.role.role, permissions: admin.role.permissions })
      .state === 'enabled';
}

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 12px;
  margin-bottom: 14px;

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }
`;

const Body = styled.div`
  display: flex;
  align-items: center;
  gap: 14px;
  padding: 14px 16px;
`;

const Sign = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: 40px;
  height: 40px;
  border-radius: var(--r2);
  background: var(--accent-soft);
  color: var(--accent-strong);
`;

const Count = styled.div`
  min-height: 32px;
  font-size: 26px;
  font-weight: 620;
  line-height: 32px;
  ${tabularNumbers}
`;

const MetricList = styled.div`
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
