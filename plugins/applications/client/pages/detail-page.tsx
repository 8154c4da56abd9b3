import { FileQuestion } from 'lucide-react';
import { useParams } from 'react-router-dom';
import {
  EmptyState,
  ErrorState,
  lazyComponent,
  LinkButton,
  PageTitle,
  readCachedRecord,
  StaleBanner,
  useRead,
  useText,
  VisuallyHidden,
} from '#kernel/plugin-api/client.ts';
import { padId } from '#kernel/domain/text/index.ts';
import { DetailSkeleton } from '../components/shared/detail-skeleton.tsx';
import { DetailView } from '../components/detail/detail-view.tsx';
import { lastList } from '../data/pending-store.ts';
import { useEffect, useMemo, useState } from 'react';
import type { Action, Application, ApplicationDetail } from '../../contract.ts';
import { mergeActions, withPending } from '../model/timeline.ts';
import { applicationDocument, applicationsDocument } from '../data/queries.ts';

/** One application: its facts, timeline and actions. */
export function DetailPage() {
  const { id = '' } = useParams();
  // Keyed by id: no dialog, tab or unfinished message carries over to another application.
  return (
    <>
      <adjacentApplications.Component id={Number(id)} />
      <Detail key={id} id={id} />
    </>
  );
}

const adjacentApplications = lazyComponent(
  async () => (await import('../components/detail/adjacent-applications.ts')).AdjacentApplications,
);

function Detail({ id }: { readonly id: string }) {
  const t = useText('applications');
  const { application, isPartial, read, missing, addSent, setPending } = useApplication(id);
  const { error, loading, refetch } = read;
  const toList = <LinkButton to={lastList.address}>{t('detail.toList')}</LinkButton>;
  if (missing) {
    return (
      <>
        <PageTitle>{t('detail.notFoundTitle')}</PageTitle>
        <VisuallyHidden as="h1">{t('list.title')}</VisuallyHidden>
        <EmptyState
          icon={<FileQuestion />}
          title={t('detail.notFoundTitle')}
          text={t('detail.notFoundText')}
          action={toList}
        />
      </>
    );
  }
  if (application && !(isPartial && error)) {
    return (
      <>
        <PageTitle>{t('number', { id: padId(application.id) })}</PageTitle>
        <StaleBanner read={read} />
        <DetailView
          application={application}
          isPartial={isPartial}
          reload={refetch}
          onSent={addSent}
          onPending={setPending}
        />
      </>
    );
  }
  if (error) {
    return (
      <>
        <VisuallyHidden as="h1">{t('list.title')}</VisuallyHidden>
        <ErrorState
          title={t('detail.errorTitle')}
          text={error.text}
          onRetry={() => void refetch()}
          retrying={loading}
          action={toList}
        />
      </>
    );
  }
  return (
    <>
      <VisuallyHidden as="h1">{t('list.title')}</VisuallyHidden>
      <DetailSkeleton />
    </>
  );
}

/** Returns a list's cached row of an application, so that it can be shown immediately. */
function readRow(id: string): ApplicationDetail | null {
  const row = readCachedRecord<Application>(applicationsDocument, 'Application', id);
  return row && { ...row, citizen: null, no_document_reason: null, actions: [], tasks: [] };
}

/** File addresses expire after five minutes; reading again earlier keeps the links working. */
const REFRESH = 4 * 60 * 1000;

/** Reads an application, and keeps it fresh while it is shown. */
export function useApplication(id: string) {
  const valid = /^[1-9]\d*$/.test(id);
  const read = useRead(applicationDocument, { variables: { id }, skip: !valid });
  const [sent, setSent] = useState<readonly Action[]>([]);
  const [pending, setPending] = useState<Action | null>(null);
  const { refetch } = read;

  useEffect(() => {
    if (!valid) return undefined;
    let last = Date.now();
    const refresh = (): void => {
      if (document.hidden || Date.now() - last < REFRESH) return;
      last = Date.now();
      void refetch();
    };
    const timer = setInterval(refresh, 15_000);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [valid, refetch]);

  const found = read.data?.application;
  const isPartial = found === undefined;
  const [row] = useState(() => (valid ? readRow(id) : null));
  const application = useMemo<ApplicationDetail | undefined>(() => {
    const known = found ?? row;
    if (!known) return undefined;
    const actions = mergeActions(known.actions ?? [], sent);
    return withPending({ ...known, actions }, pending);
  }, [found, row, sent, pending]);

  return {
    application,
    /** Only a list's data are available, with masked values; the rest is loading. */
    isPartial,
    read,
    missing: !valid || read.error?.status === 404,
    /** Shows a sent step before the server has responded; null removes it. */
    setPending,
    /** Shows the step that the server has just returned, until it is read back. */
    addSent(action: Action): void {
      setSent((before) => [...before, action]);
      void refetch();
    },
  };
}
