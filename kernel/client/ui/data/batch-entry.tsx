import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from '../buttons/button.tsx';
import { ProgressBar } from '../feedback/progress-bar.tsx';
import { Row } from '../layout/stack.ts';
import { tabularNumbers, type Tone } from '../styles/tokens.ts';
import { StatusBadge } from './badge.tsx';

interface BatchEntryProps {
  /** The title of the job. */
  readonly title: string;
  /** Facts such as receiver, language and start. */
  readonly facts: readonly string[];
  readonly badge: ReactNode;
  /** The text of the progress. */
  readonly progress: string;
  /** The number of tried items. */
  readonly tried: number;
  readonly total: number;
  /** The label of the button that opens the failures; null without failures. */
  readonly failures: string | null;
  readonly tools: ReactNode;
  /** Content below the row of tools. */
  readonly notice?: ReactNode;
  /** Renders the failures when they are opened. */
  readonly children: () => ReactNode;
}

/** A bulk job in a list: its progress, its failures, and its actions. */
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
  /** Overrides the tone of the state. */
  readonly tone?: Tone | undefined;
  readonly children: ReactNode;
}

/** The badge with the state of a bulk job, in the tone of that state. */
export function BatchBadge({ state, tone = tones[state], children }: BatchBadgeProps) {
  return <StatusBadge tone={tone}>{children}</StatusBadge>;
}

/** The list of failed items of a bulk job. */
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
