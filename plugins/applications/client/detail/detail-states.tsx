import { SearchX } from 'lucide-react';
import { styled } from 'styled-components';
import {
  Card,
  EmptyState,
  ErrorState,
  LinkButton,
  media,
  PageHeader,
  Skeleton,
  SkeletonGroup,
} from '#kernel/client/ui/index.ts';
import { lastList } from '../shared/last-list.ts';
import { useTexts } from '../shared/texts.ts';

/** An application that is not there, or not for this admin. */
export function DetailMissing() {
  const t = useTexts();
  return (
    <>
      <PageHeader
        title={t('detail.notFoundTitle')}
        back={{ to: lastList.address, label: t('detail.back') }}
      />
      <Card>
        <EmptyState
          icon={<SearchX />}
          title={t('detail.notFoundTitle')}
          text={t('detail.notFoundText')}
          action={<LinkButton to={lastList.address}>{t('detail.toList')}</LinkButton>}
        />
      </Card>
    </>
  );
}

/** An application that could not be read. */
export function DetailFailed({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  const t = useTexts();
  return (
    <>
      <PageHeader title={t('detail.errorTitle')} back={{ to: lastList.address, label: t('detail.back') }} />
      <Card>
        <ErrorState title={t('detail.errorTitle')} text={text} onRetry={onRetry} />
      </Card>
    </>
  );
}

/** An application that is on its way. */
export function DetailSkeleton() {
  return (
    <SkeletonGroup>
      <Head>
        <Skeleton shape="circle" width={44} height={44} />
        <Lines>
          <Skeleton width={280} height={20} />
          <Skeleton width={200} />
        </Lines>
        <Skeleton width={160} height={36} />
      </Head>
      <Split>
        <Card>
          <Lines>
            <Skeleton width="40%" />
            <Skeleton shape="block" width="60%" height={72} />
            <Skeleton shape="block" width="45%" height={56} />
            <Skeleton shape="block" height={92} />
          </Lines>
        </Card>
        <Card>
          <Lines>
            <Skeleton width="50%" height={14} />
            <Skeleton width="80%" />
            <Skeleton width="70%" />
            <Skeleton width="75%" />
          </Lines>
        </Card>
      </Split>
    </SkeletonGroup>
  );
}

/** The main part and the right column, beside each other where there is room. */
export const Split = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 300px;
  align-items: start;
  gap: 16px;

  @media (max-width: 1099px) {
    grid-template-columns: minmax(0, 1fr) 260px;
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  gap: 14px;
  margin: 36px 0 18px;
`;

const Lines = styled.div`
  display: flex;
  flex-direction: column;
  gap: 12px;
  flex: 1;
`;
