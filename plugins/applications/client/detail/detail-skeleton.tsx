import { styled } from 'styled-components';
import { Card, media, Skeleton, SkeletonGroup } from '#kernel/client/ui/index.ts';
import { Columns } from './columns.ts';

const bubbles = [
  { width: '58%', height: 72, own: false },
  { width: '44%', height: 52, own: true },
  { width: '50%', height: 64, own: false },
];

/** The shape of an application that is on its way. */
export function DetailSkeleton() {
  return (
    <SkeletonGroup>
      <Head>
        <Skeleton shape="circle" width={44} height={44} />
        <Words>
          <Skeleton width={280} height={20} />
          <Skeleton width={220} />
        </Words>
        <Meter>
          <Skeleton width={330} height={36} shape="block" />
        </Meter>
      </Head>
      <Columns>
        <Card>
          <Tabs>
            {[70, 50, 130, 90].map((width) => (
              <Skeleton key={width} width={width} height={14} />
            ))}
          </Tabs>
          <Talk>
            {bubbles.map(({ own, ...size }) => (
              <div key={size.width} data-own={own || undefined}>
                <Skeleton shape="block" {...size} />
              </div>
            ))}
          </Talk>
        </Card>
        <Aside>
          <Skeleton shape="block" height={176} />
          <Skeleton shape="block" height={130} />
        </Aside>
      </Columns>
    </SkeletonGroup>
  );
}

const Head = styled.div`
  display: flex;
  align-items: center;
  gap: 14px;
  margin: 36px 0 18px;
`;

const Words = styled.div`
  display: flex;
  flex-direction: column;
  gap: 10px;
  min-width: 0;
`;

const Meter = styled.div`
  margin-left: auto;

  ${media.phone} {
    display: none;
  }
`;

const Tabs = styled.div`
  display: flex;
  gap: 20px;
  overflow: hidden;
`;

const Talk = styled.div`
  display: flex;
  flex-direction: column;
  gap: 18px;
  min-height: 380px;
  margin-top: 28px;

  > [data-own] {
    display: flex;
    justify-content: flex-end;
  }
`;

const Aside = styled.div`
  display: flex;
  flex-direction: column;
  gap: 12px;
`;
