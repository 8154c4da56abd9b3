import { styled } from 'styled-components';
import { Skeleton, SkeletonCard, SkeletonGroup } from '#kernel/client/ui/index.ts';

/** The skeleton of a page while its code loads: a title and a few cards. */
export function PageSkeleton() {
  return (
    <SkeletonGroup>
      <Head>
        <Skeleton width={180} height={24} />
      </Head>
      <Cards>
        {[0, 1, 2, 3, 4, 5].map((card) => (
          <SkeletonCard key={card} />
        ))}
      </Cards>
    </SkeletonGroup>
  );
}

const Head = styled.div`
  padding: 6px 0 20px;
`;

const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(340px, 100%), 1fr));
  gap: 12px;
`;
