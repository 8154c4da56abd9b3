import { useParams } from 'react-router-dom';
import { PageTitle } from '#kernel/client/index.ts';
import { padId } from '#kernel/contract/text/index.ts';
import { DetailHeader } from '../detail/detail-header.tsx';
import { useApplication } from '../detail/use-application.ts';
import { useStatusChange } from '../detail/use-status-change.ts';
import { useTexts } from '../shared/texts.ts';

/** One application: its facts, its timeline, and what may be done with it. */
export function DetailPage() {
  const t = useTexts();
  const { id = '' } = useParams();
  const { application, refetch } = useApplication(id);
  const status = useStatusChange(Number(id), refetch);
  if (!application) return null;
  return (
    <>
      <PageTitle>{t('number', { id: padId(application.id) })}</PageTitle>
      <DetailHeader
        application={application}
        accepting={status.accepting}
        onAccept={() => void status.accept()}
        onPick={status.pick}
        onPrint={() => window.print()}
      />
    </>
  );
}
