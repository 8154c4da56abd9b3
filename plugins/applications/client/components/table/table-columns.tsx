import { styled } from 'styled-components';
import {
  type Column,
  RelativeTime,
  useDates,
  useName,
  useNow,
  useRetriedRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatPhone, fullName, padId } from '#kernel/domain/text/index.ts';
import type { Application } from '../../../contract.ts';
import type { TableColumn } from '../../../contract/filter-names.ts';
import { categoriesDocument } from '../../data/filter-queries.ts';
import { shortName } from '../../model/names.ts';
import { deadlineOf, type Timed } from '../../model/deadline.ts';
import { ApplicationStatus } from '../shared/application-status.tsx';

/** The name of an application's row. */
export function useRowName(): (application: Application) => string {
  const t = useText('applications');
  return ({ id, author }) => shortName(author) || t('number', { id: padId(id) });
}

/** The titles of the columns. */
export function useColumnTitles(): Readonly<Record<TableColumn, string>> {
  const t = useText('applications');
  return {
    number: t('table.number'),
    name: t('table.name'),
    phone: t('fields.phone'),
    neighborhood: t('fields.neighborhood'),
    status: t('fields.status'),
    cancel_time: t('fields.deadline'),
    receiver: t('filters.receiver'),
    employment: t('fields.employment'),
    source: t('filters.source'),
    category: t('filters.category'),
    createdAt: t('fields.created'),
    updatedAt: t('fields.updated'),
    request: t('table.request'),
  };
}

/** The columns of the table, in the given order. */
export function useTableColumns(shown: readonly TableColumn[]): Column<Application>[] {
  const t = useText('applications');
  const titles = useColumnTitles();
  const nameOf = useName();
  const dates = useDates();
  const rowName = useRowName();
  const showsCategory = shown.includes('category');
  const { data } = useRetriedRead(categoriesDocument, { skip: !showsCategory });
  const cells: Record<TableColumn, Omit<Column<Application>, 'key' | 'title'>> = {
    number: { cell: ({ id }) => padId(id), tabular: true, width: 90 },
    name: { cell: rowName, primary: true },
    phone: { cell: ({ author }) => (author.phone ? formatPhone(author.phone) : null), tabular: true },
    neighborhood: {
      cell: ({ neighborhood }) => t('neighborhood', { name: nameOf(neighborhood) }),
      sortable: true,
    },
    status: { cell: ({ status }) => <ApplicationStatus status={status.status} />, sortable: true },
    cancel_time: {
      cell: (application) => <DeadlineCell application={application} />,
      sortable: true,
      tabular: true,
    },
    receiver: { cell: ({ receiver }) => (receiver ? fullName(receiver) : null) },
    employment: { cell: ({ employment_status: one }) => t(`employment.${one}`, { defaultValue: one }) },
    source: {
      cell: ({ source }) => (source ? t(`filters.sources.${source}`, { defaultValue: source }) : null),
    },
    category: {
      cell: ({ household_category_id: id }) => nameOf(data?.categories.find((one) => Number(one.id) === id)),
    },
    createdAt: { cell: ({ createdAt }) => <RelativeTime at={createdAt} />, sortable: true },
    updatedAt: { cell: ({ updatedAt }) => dates.dateTime(updatedAt), tabular: true },
    request: { cell: ({ planned_assistance: text }) => text, truncate: true },
  };
  return shown.map((key) => ({ key, title: titles[key], ...cells[key] }));
}

/** The day of the deadline; once it has passed, red and labelled. */
function DeadlineCell({ application }: { readonly application: Timed }) {
  const t = useText('applications');
  const dates = useDates();
  const { cancel_time: until } = application;
  const isOver = deadlineOf(application, useNow()).state === 'over';
  if (until === null) return null;
  return isOver ? (
    <Over>
      {dates.date(until)} · {t('deadline.over')}
    </Over>
  ) : (
    dates.date(until)
  );
}

const Over = styled.span`
  color: var(--rejected);
`;
