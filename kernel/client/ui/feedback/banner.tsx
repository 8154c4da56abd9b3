import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { toneColors, type Tone } from '../styles/tokens.ts';

export interface BannerProps {
  readonly tone?: Tone | undefined;
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
  /** `strip` spans the top of the page, `box` stands within it. */
  readonly shape?: 'strip' | 'box' | undefined;
  readonly role?: 'status' | 'alert' | undefined;
}

/** A persistent message: test mode, no connection, a plugin that failed. */
export function Banner({ tone = 'accepted', children, icon, action, shape = 'box', role }: BannerProps) {
  return (
    <Root role={role} $tone={tone} $strip={shape === 'strip'}>
      {icon}
      <Text>{children}</Text>
      {action}
    </Root>
  );
}

/** Announces a problem at once; without children it renders nothing. */
export function ProblemBanner({ children }: Pick<BannerProps, 'children'>) {
  return children ? (
    <Banner tone="rejected" role="alert" icon={<CircleAlert />}>
      {children}
    </Banner>
  ) : null;
}

const Root = styled.div<{ $tone: Tone; $strip: boolean }>`
  display: flex;
  align-items: center;
  gap: 10px;
  background: ${({ $tone }) => toneColors[$tone].soft};
  color: ${({ $tone }) => toneColors[$tone].ink};
  font-weight: 550;
  ${({ $strip }) =>
    $strip
      ? 'justify-content: center; min-height: 28px; padding: 4px 16px; font-size: 12.5px; line-height: 20px; text-align: center;'
      : 'min-height: 44px; padding: 8px 14px; border-radius: var(--r2); font-size: 13.5px;'}

  > div {
    flex: ${({ $strip }) => ($strip ? '0 1 auto' : '1')};
  }

  > svg {
    flex: none;
    width: 18px;
    height: 18px;
  }
`;

const Text = styled.div`
  min-width: 0;
`;
