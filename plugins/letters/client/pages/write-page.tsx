import { useParams, useSearchParams } from 'react-router-dom';
import {
  ErrorState,
  PageHeader,
  PageTitle,
  Skeleton,
  SkeletonGroup,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { padId } from '#kernel/domain/text/index.ts';
import { applicationDocument, letterDocument } from '../data/queries.ts';
import { WriteForm } from '../write/write-form.tsx';

/** The page for writing a letter to an application; with `?replaces=<id>` it corrects another letter. */
export function WritePage() {
  const t = useText('letters');
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const replaces = params.get('replaces');
  const application = useRead(applicationDocument, {
    variables: { id: encodeURIComponent(id) },
    policy: 'network-only',
  });
  const former = useRead(letterDocument, {
    variables: { id: encodeURIComponent(replaces ?? '') },
    skip: replaces === null,
    policy: 'network-only',
  });
  const error = application.error ?? former.error;
  const written = application.data?.record;
  const letter = former.data?.record ?? null;
  if (written && (replaces === null || letter)) {
    return <WriteForm key={`${id}.${replaces ?? ''}`} application={written} replaced={letter} />;
  }
  return (
    <>
      <PageTitle>{t('write.title')}</PageTitle>
      <PageHeader
        title={t('write.title')}
        back={{
          to: `/applications/${encodeURIComponent(id)}/timeline`,
          label: t('write.application', { number: padId(Number(id) || 0) }),
        }}
      />
      {error ? (
        <ErrorState
          title={t('write.failed')}
          text={error.text}
          retrying={application.loading || former.loading}
          onRetry={() => {
            void application.refetch();
            if (replaces !== null) void former.refetch();
          }}
        />
      ) : (
        <SkeletonGroup>
          <Skeleton width="40%" />
          <Skeleton shape="block" height="480px" />
        </SkeletonGroup>
      )}
    </>
  );
}
