import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { ellipsis, useText } from '#kernel/plugin-api/client.ts';
import { Line, takeFocus } from './view-line.ts';

interface DeletedViewProps {
  readonly name: string;
  readonly onUndo: () => void;
}

/** The line in place of a deleted view, with which the deletion is undone; loaded when needed. */
export function DeletedView({ name, onUndo }: DeletedViewProps) {
  const t = useText('applications');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => takeFocus(button.current), []);
  return (
    <Line>
      <Gone as="output">{t('views.deleted', { name })}</Gone>
      <Undo ref={button} type="button" onClick={onUndo}>
        {t('views.undo')}
      </Undo>
    </Line>
  );
}

const Gone = styled.span`
  flex: 1;
  padding-left: 38px;
  color: var(--text-3);
  font-size: 13px;
  ${ellipsis}
`;

const Undo = styled.button`
  min-height: var(--target);
  padding: 0 8px;
  border-radius: var(--r1);
  color: var(--accent-strong);
  font-size: 13px;
  font-weight: 550;

  &:hover {
    background: var(--hover);
  }
`;
