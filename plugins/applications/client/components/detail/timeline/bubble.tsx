import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Avatar, tabularNumbers, VisuallyHidden } from '#kernel/plugin-api/client.ts';

interface BubbleProps {
  /** `own` is aligned right. */
  readonly side?: 'own' | 'other';
  readonly variant?: 'words' | 'task';
  /** The author; shown above messages of others, only announced for the user's own. */
  readonly name?: string;
  /** The person whose initials the avatar shows. */
  readonly avatarName?: string;
  /** Shown in place of an avatar. */
  readonly icon?: ReactNode;
  /** Beside the name, such as the role. */
  readonly about?: string;
  readonly title?: ReactNode;
  readonly footer: ReactNode;
  /** Whether it continues the bubble above. */
  readonly continued?: boolean;
  readonly children: ReactNode;
}

/** A message or an action in the timeline, with author and time. */
export function Bubble({
  side = 'other',
  variant = 'words',
  name,
  avatarName,
  icon,
  about,
  title,
  footer,
  continued = false,
  children,
}: BubbleProps) {
  const own = side === 'own';
  return (
    <Row data-side={side} data-continued={continued || undefined}>
      <AvatarBox>
        {continued ? null : icon ? (
          <IconFace>{icon}</IconFace>
        ) : (
          <Avatar name={avatarName ?? ''} tone={own ? 'accent' : 'neutral'} />
        )}
      </AvatarBox>
      <Sheet data-side={side} data-look={variant}>
        {name === undefined || (continued && !own) ? null : own ? (
          <VisuallyHidden>{name}</VisuallyHidden>
        ) : (
          <Who>
            <b>{name}</b>
            {about ? <About>{about}</About> : null}
          </Who>
        )}
        {title === undefined ? null : <Title>{title}</Title>}
        {children}
        <Footer data-side={side}>{footer}</Footer>
      </Sheet>
    </Row>
  );
}

const Row = styled.div`
  display: flex;
  align-items: flex-start;
  gap: 10px;

  &[data-side='own'] {
    flex-direction: row-reverse;
  }

  &[data-continued] {
    margin-top: -8px;
  }
`;

const AvatarBox = styled.span`
  flex: none;
  width: 32px;
`;

const IconFace = styled.span`
  display: grid;
  place-items: center;
  width: 32px;
  height: 32px;
  border-radius: 50%;
  background: var(--accepted-soft);
  color: var(--accepted);
`;

const Sheet = styled.div`
  min-width: 0;
  max-width: min(560px, 85%);
  padding: 9px 12px;
  border: 1px solid transparent;
  border-radius: var(--r2);
  background: var(--fill);

  &[data-side='own'] {
    background: var(--accent-soft);
  }

  &[data-look='task'] {
    border-color: var(--line);
    background: var(--surface);
  }
`;

const Who = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 8px;
  margin-bottom: 2px;
  font-size: 13px;

  > b {
    font-weight: 600;
  }
`;

const About = styled.span`
  color: var(--text-2);
`;

const Title = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
  margin-bottom: 2px;
  font-weight: 600;
`;

const Footer = styled.div`
  margin-top: 3px;
  color: var(--text-2);
  font-size: 12px;
  line-height: 16px;
  ${tabularNumbers}

  &[data-side='own'] {
    text-align: right;
  }
`;
