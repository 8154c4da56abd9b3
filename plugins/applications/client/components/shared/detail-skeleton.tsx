import { styled } from 'styled-components';
import { Card, media, Skeleton, SkeletonGroup, Stack } from '#kernel/plugin-api/client.ts';

const bubbles = [
  { width: '58%', height: 72, own: false },
  { width: '44%', height: 52, own: true },
  { width: '50%', height: 64, own: false },
];

/** The skeleton of an application that is loading. */
export function DetailSkeleton() {
  return (
    <SkeletonGroup>
      <Head>
        <Skeleton shape="circle" width={44} height={44} />
        <Words>
          <Skeleton width={280} height={20} />
          <More>
            <Skeleton width={150} height={20} />
            <Skeleton width={110} height={20} />
          </More>
          <Skeleton width={220} />
        </Words>
        <Meter>
          <Skeleton width={330} height={36} shape="block" />
          <More>
            <Skeleton width={200} height={44} shape="block" />
          </More>
        </Meter>
      </Head>
      <ColumnsSkeleton />
    </SkeletonGroup>
  );
}

/** The skeleton of the columns under an application's header. */
export function ColumnsSkeleton() {
  return (
    <Columns>
      <Card>
        <Tabs>
          {[70, 50, 130, 90].map((width) => (
            <Skeleton key={width} width={width} height={14} />
          ))}
        </Tabs>
        <Talk>
          <Bubbles />
        </Talk>
      </Card>
      <Stack $gap={12}>
        <Skeleton shape="block" height={176} />
        <Skeleton shape="block" height={130} />
      </Stack>
    </Columns>
  );
}

/** The skeleton of the timeline's messages, within a column. */
export function Bubbles() {
  return bubbles.map(({ own, ...size }) => (
    <Bubble key={size.width} data-own={own || undefined}>
      <Skeleton shape="block" {...size} />
    </Bubble>
  ));
}

/** The skeleton of a tab's content. */
export function TabSkeleton() {
  return (
    <Tab>
      {['60%', '45%', '52%'].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </Tab>
  );
}

/** The main column and the side column; stacked where space is limited. */
export const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 300px;
  align-items: start;
  gap: 16px;

  ${media.desktop} {
    /* The timeline ends close to the bottom of the window. */
    margin-bottom: -20px;
  }

  @media (max-width: 1099px) {
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
  }
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px 14px;
  margin: 36px 0 18px;

  ${media.phone} {
    align-items: flex-start;
  }
`;

const Words = styled.div`
  display: flex;
  flex-direction: column;
  gap: 10px;
  min-width: 0;
`;

const Meter = styled.div`
  margin-left: auto;

  @media (max-width: 1099px) {
    flex: 0 0 100%;
  }
`;

/** The additional lines and buttons that fit only on screens wider than a phone's. */
const More = styled.div`
  display: none;

  ${media.phone} {
    display: flex;
    flex-direction: column;
    gap: 10px;
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
  /* The remaining height of the window, like the loaded timeline. */
  min-height: max(380px, 100dvh - 293px);
  margin-top: 28px;
`;

const Bubble = styled.div`
  &[data-own] {
    display: flex;
    justify-content: flex-end;
  }
`;

const Tab = styled(SkeletonGroup)`
  display: grid;
  gap: 14px;
  padding: 16px;
`;
