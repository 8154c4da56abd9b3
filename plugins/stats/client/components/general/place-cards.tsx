import { House, Map as MapIcon } from 'lucide-react';
import { styled } from 'styled-components';
import { useRead, useText } from '#kernel/client/index.ts';
import { Card, CardLink, media, Skeleton, tabularNumbers } from '#kernel/client/ui/index.ts';
import { RoadIcon } from '#kernel/client/ui/icons/icons.tsx';
import { formatNumber } from '#kernel/domain/text/index.ts';
import { locationCountsDocument } from '../../queries.ts';
import { useMayGo } from './use-may-go.ts';

const cards = [
  { key: 'neighborhoods', to: '/neighborhoods/list', icon: MapIcon },
  { key: 'streets', to: '/streets', icon: RoadIcon },
  { key: 'households', to: '/households/list', icon: House },
] as const;

/** How many there are of each, with the way to their lists. */
export function PlaceCards() {
  const t = useText('stats');
  const mayGo = useMayGo();
  const { data, error } = useRead(locationCountsDocument, {});
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
