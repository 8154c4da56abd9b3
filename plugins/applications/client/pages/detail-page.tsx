import { FileQuestion } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { PageTitle, useText } from '#kernel/client/index.ts';
import { EmptyState, ErrorState, LinkButton, VisuallyHidden } from '#kernel/client/ui/index.ts';
import { padId } from '#kernel/domain/text/index.ts';
import { DetailSkeleton } from '../components/detail/detail-skeleton.tsx';
import { DetailView } from '../components/detail/detail-view.tsx';
import { useApplication } from '../components/detail/use-application.ts';
import { lastList } from '../components/shared/last-list.ts';

/** One application: its facts, its timeline, and what may be done with it. */
export function DetailPage() {
  const { id = '' } = useParams();
  // Another application is another page: no dialog, tab or half-sent message goes over to it.
  return <Detail key={id} id={id} />;
}

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
