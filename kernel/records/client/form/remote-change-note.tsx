import { UserPen } from 'lucide-react';
import type { FieldValues } from 'react-hook-form';
import { styled } from 'styled-components';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { useDates } from '#kernel/client/dates/use-dates.tsx';
import { Button } from '#kernel/client/ui/buttons/button.tsx';
import { media } from '#kernel/client/ui/layout/breakpoints.ts';
import type { RecordForm } from './record-form.ts';

interface RemoteChangeNoteProps<Item, Values extends FieldValues> {
  readonly handle: RecordForm<Item, Values>;
}

/** Tells the user that another user has changed the record; the input stays unchanged. */
export function RemoteChangeNote<Item extends { readonly updatedAt: string }, Values extends FieldValues>({
  handle,
}: RemoteChangeNoteProps<Item, Values>) {
  const t = useText();
  const dates = useDates();
  const { remoteChange } = handle;
  return (
    <Line data-empty={remoteChange === null || undefined}>
      {remoteChange === null ? null : (
        <>
          <UserPen size={16} />
          <span>
            {remoteChange.kind === 'deleted'
              ? t('records.remoteChange.deleted')
              : remoteChange.theirs === null
                ? t('records.remoteChange.changed')
                : t('records.remoteChange.changedAt', { at: dates.dateTime(remoteChange.theirs.updatedAt) })}
          </span>
          {remoteChange.kind === 'changed' && remoteChange.theirs !== null ? (
            <Button variant="ghost" size="small" onClick={handle.showRemoteChange}>
              {t('records.remoteChange.show')}
            </Button>
          ) : null}
        </>
      )}
    </Line>
  );
}

/** Rendered from the start, so that screen readers announce later content. */
const Line = styled.output`
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 4px 4px 4px 12px;
  border-radius: var(--r1);
  background: var(--accepted-soft);
  color: var(--accepted);
  font-size: 13px;

  &[data-empty] {
    position: absolute;
    padding: 0;
  }

  svg {
    flex: none;
  }

  span {
    flex: 1;
    padding: 4px 0;
  }

  button {
    color: inherit;
    text-decoration: underline;
    text-underline-offset: 3px;
  }

  ${media.phone} {
    flex-wrap: wrap;

    /* The button that shows both versions is below the text and aligned with it. */
    span {
      flex-basis: calc(100% - 32px);
    }

    button {
      margin: -12px 0 -8px 14px;
    }
  }
`;
