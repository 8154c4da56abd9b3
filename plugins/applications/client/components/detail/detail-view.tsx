import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { styled } from 'styled-components';
import {
  Card,
  confirm,
  lazyComponent,
  LinkTabs,
  newIdempotencyKey,
  type RequestError,
  send,
  SkeletonGroup,
  toast,
  toastError,
  toRequestError,
  useAdmin,
  useText,
  media,
} from '#kernel/plugin-api/client.ts';
import type { Action, ApplicationDetail, Status, StatusBody } from '../../../contract.ts';
import { pendingAction } from '../../model/pending-action.ts';
import { fileGroupsOf } from '../../model/application-files.ts';
import { ChangeMenu } from '../changes/change-menu.tsx';
import { ApplicantNotes } from './applicant-notes.tsx';
import { Columns, ColumnsSkeleton, TabSkeleton } from '../shared/detail-skeleton.tsx';
import { useComposer } from './composer/use-composer.ts';
import { DeadlineProvider } from './deadline/application-deadline.tsx';
import { DetailAside } from './detail-aside.tsx';
import { DetailHeader } from './detail-header.tsx';
import { DocumentsTab } from './documents-tab.tsx';
import { usePreview } from './files/attached-files.tsx';
import { OverviewTab, PersonalTab } from './overview-tab.tsx';
import { TimelineTab } from './timeline/timeline-tab.tsx';
import { PrintSheet } from './print-sheet.tsx';
import { flushSync } from 'react-dom';

/** Fields that open an on-screen keyboard. */
const typing = ":is(textarea, input:not([type='checkbox'], [type='radio'], [type='file'])):focus";

/** Leaves space for the bar of actions at the bottom of a phone; the bar is hidden while an on-screen keyboard is open. */
const BarSpace = styled.div`
  ${media.phone} {
    --application-bar: calc(61px + env(safe-area-inset-bottom));

    padding-bottom: var(--application-bar);

    /* Not all browsers report an open on-screen keyboard; it is open while a text field has focus. */
    &:has(${typing}) {
      --application-bar: 0px;

      padding-bottom: calc(61px + env(safe-area-inset-bottom));

      [data-application-bar] {
        display: none;
      }
    }
  }
`;

interface DetailViewProps {
  readonly application: ApplicationDetail;
  /** Only the list's data are available: parts that need more render later, without losing typed text. */
  readonly isPartial: boolean;
  readonly reload: () => Promise<void>;
  /** The server has accepted a step that was sent from here. */
  readonly onSent: (action: Action) => void;
  /** A step was sent from here and has no response yet; null once it has one. */
  readonly onPending: (action: Action | null) => void;
}

const statusDialog = lazyComponent(async () => (await import('./status-dialog.tsx')).StatusDialog);
const applicationCommands = lazyComponent(
  async () => (await import('./application-commands.tsx')).ApplicationCommands,
);
const imagePreview = lazyComponent(async () => (await import('./files/image-preview.tsx')).ImagePreview);

/** A loaded application: its header, four tabs, side column and overlays. */
export function DetailView({ application, isPartial, reload, onSent, onPending }: DetailViewProps) {
  const id = Number(application.id);
  const status = useStatusChange(id, reload, onPending);
  const actions = {
    onAccept: () => void status.accept(),
    onPick: status.pick,
    onPrint: () => window.print(),
  };
  const preview = usePreview(application);
  // Mounted above the tabs, so that sending a message continues while another tab is shown.
  const composer = useComposer(id, { onSent, onPending });
  const printing = usePrinting();

  return (
    <>
      <BarSpace data-print="hidden">
        <DetailHeader
          application={application}
          accepting={status.accepting}
          {...actions}
          more={
            <>
              {isPartial ? null : <ChangeMenu application={application} onSent={onSent} />}
              <applicationCommands.Component
                application={application}
                composer={composer}
                accepting={status.accepting}
                {...actions}
              />
            </>
          }
        />
        <ApplicantNotes application={application} />
        <BodyAfterHead {...{ application, isPartial, composer, preview }} />
      </BarSpace>
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

interface DetailBodyProps extends Pick<DetailViewProps, 'application' | 'isPartial'> {
  readonly composer: ReturnType<typeof useComposer>;
  readonly preview: ReturnType<typeof usePreview>;
}

/**
 * The content under the header. If only the row of a list is known, the header renders first: rendering
 * everything at once would delay it.
 */
function BodyAfterHead(props: DetailBodyProps) {
  const [hasBody, setHasBody] = useState(!props.isPartial);
  useEffect(() => startTransition(() => setHasBody(true)), []);
  if (hasBody) return <DetailBody {...props} />;
  return (
    <SkeletonGroup>
      <ColumnsSkeleton />
    </SkeletonGroup>
  );
}

/** The tabs, and the column beside them. */
function DetailBody({ application, isPartial, composer, preview }: DetailBodyProps) {
  const t = useText('applications');
  const sheet = useRef<HTMLElement>(null);
  useHeightBelow(sheet);
  const groups = fileGroupsOf(application);
  const fileCount = groups.reduce((sum, { files }) => sum + files.length, 0);
  const path = `/applications/${Number(application.id)}`;
  return (
    <DeadlineProvider applicationId={application.id}>
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
          <TabPages {...{ application, isPartial, composer, preview, groups }} />
        </Card>
        <DetailAside application={application} isPartial={isPartial} />
      </Columns>
    </DeadlineProvider>
  );
}

interface TabPagesProps extends DetailBodyProps {
  readonly groups: ReturnType<typeof fileGroupsOf>;
}

function TabPages({ application, isPartial, composer, preview, groups }: TabPagesProps) {
  return (
    <Routes>
      <Route path="overview" element={<OverviewTab application={application} onPreview={preview.open} />} />
      <Route
        path="timeline"
        element={
          <TimelineTab
            application={application}
            isPartial={isPartial}
            composer={composer}
            onPreview={preview.open}
          />
        }
      />
      <Route
        path="personal"
        element={isPartial ? <TabSkeleton /> : <PersonalTab application={application} />}
      />
      <Route
        path="documents"
        element={isPartial ? <TabSkeleton /> : <DocumentsTab groups={groups} onPreview={preview.open} />}
      />
      <Route
        path="*"
        element={<Navigate to={`/applications/${Number(application.id)}/timeline`} replace />}
      />
    </Routes>
  );
}

/**
 * Sets `--room` to the height of the window below an element's top edge with the page scrolled to its top, so
 * that a part of it can fill the window below a banner or a name of two lines.
 */
export function useHeightBelow(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const container = element.current;
    if (!container) return undefined;
    const measure = (): void => {
      const top = Math.round(container.getBoundingClientRect().top + scrollY);
      container.style.setProperty('--room', `calc(100dvh - ${top}px)`);
    };
    measure();
    let frame = 0;
    // Deferred: the property changes the observed height, which would raise a ResizeObserver loop error.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    });
    observer.observe(document.body);
    const above = container.parentElement?.previousElementSibling;
    if (above) observer.observe(above);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [element]);
}

/**
 * Whether the page is being printed, by our button or by the browser's menu. The code of the printed content
 * must be loaded by then: the browser does not wait.
 */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const paper = matchMedia('print');
    // The browser takes its snapshot as soon as these handlers return.
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    const follow = (): void => (paper.matches ? begin() : end());
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    paper.addEventListener('change', follow);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
      paper.removeEventListener('change', follow);
    };
  }, []);
  return printing;
}

/**
 * Changes the status of an application: shows the new one immediately, and reverts it if the server rejects.
 * Either way the application is read again.
 */
export function useStatusChange(
  id: number,
  reload: () => Promise<void>,
  onPending: DetailViewProps['onPending'],
) {
  const t = useText('applications');
  const viewer = useAdmin();
  const [accepting, setAccepting] = useState(false);
  const [acceptKey] = useState(newIdempotencyKey);
  const [picked, setPicked] = useState<Status | null>(null);

  async function change(body: StatusBody, idempotencyKey: string): Promise<RequestError | null> {
    const step = { kind: 'status', status: body.status, note: body.note ?? null } as const;
    onPending(pendingAction(viewer, step));
    try {
      await send('POST', `applications/${id}/actions/statuses`, body, { idempotencyKey });
      toast.success(t('detail.statusChanged'));
      return null;
    } catch (error) {
      onPending(null);
      return toRequestError(error);
    } finally {
      // After a rejection too: another user may have changed it.
      await reload();
      onPending(null);
    }
  }

  return {
    accepting,
    async accept(): Promise<void> {
      setAccepting(true);
      const error = await change({ status: 'accepted' }, acceptKey);
      if (error) toastError(error);
      setAccepting(false);
    },
    /** The status for which a reason is requested. */
    picked,
    pick: setPicked,
    /** Resolves to the error message, if any. */
    async changeTo(status: Status, note: string, idempotencyKey: string): Promise<RequestError | null> {
      const body = { status: status as StatusBody['status'], note };
      const error = await change(body, idempotencyKey);
      if (error?.code !== 'tasks_open') return error;
      const isAgreed = await confirm({
        title: t('tasks.closeTitle'),
        text: error.text,
        confirmLabel: t('tasks.closeAction'),
        cancelLabel: t('detail.cancel'),
        danger: true,
      });
      if (!isAgreed) return error;
      return change({ ...body, close_tasks: true }, newIdempotencyKey());
    },
  };
}

const Tabs = styled.div`
  border-bottom: 1px solid var(--line);

  /* The padding is inside the scroll area: tabs that do not fit are cut at the edge of the card. */
  > nav {
    margin-bottom: -1px;
    padding: 0 16px;
    border-bottom: 0;
  }
`;
