import { useRef } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { styled } from 'styled-components';
import { useText } from '#kernel/client/index.ts';
import { Card, lazyComponent, LinkTabs } from '#kernel/client/ui/index.ts';
import type { Action, ApplicationDetail } from '../../../contract.ts';
import { fileGroupsOf } from '../../model/application-files.ts';
import { Columns } from './columns.ts';
import { useComposer } from './composer/use-composer.ts';
import { DetailAside } from './detail-aside.tsx';
import { DetailHeader } from './detail-header.tsx';
import { DocumentsTab } from './documents-tab.tsx';
import { usePreview } from './files/use-preview.ts';
import { OverviewTab } from './overview-tab.tsx';
import { PersonalTab } from './personal-tab.tsx';
import { TimelineTab } from './timeline/timeline-tab.tsx';
import { PrintSheet } from './print/print-sheet.tsx';
import { usePrinting } from './print/use-printing.ts';
import { useHeightBelow } from './use-height-below.ts';
import { useStatusChange } from './use-status-change.ts';

interface DetailViewProps {
  readonly application: ApplicationDetail;
  readonly reload: () => Promise<void>;
  /** The server has taken a step that was sent from here. */
  readonly onSent: (action: Action) => void;
}

const statusDialog = lazyComponent(async () => (await import('./status-dialog.tsx')).StatusDialog);
const imagePreview = lazyComponent(async () => (await import('./files/image-preview.tsx')).ImagePreview);

/** An application that is there: its head, its four tabs, the column beside them, and what opens over them. */
export function DetailView({ application, reload, onSent }: DetailViewProps) {
  const t = useText('applications');
  const id = Number(application.id);
  const status = useStatusChange(id, reload);
  const preview = usePreview(application);
  // Lives above the tabs, so that a message goes on being sent while another tab is looked at.
  const composer = useComposer(id, onSent);
  const sheet = useRef<HTMLElement>(null);
  useHeightBelow(sheet);
  const printing = usePrinting();
  const groups = fileGroupsOf(application);
  const fileCount = groups.reduce((sum, { files }) => sum + files.length, 0);
  const path = `/applications/${id}`;

  return (
    <>
      <div data-print="hidden">
        <DetailHeader
          application={application}
          accepting={status.accepting}
          onAccept={() => void status.accept()}
          onPick={status.pick}
          onPrint={() => window.print()}
        />
        <Columns>
          <Card flush ref={sheet}>
            <Tabs>
              <LinkTabs
                label={t('detail.tabsLabel')}
                tabs={[
                  { to: `${path}/overview`, label: t('detail.overview') },
                  { to: `${path}/timeline`, label: t('detail.timeline') },
                  { to: `${path}/personal`, label: t('detail.personal') },
                  {
                    to: `${path}/documents`,
                    label: t('detail.documents'),
                    ...(fileCount > 0 ? { count: fileCount } : {}),
                  },
                ]}
              />
            </Tabs>
            <Routes>
              <Route
                path="overview"
                element={<OverviewTab application={application} onPreview={preview.open} />}
              />
              <Route
                path="timeline"
                element={
                  <TimelineTab application={application} composer={composer} onPreview={preview.open} />
                }
              />
              <Route path="personal" element={<PersonalTab author={application.author} />} />
              <Route path="documents" element={<DocumentsTab groups={groups} onPreview={preview.open} />} />
              <Route path="*" element={<Navigate to={`${path}/timeline`} replace />} />
            </Routes>
          </Card>
          <DetailAside application={application} />
        </Columns>
      </div>
      {printing ? <PrintSheet application={application} /> : null}
      {status.picked ? (
        <statusDialog.Component
          applicationId={id}
          status={status.picked}
          onClose={() => status.pick(null)}
          onSubmit={status.changeTo}
        />
      ) : null}
      {preview.index < 0 ? null : (
        <imagePreview.Component
          images={preview.images}
          index={preview.index}
          onShow={preview.show}
          onClose={preview.close}
        />
      )}
    </>
  );
}

const Tabs = styled.div`
  border-bottom: 1px solid var(--line);

  /* Where there is no room for all, the edge of the card cuts them. */
  > nav {
    margin-bottom: -1px;
    padding: 0 16px;
    border-bottom: 0;
  }
`;
