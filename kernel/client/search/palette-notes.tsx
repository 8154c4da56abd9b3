import { CloudOff, SearchX, TriangleAlert } from 'lucide-react';
import { styled } from 'styled-components';
import { type RequestError, useText } from '../index.ts';
import { Button, EmptyState, media } from '../ui/index.ts';

export interface PaletteNotesProps {
  /** Whether the search has ended without hits. */
  readonly nothing: boolean;
  readonly failure: RequestError | null;
  /** The titles of the searches that timed out, and of those that failed. */
  readonly late: readonly string[];
  readonly failed: readonly string[];
  readonly onRetry: () => void;
}

/** Notes beside the hits: nothing found, no connection, some searches failed. */
export function PaletteNotes({ nothing, failure, late, failed, onRetry }: PaletteNotesProps) {
  const t = useText();
  const retry = (
    <Button size="small" onClick={onRetry}>
      {t('ui.retry')}
    </Button>
  );
  if (failure) {
    const offline = failure.code === 'network';
    return (
      <Line role="alert">
        {offline ? <CloudOff size={18} /> : <TriangleAlert size={18} />}
        <span>{offline ? t('search.offline') : failure.text}</span>
        {retry}
      </Line>
    );
  }
  return (
    <>
      {nothing && late.length === 0 && failed.length === 0 ? (
        <EmptyState
          compact
          icon={<SearchX />}
          title={t('search.noResults')}
          text={
            <Hints>
              <li>{t('search.hintScript')}</li>
              <li>{t('search.hintNumber')}</li>
              <li>{t('search.hintRights')}</li>
            </Hints>
          }
        />
      ) : null}
      {late.length + failed.length > 0 ? (
        <Line role="alert">
          <TriangleAlert size={18} />
          <span>
            {late.length > 0 ? t('search.slowGroups', { groups: late.join(', ') }) : null}{' '}
            {failed.length > 0 ? t('search.failed', { groups: failed.join(', ') }) : null}
          </span>
          {retry}
        </Line>
      ) : null}
    </>
  );
}

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 10px 12px 10px 18px;
  border-top: 1px solid var(--line);
  color: var(--text-2);

  /* After an empty list the note is directly below the field, which has a border. */
  :empty + & {
    border-top: 0;
  }

  > svg {
    flex: none;
    color: var(--accepted);
  }

  > span {
    flex: 1;
  }

  ${media.phone} {
    flex-wrap: wrap;

    /* The button is below the text, which needs the whole width. */
    > span {
      flex-basis: calc(100% - 28px);
    }

    > button {
      margin-left: 28px;
    }
  }
`;

const Hints = styled.ul`
  display: grid;
  gap: 4px;
  margin: 6px 0 0;
`;
