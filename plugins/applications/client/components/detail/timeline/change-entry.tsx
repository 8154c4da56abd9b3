import { MoveRight, Pencil, TriangleAlert } from 'lucide-react';
import { styled } from 'styled-components';
import { useDates, useText } from '#kernel/plugin-api/client.ts';
import type { Action } from '../../../../contract.ts';
import { shortName } from '../../../model/names.ts';
import { useChangeLines } from '../../shared/use-change-lines.ts';
import { Bubble } from './bubble.tsx';

const icons = { correction: Pencil, transfer: MoveRight, intake: TriangleAlert, no_document: TriangleAlert };

/** A correction, a transfer, or unusual facts at intake: the change, the reason, author and time. */
export function ChangeEntry({
  action: { change, sender, createdAt },
}: {
  readonly action: Extract<Action, { action_type: 'change' }>;
}) {
  const t = useText('applications');
  const dates = useDates();
  const lines = useChangeLines()(change);
  const Icon = icons[change.kind] ?? Pencil;
  return (
    <Bubble
      variant="task"
      icon={<Icon size={16} />}
      title={t(`changes.${change.kind}`)}
      footer={[sender && shortName(sender), dates.time(createdAt)].filter(Boolean).join(' · ')}
    >
      {lines.length === 0 ? null : (
        <Lines>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Lines>
      )}
      {change.reason === '' ? null : <Reason>{change.reason}</Reason>}
    </Bubble>
  );
}

const Lines = styled.ul`
  display: grid;
  gap: 2px;
  margin-bottom: 4px;
  color: var(--text-2);
  font-size: 13px;
  overflow-wrap: anywhere;
`;

const Reason = styled.p`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
