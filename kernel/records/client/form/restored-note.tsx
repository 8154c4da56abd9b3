import { History } from 'lucide-react';
import { styled } from 'styled-components';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';

interface RestoredNoteProps {
  readonly handle: { readonly restored: boolean; readonly startOver: () => void };
}

/** Tells the user that the fields were restored from a draft, with a button that resets them. */
export function RestoredNote({ handle }: RestoredNoteProps) {
  const t = useText();
  if (!handle.restored) return null;
  return (
    <Line>
      <History size={16} />
      <span>{t('records.restored')}</span>
      <Button variant="ghost" size="small" onClick={handle.startOver}>
        {t('records.startOver')}
      </Button>
    </Line>
  );
}

const Line = styled.output`
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 4px 4px 4px 12px;
  border-radius: var(--r1);
  background: var(--accent-soft);
  color: var(--accent-strong);
  font-size: 13px;

  svg {
    flex: none;
  }

  span {
    flex: 1;
  }
`;
