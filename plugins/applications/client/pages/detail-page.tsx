import { FileQuestion } from 'lucide-react';
import { useParams } from 'react-router-dom';
import {
  EmptyState,
  ErrorState,
  lazyComponent,
  LinkButton,
  PageTitle,
  useRead,
  useText,
  VisuallyHidden,
} from '#kernel/plugin-api/client.ts';
import { padId } from '#kernel/domain/text/index.ts';
import { DetailSkeleton } from '../components/detail/detail-skeleton.tsx';
import { DetailView } from '../components/detail/detail-view.tsx';
import { lastList } from '../pending-store.ts';
import { useEffect, useMemo, useState } from 'react';
import type { Action, ApplicationDetail } from '../../contract.ts';
import { mergeActions } from '../model/timeline.ts';
import { applicationDocument } from '../queries.ts';

/** One application: its facts, its timeline, and what may be done with it. */
export function DetailPage() {
  const { id = '' } = useParams();
  // Another application is another page: no dialog, tab or half-sent message goes over to it.
  return (
    <>
      <casesBeside.Component id={Number(id)} />
      <Detail key={id} id={id} />
    </>
  );
}

const casesBeside = lazyComponent(
  async () => (await import('../components/detail/cases-beside.ts')).CasesBeside,
);

function Detail({ id }: { readonly id: string }) {
  const t = useText('applications');
  const { application, error, loading, missing, refetch, addSent } = useApplication(id);
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
  if (application) {
    return (
      <>
        <PageTitle>{t('number', { id: padId(application.id) })}</PageTitle>
        <DetailView application={application} reload={refetch} onSent={addSent} />
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

/** Addresses of files live five minutes; read anew before that, a press on one always works. */
const REFRESH = 4 * 60 * 1000;

/** Reads an application, and keeps it fresh while somebody looks. */
export function useApplication(id: string) {
  const valid = /^[1-9]\d*$/.test(id);
  const read = useRead(applicationDocument, { variables: { id }, skip: !valid });
  const [sent, setSent] = useState<readonly Action[]>([]);
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
  const application = useMemo<ApplicationDetail | undefined>(
    () => found && { ...found, actions: mergeActions(found.actions ?? [], sent) },
    [found, sent],
  );

  return {
    application,
    error: read.error,
    loading: read.loading,
    missing: !valid || read.error?.status === 404,
    refetch,
    /** Shows what the server has just answered, until it is read back. */
    addSent(action: Action): void {
      setSent((before) => [...before, action]);
      void refetch();
    },
  };
}
