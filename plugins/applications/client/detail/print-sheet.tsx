import { styled } from 'styled-components';
import { useDates, useName } from '#kernel/client/index.ts';
import { DescriptionList } from '#kernel/client/ui/index.ts';
import { fullName, padId } from '#kernel/contract/text/index.ts';
import type { Action, ApplicationDetail } from '../../contract.ts';
import { shortName } from '../model/names.ts';
import { useEmployment, useNeighborhoodName } from '../shared/facts.ts';
import { usePersonFacts } from '../shared/person-facts.tsx';
import { useTexts } from '../shared/texts.ts';

interface PrintSheetProps {
  readonly application: ApplicationDetail;
  /** When it is printed. */
  readonly moment: string;
}

/** The application as a sheet of paper: all that is known, and all that was done. Not on the screen. */
export function PrintSheet({ application, moment }: PrintSheetProps) {
  const t = useTexts();
  const dates = useDates();
  const person = usePersonFacts(application.author, 'clear');
  const employment = useEmployment(application);
  const neighborhood = useNeighborhoodName(application);
  const { receiver, cancel_time: deadline, status } = application;
  return (
    <Sheet>
      <h1>{t('print.title', { id: padId(application.id) })}</h1>
      <Small>{t('print.printed', { moment: dates.dateTime(moment) })}</Small>
      <h2>{t('detail.keyFacts')}</h2>
      <DescriptionList
        items={[
          { label: t('fields.status'), value: t(`status.${status.status}`) },
          { label: t('fields.created'), value: dates.dateTime(application.createdAt) },
          { label: t('fields.deadline'), value: deadline ? dates.dateTime(deadline) : t('deadline.none') },
          { label: t('fields.neighborhood'), value: neighborhood },
          { label: t('fields.receiver'), value: receiver ? fullName(receiver) : t('detail.noReceiver') },
          { label: t('fields.employment'), value: employment.status },
          { label: employment.salaryLabel, value: employment.salary },
        ]}
      />
      <h2>{t('detail.author')}</h2>
      <DescriptionList
        items={[{ label: t('fields.name'), value: fullName(application.author) }, ...person]}
      />
      <h2>{t('detail.request')}</h2>
      <Words>{application.planned_assistance}</Words>
      <FileNames files={application.files} />
      <h2>{t('print.timeline')}</h2>
      {application.actions.map((action) => (
        <Step key={action.id}>
          <Small>
            {[dates.dateTime(action.createdAt), action.sender && shortName(action.sender)]
              .filter(Boolean)
              .join(' · ')}
          </Small>
          <StepWords action={action} />
          <FileNames files={action.files} />
        </Step>
      ))}
    </Sheet>
  );
}

function StepWords({ action }: { readonly action: Action }) {
  const t = useTexts();
  const nameOf = useName();
  if (action.action_type === 'status' && action.status) {
    const { status, note } = action.status;
    return <Words>{[t(`status.${status}`), note].filter(Boolean).join('. ')}</Words>;
  }
  if (action.action_type === 'forward' && action.forward) {
    const { receiver, message } = action.forward;
    const name = receiver ? shortName(receiver) || nameOf(receiver) : '';
    return (
      <Words>
        {[t('timeline.forwarded'), t('timeline.receiver', { name }), message].filter(Boolean).join('. ')}
      </Words>
    );
  }
  if (action.action_type === 'message' && action.message) return <Words>{action.message.message}</Words>;
  return <Words>{t('timeline.unknown')}</Words>;
}

function FileNames({ files }: { readonly files: ApplicationDetail['files'] | null | undefined }) {
  const t = useTexts();
  if (!files || files.length === 0) return null;
  return <Small>{t('print.attached', { names: files.map(({ name }) => name).join(', ') })}</Small>;
}

const Sheet = styled.article`
  display: none;

  @media print {
    display: block;

    > h2 {
      margin: 14pt 0 4pt;
      padding-bottom: 2pt;
      border-bottom: 1px solid var(--line-strong);
      break-after: avoid;
    }
  }
`;

const Small = styled.p`
  color: var(--text-2);
  font-size: 9pt;
`;

const Words = styled.p`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

const Step = styled.div`
  margin-bottom: 8pt;
  break-inside: avoid;
`;
