import { styled } from 'styled-components';
import { useDates, useDeployment, useNow, useText } from '#kernel/client/index.ts';
import { DescriptionList } from '#kernel/client/ui/index.ts';
import { fullName, padId } from '#kernel/domain/text/index.ts';
import type { ApplicationDetail } from '../../../../contract.ts';
import { shortName } from '../../../model/names.ts';
import { useEmployment, useNeighborhoodName } from '../../shared/facts.ts';
import { usePersonFacts } from '../../shared/person-facts.tsx';
import { PrintedSteps } from './printed-steps.tsx';

/** An application on paper: who asks, for what, how it stands, and all that was said and done. */
export function PrintSheet({ application }: { readonly application: ApplicationDetail }) {
  const t = useText('applications');
  const dates = useDates();
  const now = useNow();
  const { name: product } = useDeployment();
  const neighborhood = useNeighborhoodName(application);
  const employment = useEmployment(application);
  const person = usePersonFacts(application.author, 'clear');
  const { author, receiver, status, cancel_time: deadline } = application;
  return (
    <Sheet>
      <Head>
        <span>{product}</span>
        <span>{t('print.printed', { moment: dates.dateTime(new Date(now).toISOString()) })}</span>
      </Head>
      <h1>{t('print.title', { id: padId(application.id) })}</h1>
      <Lead>{fullName(author)}</Lead>
      <Block>
        <DescriptionList
          layout="above"
          columns={3}
          items={[
            { label: t('fields.status'), value: t(`status.${status.status}`) },
            { label: t('fields.created'), value: dates.dateTime(application.createdAt) },
            { label: t('fields.deadline'), value: deadline ? dates.dateTime(deadline) : t('deadline.none') },
            { label: t('fields.neighborhood'), value: neighborhood },
            { label: t('fields.receiver'), value: receiver ? shortName(receiver) : t('detail.noReceiver') },
            { label: t('fields.note'), value: status.note },
          ]}
        />
      </Block>
      <Block>
        <h2>{t('detail.author')}</h2>
        <DescriptionList
          layout="above"
          columns={3}
          items={[
            ...person,
            { label: t('fields.employment'), value: employment.status },
            { label: employment.salaryLabel, value: employment.salary },
          ]}
        />
      </Block>
      <Block>
        <h2>{t('detail.request')}</h2>
        <Words>{application.planned_assistance}</Words>
        {application.files?.length ? (
          <Files>
            {t('print.attached', { names: application.files.map(({ name }) => name).join(', ') })}
          </Files>
        ) : null}
      </Block>
      <Block>
        <h2>{t('print.timeline')}</h2>
        <PrintedSteps actions={application.actions} />
      </Block>
    </Sheet>
  );
}

const Sheet = styled.div`
  display: none;

  @media print {
    display: block;
  }

  h1 {
    font-size: 17pt;
    line-height: 1.3;
  }

  h2 {
    margin-bottom: 6px;
    break-after: avoid;
  }
`;

const Head = styled.div`
  display: flex;
  justify-content: space-between;
  margin-bottom: 14px;
  padding-bottom: 6px;
  border-bottom: 1px solid #000;
  font-size: 9pt;
`;

const Lead = styled.p`
  margin-bottom: 12px;
  font-size: 13pt;
`;

const Block = styled.section`
  margin-bottom: 16px;
`;

const Words = styled.p`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

const Files = styled.p`
  margin-top: 4px;
  font-size: 9.5pt;
`;
