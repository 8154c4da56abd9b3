import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { DescriptionList, Tabs, useDates, useName, useText } from '#kernel/plugin-api/client.ts';
import { fullName, padId } from '#kernel/domain/text/index.ts';
import type { Application } from '../../../contract.ts';
import { ApplicationStatus } from '../shared/application-status.tsx';
import { useEmployment } from '../shared/facts.ts';
import { usePersonFacts } from '../shared/person-facts.tsx';

/** The content of an expanded card, in four tabs. */
export function CardDetails({ application }: { readonly application: Application }) {
  const t = useText('applications');
  return (
    <Tabs
      label={t('list.tabs.label')}
      tabs={[
        { id: 'general', label: t('list.tabs.general'), content: <General application={application} /> },
        { id: 'author', label: t('list.tabs.author'), content: <Author application={application} /> },
        { id: 'status', label: t('list.tabs.status'), content: <StatusFacts application={application} /> },
        { id: 'receiver', label: t('list.tabs.receiver'), content: <Receiver application={application} /> },
      ]}
    />
  );
}

interface Part {
  readonly application: Application;
}

function General({ application }: Part): ReactNode {
  const t = useText('applications');
  const dates = useDates();
  const employment = useEmployment(application);
  return (
    <>
      <DescriptionList
        items={[
          { label: t('fields.number'), value: padId(application.id) },
          { label: t('fields.created'), value: dates.dateTime(application.createdAt) },
          { label: t('fields.updated'), value: dates.dateTime(application.updatedAt) },
          { label: t('fields.employment'), value: employment.status },
          { label: employment.salaryLabel, value: employment.salary },
          { label: t('fields.files'), value: (application.files ?? []).length },
        ]}
      />
      <Request>{application.planned_assistance}</Request>
    </>
  );
}

function Author({ application }: Part): ReactNode {
  const t = useText('applications');
  const facts = usePersonFacts(application);
  const name = fullName(application.author);
  return <DescriptionList items={[{ label: t('fields.name'), value: name }, ...facts]} />;
}

function StatusFacts({ application: { status, cancel_time } }: Part): ReactNode {
  const t = useText('applications');
  const dates = useDates();
  return (
    <DescriptionList
      items={[
        {
          label: t('fields.status'),
          value: (
            <>
              <ApplicationStatus status={status.status} />{' '}
              {t(`statusHint.${status.status}`, { defaultValue: '' })}
            </>
          ),
        },
        { label: t('fields.updated'), value: dates.dateTime(status.createdAt) },
        { label: t('fields.deadline'), value: cancel_time === null ? null : dates.dateTime(cancel_time) },
        { label: t('fields.note'), value: status.note },
      ]}
    />
  );
}

function Receiver({ application: { receiver } }: Part): ReactNode {
  const t = useText('applications');
  const nameOf = useName();
  if (receiver === null || receiver === undefined) return <Nobody>{t('list.noReceiver')}</Nobody>;
  return (
    <DescriptionList
      items={[
        { label: t('fields.name'), value: fullName(receiver) },
        { label: t('fields.role'), value: nameOf(receiver.role) },
        { label: t('fields.login'), value: receiver.login },
        {
          label: t('fields.permissions'),
          value: (receiver.role?.permissions ?? [])
            .map((permission) => t(`permissions.${permission}`, { defaultValue: permission }))
            .join(', '),
        },
      ]}
    />
  );
}

const Request = styled.p`
  margin-top: 10px;
  padding-top: 10px;
  border-top: 1px solid var(--line);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  font-size: 13px;
`;

const Nobody = styled.p`
  color: var(--text-2);
  font-size: 13px;
`;
