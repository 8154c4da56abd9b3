import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from '../buttons/button.tsx';
import { ProgressBar } from '../feedback/progress-bar.tsx';
import { Row } from '../layout/stack.ts';
import { tabularNumbers, type Tone } from '../styles/tokens.ts';
import { StatusBadge } from './badge.tsx';

interface BatchEntryProps {
  /** What it does, in a word or two. */
  readonly title: string;
  /** To whom, in which language, since when. */
  readonly facts: readonly string[];
  readonly badge: ReactNode;
  /** How far it is, in words. */
  readonly progress: string;
  /** Items that were tried, and of how many. */
  readonly tried: number;
  readonly total: number;
  /** The button that opens what it was not done with; null where there is nothing of the kind. */
  readonly failures: string | null;
  readonly tools: ReactNode;
  /** Below the line of the tools. */
  readonly notice?: ReactNode;
  /** What it was not done with, read once it is opened. */
  readonly children: () => ReactNode;
}

/** A bulk job in a list: how far it is, what it was not done with, and what can be done about it. */
export function BatchEntry({
  title,
  facts,
  badge,
  progress,
  tried,
  total,
  failures,
  tools,
  notice,
  children,
}: BatchEntryProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Entry>
      <Row>
        <strong>{title}</strong>
        {facts.map((fact) => (
          <Quiet key={fact}>{fact}</Quiet>
        ))}
        {badge}
      </Row>
      <ProgressBar
        thick
        tone="accent"
        label={progress}
        valueText={progress}
        value={total === 0 ? 100 : (tried / total) * 100}
      />
      <Row>
        <Count>{progress}</Count>
        {failures === null ? null : (
          <Button size="small" variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {failures}
          </Button>
        )}
        {tools}
      </Row>
      {notice}
      {isOpen ? children() : null}
    </Entry>
  );
}

type BatchState = 'running' | 'done' | 'stopped';

const tones: Readonly<Record<BatchState, Tone>> = {
  running: 'accepted',
  done: 'completed',
  stopped: 'canceled',
};

interface BatchBadgeProps {
  readonly state: BatchState;
  /** In place of the tone of the state. */
  readonly tone?: Tone | undefined;
  readonly children: ReactNode;
}

/** How a bulk job stands, in the tone of its state. */
export function BatchBadge({ state, tone = tones[state], children }: BatchBadgeProps) {
  return <StatusBadge tone={tone}>{children}</StatusBadge>;
}

/** The items that a bulk job was not done with. */
export const BatchFailures = styled.ul`
  max-height: 220px;
  margin: 0;
  overflow-y: auto;
  font-size: 13px;

  a {
    text-decoration: underline;
  }
`;

const Entry = styled.li`
  display: grid;
  gap: 8px;
  padding: 12px 0;

  & + & {
    border-top: 1px solid var(--line);
  }
`;

const Quiet = styled.span`
  color: var(--text-2);
  font-size: 13px;
`;

const Count = styled.output`
  ${tabularNumbers}
  flex: 1;
  color: var(--text-2);
`;
