import { useState } from 'react';
import { styled } from 'styled-components';
import {
  Button,
  Card,
  media,
  type Read,
  ReadView,
  Skeleton,
  useDates,
  useName,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber, fullName } from '#kernel/domain/text/index.ts';
import type { ApplicationCharts } from '../../../contract.ts';
import { BarTable, ChartFooter, type BarRow } from './bar-table.tsx';
import { FlowChart } from './flow-chart.tsx';
import { DurationTable } from './duration-table.tsx';

/** The charts for heads, each readable without colour and by a screen reader. */
export function Charts({ read }: { readonly read: Read<{ readonly charts: ApplicationCharts }> }) {
  const t = useText('stats');
  return (
    <ReadView read={read} failed={t('charts.failed')} compact={false} skeleton={<Waiting />}>
      {({ charts }) => <LoadedCharts charts={charts} />}
    </ReadView>
  );
}

function LoadedCharts({ charts }: { readonly charts: ApplicationCharts }) {
  const t = useText('stats');
  const nameOf = useName();
  const dates = useDates();
  const { employment, neighborhoods, late } = charts;
  return (
    <Grid>
      <Wide title={t('charts.flow')}>
        <FlowChart bucketSize={charts.bucket_size} flow={charts.flow} />
      </Wide>
      <Card title={t('charts.lengths')}>
        <DurationTable lengths={charts.lengths} />
      </Card>
      <Card title={t('charts.late')}>
        <Long
          caption={t('charts.late')}
          head={[t('charts.receiver'), t('charts.lateCount'), t('charts.lateSince')]}
          rows={late.map(({ receiver, count, since }) => ({
            key: receiver?.id ?? 0,
            label: receiver ? fullName(receiver) : t('charts.nobody'),
            value: count,
            more: dates.date(since),
          }))}
          empty={t('charts.noneLate')}
          pattern="late"
        />
      </Card>
      <Card title={t('charts.neighborhoods')}>
        <Long
          caption={t('charts.neighborhoods')}
          head={[t('charts.neighborhood'), t('charts.applications'), t('charts.lateCount')]}
          rows={busiest(neighborhoods).map(({ neighborhood, total, late: own }) => ({
            key: neighborhood.id,
            label: t('neighborhood', { name: nameOf(neighborhood) }),
            value: total,
            part: own,
            more: formatNumber(own),
          }))}
          empty={t('charts.none')}
          note={t('charts.hatched')}
        />
      </Card>
      <Card title={t('charts.employment')}>
        <BarTable
          caption={t('charts.employment')}
          head={[t('charts.employmentStatus'), t('charts.applications'), t('charts.share')]}
          rows={shares(employment).map(({ employment_status, count, share }) => ({
            key: employment_status,
            label: t(`applications:employment.${employment_status}`),
            value: count,
            more: `${formatNumber(share, 0)} %`,
          }))}
          empty={t('charts.none')}
        />
      </Card>
    </Grid>
  );
}

/** The neighborhoods with applications, those with most of them first. */
function busiest(neighborhoods: ApplicationCharts['neighborhoods']) {
  return neighborhoods.filter(({ total }) => total > 0).toSorted((one, other) => other.total - one.total);
}

function shares(employment: ApplicationCharts['employment']) {
  const all = employment.reduce((sum, { count }) => sum + count, 0);
  return employment
    .map((one) => ({ ...one, share: all === 0 ? 0 : (one.count / all) * 100 }))
    .filter(() => all > 0)
    .toSorted((one, other) => other.count - one.count);
}

const fewRows = 6;

/** The first rows, and the rest on request; paper shows them all. */
function Long({ rows, ...rest }: Parameters<typeof BarTable>[0]) {
  const t = useText('stats');
  const [open, setOpen] = useState(false);
  const marked: BarRow[] = rows.map((row, index) => ({ ...row, collapsed: !open && index >= fewRows }));
  return (
    <>
      <BarTable {...rest} rows={marked} />
      {rows.length > fewRows ? (
        <ChartFooter data-print="hidden">
          <Button variant="ghost" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('charts.fewer') : t('charts.all', { count: rows.length })}
          </Button>
        </ChartFooter>
      ) : null}
    </>
  );
}

function Waiting() {
  return (
    <Grid aria-hidden="true">
      <Wide>
        <Skeleton shape="block" height={240} />
      </Wide>
      {Array.from({ length: 4 }, (_, index) => (
        <Card key={index}>
          <Skeleton shape="block" height={180} />
        </Card>
      ))}
    </Grid>
  );
}

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 12px;

  @media screen and (max-width: 1000px) {
    grid-template-columns: minmax(0, 1fr);
  }

  ${media.print} {
    /* Half of a printed page is too narrow for a table with names. */
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Wide = styled(Card)`
  grid-column: 1 / -1;
`;
