import { styled } from 'styled-components';
import {
  DescriptionList,
  FileList,
  StatusBadge,
  useDates,
  useNow,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatPhone, fullName } from '#kernel/domain/text/index.ts';
import type { Application, ApplicationDetail } from '../../../contract.ts';
import { deadlineOf, isOpen } from '../../model/deadline.ts';
import { shortName } from '../../model/names.ts';
import { ApplicationStatus } from '../shared/application-status.tsx';
import { useEmployment, useNeighborhoodName } from '../shared/facts.ts';
import type { OpenPreview } from './files/attached-files.tsx';
import { usePersonFacts } from '../shared/person-facts.tsx';

interface OverviewTabProps {
  readonly application: ApplicationDetail;
  readonly onPreview: OpenPreview;
}

/** A summary of the application. */
export function OverviewTab({ application, onPreview }: OverviewTabProps) {
  const t = useText('applications');
  const dates = useDates();
  const employment = useEmployment(application);
  const neighborhood = useNeighborhoodName(application);
  const { author, receiver, cancel_time: deadline, status } = application;
  return (
    <Sections>
      <section>
        <Title>
          {t('detail.request')} <Punctuality application={application} />
        </Title>
        <Request>{application.planned_assistance}</Request>
        <FileList
          layout="inline"
          label={t('fields.files')}
          files={application.files ?? []}
          onPreview={({ id }) => onPreview(Number(id))}
        />
      </section>
      <section>
        <Title>{t('detail.employment')}</Title>
        <DescriptionList
          layout="above"
          columns={3}
          items={[
            { label: t('fields.employment'), value: employment.status },
            { label: employment.salaryLabel, value: employment.salary },
          ]}
        />
      </section>
      <section>
        <Title>{t('detail.keyFacts')}</Title>
        <DescriptionList
          layout="above"
          columns={3}
          items={[
            { label: t('fields.name'), value: fullName(author) },
            { label: t('fields.phone'), value: author.phone ? formatPhone(author.phone) : null },
            { label: t('fields.neighborhood'), value: neighborhood },
            { label: t('fields.status'), value: <ApplicationStatus status={status.status} /> },
            { label: t('fields.receiver'), value: receiver ? shortName(receiver) : t('detail.noReceiver') },
            { label: t('fields.deadline'), value: deadline ? dates.dateTime(deadline) : t('deadline.none') },
            { label: t('fields.created'), value: dates.dateTime(application.createdAt) },
            { label: t('fields.updated'), value: dates.dateTime(application.updatedAt) },
            { label: t('fields.note'), value: status.note },
          ]}
        />
      </section>
    </Sections>
  );
}

/** On time or overdue; for a closed application, whether it was closed in time. */
function Punctuality({ application }: { readonly application: ApplicationDetail }) {
  const t = useText('applications');
  const now = useNow();
  const end = Date.parse(application.cancel_time ?? '');
  const expired = isOpen(application)
    ? deadlineOf(application, now).state === 'over'
    : Date.parse(application.status.createdAt) > end;
  return (
    <StatusBadge tone={expired ? 'late' : 'completed'}>
      {t(expired ? 'deadline.expired' : 'deadline.inTime')}
    </StatusBadge>
  );
}

/** All known data of the applicant. */
export function PersonalTab({ application }: { readonly application: Application }) {
  const t = useText('applications');
  const facts = usePersonFacts(application);
  const { author } = application;
  return (
    <Space>
      <DescriptionList
        layout="above"
        columns={3}
        items={[
          { label: t('fields.last_name'), value: author.last_name },
          { label: t('fields.first_name'), value: author.first_name },
          { label: t('fields.father_name'), value: author.father_name },
          ...facts,
        ]}
      />
    </Space>
  );
}

const Sections = styled.div`
  display: flex;
  flex-direction: column;
  padding: 0 16px;

  > section {
    padding: 16px 0;
  }

  > section + section {
    border-top: 1px solid var(--line);
  }
`;

const Title = styled.h2`
  display: flex;
  align-items: center;
  gap: 10px;
  margin-bottom: 10px;
`;

const Request = styled.p`
  max-width: 72ch;
  margin-bottom: 12px;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

const Space = styled.div`
  padding: 16px;
`;
