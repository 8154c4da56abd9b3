import { FileQuestion } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import type { RequestError } from '#kernel/client/data/request-error.ts';
import { useRead } from '#kernel/client/data/use-read.ts';
import { PageTitle } from '#kernel/client/layout/page-title.tsx';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { EmptyState, ErrorState } from '#kernel/client/ui/feedback/states.tsx';
import { LinkButton } from '#kernel/client/ui/buttons/link-button.tsx';
import { PageHeader } from '#kernel/client/ui/layout/page-header.tsx';
import { Skeleton, SkeletonGroup } from '#kernel/client/ui/feedback/skeleton.tsx';
import type { RecordDocument } from '../data/documents.ts';

interface RecordPageProps<Item> {
  readonly document: RecordDocument<Item>;
  readonly title: string;
  readonly back: { readonly to: string; readonly label: string };
  /** The path of the record that has replaced one that no longer exists; null if none has. */
  readonly replacedBy?: ((error: RequestError) => string | null) | undefined;
  /** Renders the form, once per record, with freshly read values instead of cached ones. */
  readonly children: (record: Item) => ReactNode;
}

/** The page of one record, by the `id` in its path: shows a loading state, an error, or the form. */
export function RecordPage<Item>(props: RecordPageProps<Item>) {
  const { id = '' } = useParams();
  // Another record gets a new form.
  return <Loaded key={id} {...props} id={id} />;
}

function Loaded<Item>({
  document,
  title,
  back,
  replacedBy,
  children,
  id,
}: RecordPageProps<Item> & { readonly id: string }) {
  const t = useText();
  const { data, error, loading, refetch } = useRead(document, {
    variables: { id: encodeURIComponent(id) },
    policy: 'network-only',
  });
  const missing = error?.status === 404;
  const [isOpened, setOpened] = useState(false);
  if (data && !error && !isOpened) setOpened(true);
  // A form that is open keeps its input; but a record that is gone is not opened from the cache.
  if (data && (isOpened || !missing)) return children(data.record);
  const toList = <LinkButton to={back.to}>{t('records.toList')}</LinkButton>;
  const other = missing ? replacedBy?.(error) : null;
  if (other) return <Navigate to={other} replace />;
  return (
    <>
      <PageTitle>{missing ? t('records.missingTitle') : title}</PageTitle>
      <PageHeader title={title} back={back} />
      {error === undefined ? (
        <SkeletonGroup>
          <Skeleton width="40%" />
          <Skeleton shape="block" height="320px" />
        </SkeletonGroup>
      ) : missing ? (
        <EmptyState
          icon={<FileQuestion />}
          title={t('records.missingTitle')}
          text={t('records.missingText')}
          action={toList}
        />
      ) : (
        <ErrorState
          title={t('records.recordErrorTitle')}
          text={error.text}
          onRetry={() => void refetch()}
          retrying={loading}
          action={toList}
        />
      )}
    </>
  );
}
