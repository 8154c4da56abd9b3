import type { ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';
import { useText } from '../../i18n/i18n.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';

export interface SkeletonProps {
  readonly shape?: 'line' | 'circle' | 'block' | undefined;
  readonly width?: number | string | undefined;
  readonly height?: number | string | undefined;
}

/** A placeholder while content is loading. It appears only after 300 ms, so that quick responses do not flicker. */
export function Skeleton({ shape = 'line', width, height }: SkeletonProps) {
  const size = {
    width: width ?? (shape === 'circle' ? 36 : '100%'),
    height: height ?? defaultHeights[shape],
  };
  return <Bone aria-hidden="true" $shape={shape} style={size} />;
}

export interface SkeletonCardProps {
  readonly rows?: number | undefined;
  /** Whether it has a button at the bottom. */
  readonly footer?: boolean | undefined;
}

/** The placeholder of a card: an avatar, two lines, some rows. */
export function SkeletonCard({ rows = 2, footer = false }: SkeletonCardProps) {
  return (
    <Card aria-hidden="true">
      <Row>
        <Skeleton shape="circle" />
        <Stack>
          <Skeleton width="55%" height={14} />
          <Skeleton width="35%" />
        </Stack>
        <Skeleton width={88} height={22} />
      </Row>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} width={`${62 - row * 14}%`} />
      ))}
      {footer ? (
        <Footer>
          <Skeleton width={72} />
        </Footer>
      ) : null}
    </Card>
  );
}

/** A group of skeletons that announces loading once. */
export function SkeletonGroup({
  children,
  label,
}: {
  readonly children: ReactNode;
  readonly label?: string;
}) {
  const t = useText();
  return (
    <div aria-busy="true">
      <VisuallyHidden as="output">{label ?? t('ui.loading')}</VisuallyHidden>
      {children}
    </div>
  );
}

const defaultHeights = { line: 12, circle: 36, block: 120 };

const appear = keyframes`
  from { opacity: 0; }
`;

const breathe = keyframes`
  50% { opacity: 0.55; }
`;

const Bone = styled.span<{ $shape: NonNullable<SkeletonProps['shape']> }>`
  display: block;
  flex: none;
  max-width: 100%;
  border-radius: ${({ $shape }) => ($shape === 'circle' ? '50%' : $shape === 'line' ? '4px' : 'var(--r2)')};
  background: var(--line);
  animation:
    ${appear} 200ms 300ms backwards,
    ${breathe} 1.6s 500ms ease-in-out infinite;

  @media (prefers-reduced-motion: reduce) {
    animation: none;
  }

  @media (forced-colors: active) {
    border: 1px solid GrayText;
  }
`;

const Card = styled.div`
  display: flex;
  flex-direction: column;
  gap: 14px;
  padding: 14px;
  border: 1px solid var(--line);
  border-radius: var(--r2);
  background: var(--surface);
`;

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
`;

/* The height of a control, at the card's edge. */
const Footer = styled.div`
  display: grid;
  place-items: center;
  min-height: var(--target);
  margin: 11px 0 -14px;
`;

const Stack = styled.div`
  display: flex;
  flex-direction: column;
  gap: 8px;
  flex: 1;
`;
