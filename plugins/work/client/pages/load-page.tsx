import { Download, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  Banner,
  Button,
  type Column,
  DataTable,
  lazyComponent,
  nextSort,
  PageHeader,
  PageTitle,
  ReadView,
  SkeletonCard,
  type Sort,
  Stack,
  StatusBadge,
  useCollator,
  useDates,
  useDownload,
  useName,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import type { Load, LoadRow } from '#plugins/applications/contract.ts';
import { loadDocument } from '../data/staff-queries.ts';

const handover = lazyComponent(async () => (await import('../components/staff/handover.tsx')).Handover);
const absence = lazyComponent(
  async () => (await import('../components/staff/absence-dialog.tsx')).AbsenceDialog,
);

const metrics = ['open', 'due', 'late', 'tasks', 'done'] as const;

/** The load of each admin; heads can hand over work from here. */
export function LoadPage() {
  const t = useText('work');
  const read = useRead(loadDocument, { keep: true });
  const { progress, start } = useDownload({ started: t('load.exportStarted'), done: t('load.exportDone') });
  const [dialog, setDialog] = useState<{
    readonly kind: 'handover' | 'absence';
    readonly row: LoadRow;
  } | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <PageTitle>{t('load.title')}</PageTitle>
      <PageHeader
        title={t('load.title')}
        subtitle={t('load.subtitle', { days: read.data?.load.days ?? 30 })}
        actions={
          <Button
            icon={<Download />}
            loading={progress !== null}
            onClick={() => void start('applications/load/export?format=xlsx')}
          >
            {t('load.export')}
          </Button>
        }
      />
      <ReadView read={read} failed={t('load.failed')} compact={false} skeleton={<SkeletonCard />}>
        {({ load }) => (
          <Stack $gap={12}>
            <Notes load={load} />
            <People
              load={load}
              onTransfer={(row) => setDialog({ kind: 'handover', row })}
              onAway={(row) => setDialog({ kind: 'absence', row })}
            />
          </Stack>
        )}
      </ReadView>
      {dialog?.kind === 'handover' ? (
        <handover.Component adminId={Number(dialog.row.admin.id)} onClose={close} />
      ) : null}
      {dialog?.kind === 'absence' ? (
        <absence.Component adminId={Number(dialog.row.admin.id)} name={nameIn(dialog.row)} onClose={close} />
      ) : null}
    </>
  );
}

function Notes({ load: { nobody, inaccessible, moving } }: { readonly load: Load }) {
  const t = useText('work');
  return (
    <>
      {inaccessible > 0 ? (
        <Banner tone="rejected" icon={<TriangleAlert />}>
          {t('load.inaccessibleApplications', { count: inaccessible })}
        </Banner>
      ) : null}
      {moving > 0 ? <Banner tone="accent">{t('load.moving', { count: moving })}</Banner> : null}
      {nobody.open > 0 ? <p>{t('load.noReceiver', { count: nobody.open, late: nobody.late })}</p> : null}
    </>
  );
}

interface PeopleProps {
  readonly load: Load;
  readonly onTransfer: (row: LoadRow) => void;
  readonly onAway: (row: LoadRow) => void;
}

function People({ load: { people }, onTransfer, onAway }: PeopleProps) {
  const t = useText('work');
  const { compare } = useCollator();
  const [sort, setSort] = useState<Sort | null>(null);
  const actionsOf = useRowActions({ onTransfer, onAway });
  return (
    <DataTable
      label={t('load.title')}
      rows={sorted(people, sort, compare)}
      rowKey={({ admin }) => admin.id}
      columns={useColumns()}
      sort={sort}
      onSort={(key) => setSort(nextSort(sort, key))}
      empty={t('load.empty')}
      isMuted={({ blocked }) => blocked}
      actions={actionsOf}
    />
  );
}

function useRowActions({ onTransfer, onAway }: Omit<PeopleProps, 'load'>): (row: LoadRow) => ReactNode {
  const t = useText('work');
  return (row) => (
    <>
      {row.open + row.tasks > 0 ? (
        <Button
          size="small"
          aria-label={t('load.handOverOf', { name: nameIn(row) })}
          onClick={() => onTransfer(row)}
        >
          {t('load.handOver')}
        </Button>
      ) : null}
      <Button
        size="small"
        variant="ghost"
        aria-label={t('load.awayOf', { name: nameIn(row) })}
        onClick={() => onAway(row)}
      >
        {t('load.away')}
      </Button>
    </>
  );
}

function useColumns(): readonly Column<LoadRow>[] {
  const t = useText('work');
  const nameOf = useName();
  const dates = useDates();
  return [
    {
      key: 'name',
      title: t('load.columns.person'),
      primary: true,
      sortable: true,
      cell: (row) => (
        <>
          {nameIn(row)} {row.blocked ? <StatusBadge tone="rejected">{t('load.blocked')}</StatusBadge> : null}
          {row.away ? (
            <StatusBadge tone="high">
              {t('load.awayUntil', {
                day: dates.date(row.away.until),
                name: `${row.away.substitute.last_name} ${row.away.substitute.first_name}`,
              })}
            </StatusBadge>
          ) : null}
        </>
      ),
    },
    { key: 'role', title: t('load.columns.role'), truncate: true, cell: ({ role }) => nameOf(role) },
    ...metrics.map((key) => ({
      key,
      title: t(`load.columns.${key}`),
      numeric: true,
      sortable: true,
      cell: (row: LoadRow) => formatNumber(row[key]),
    })),
    {
      key: 'median',
      title: t('load.columns.median'),
      numeric: true,
      sortable: true,
      cell: ({ median }) => (median === null ? null : t('load.days', { days: formatNumber(daysOf(median)) })),
    },
  ];
}

function sorted(
  rows: readonly LoadRow[],
  sort: Sort | null,
  compare: Intl.Collator['compare'],
): readonly LoadRow[] {
  if (!sort) return rows;
  const valueOf = (row: LoadRow): string | number => {
    if (sort.key === 'name') return nameIn(row);
    if (sort.key === 'median') return row.median ?? -1;
    return row[sort.key as (typeof metrics)[number]];
  };
  const factor = sort.direction === 'up' ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [left, right] = [valueOf(one), valueOf(other)];
    return factor * (typeof left === 'string' ? compare(left, String(right)) : left - Number(right));
  });
}

/** Seconds as days, to one decimal. */
function daysOf(seconds: number): number {
  return Math.round(seconds / 8640) / 10;
}

function nameIn({ admin }: LoadRow): string {
  return `${admin.last_name} ${admin.first_name}`;
}
