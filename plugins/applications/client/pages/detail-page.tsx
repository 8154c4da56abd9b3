import { Navigate, Route, Routes, useParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { PageTitle } from '#kernel/client/index.ts';
import { Card, LinkTabs } from '#kernel/client/ui/index.ts';
import { fullName, padId } from '#kernel/contract/text/index.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { DetailAside } from '../detail/detail-aside.tsx';
import { DetailHeader } from '../detail/detail-header.tsx';
import { DetailFailed, DetailMissing, DetailSkeleton, Split } from '../detail/detail-states.tsx';
import { DocumentsTab } from '../detail/documents-tab.tsx';
import { ImagePreview } from '../detail/files/image-preview.tsx';
import { usePreview } from '../detail/files/use-preview.ts';
import { OverviewTab } from '../detail/overview-tab.tsx';
import { PersonalTab } from '../detail/personal-tab.tsx';
import { PrintSheet } from '../detail/print-sheet.tsx';
import { StatusDialog } from '../detail/status-dialog.tsx';
import { TimelineTab } from '../detail/timeline-tab.tsx';
import { useApplication } from '../detail/use-application.ts';
import { usePrinting } from '../detail/use-printing.ts';
import { useStatusChange } from '../detail/use-status-change.ts';
import { fileGroupsOf } from '../model/application-files.ts';
import { useTexts } from '../shared/texts.ts';

/** One application: who asks for what, what was done, and what is to be done. */
export function DetailPage() {
  const { id = '' } = useParams();
  // Another application is another page: nothing of the one before may stay.
  return <DetailOf key={id} id={id} />;
}

function DetailOf({ id }: { readonly id: string }) {
  const t = useTexts();
  const found = useApplication(id);
  if (found.application && !found.missing) {
    return <Detail application={found.application} refetch={found.refetch} addSent={found.addSent} />;
  }
  return (
    <>
      <PageTitle>{t('list.title')}</PageTitle>
      {found.missing ? (
        <DetailMissing />
      ) : found.error ? (
        <DetailFailed text={found.error.text} onRetry={() => void found.refetch()} />
      ) : (
        <DetailSkeleton />
      )}
    </>
  );
}

interface DetailProps extends Pick<ReturnType<typeof useApplication>, 'refetch' | 'addSent'> {
  readonly application: ApplicationDetail;
}

function Detail({ application, refetch, addSent }: DetailProps) {
  const t = useTexts();
  const id = Number(application.id);
  const change = useStatusChange(id, refetch);
  const preview = usePreview(application);
  const printedAt = usePrinting();
  const groups = fileGroupsOf(application);
  const fileCount = groups.reduce((sum, { files }) => sum + files.length, 0);
  const base = `/applications/${id}`;
  return (
    <>
      <PageTitle>{`№ ${padId(id)} · ${fullName(application.author)}`}</PageTitle>
      <div data-print="hidden">
        <DetailHeader
          application={application}
          accepting={change.accepting}
          onAccept={() => void change.accept()}
          onPick={change.pick}
          onPrint={() => print()}
        />
        <Split>
          <Card flush>
            <Strip>
              <LinkTabs
                label={t('detail.tabsLabel')}
                tabs={[
                  { to: `${base}/overview`, label: t('detail.overview') },
                  { to: `${base}/timeline`, label: t('detail.timeline') },
                  { to: `${base}/personal`, label: t('detail.personal') },
                  { to: `${base}/documents`, label: t('detail.documents'), count: fileCount },
                ]}
              />
            </Strip>
            <Routes>
              <Route
                path="overview"
                element={<OverviewTab application={application} onPreview={preview.open} />}
              />
              <Route
                path="timeline"
                element={<TimelineTab application={application} onPreview={preview.open} onSent={addSent} />}
              />
              <Route path="personal" element={<PersonalTab author={application.author} />} />
              <Route path="documents" element={<DocumentsTab groups={groups} onPreview={preview.open} />} />
              <Route path="*" element={<Navigate to={`${base}/timeline`} replace />} />
            </Routes>
          </Card>
          <DetailAside application={application} />
        </Split>
      </div>
      {printedAt === null ? null : <PrintSheet application={application} moment={printedAt} />}
      {change.picked === null ? null : (
        <StatusDialog
          applicationId={id}
          status={change.picked}
          onClose={() => change.pick(null)}
          onSubmit={change.changeTo}
        />
      )}
      {preview.index < 0 ? null : (
        <ImagePreview
          images={preview.images}
          index={preview.index}
          onShow={preview.show}
          onClose={preview.close}
        />
      )}
    </>
  );
}

const Strip = styled.div`
  padding: 0 16px;
  border-bottom: 1px solid var(--line);

  > nav {
    border-bottom: 0;
  }
`;
