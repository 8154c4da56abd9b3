import { ArrowDown, ArrowUp, CircleCheck, Clock, FileText, Hourglass, type LucideIcon } from 'lucide-react';
import { styled } from 'styled-components';
import { media, Skeleton, tabularNumbers, useText, VisuallyHidden } from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import type { ApplicationStats, Metric } from '../../../contract.ts';

/** The cards, and the status filter that each sets; the first clears it. */
const cards = [
  { key: 'total', status: '', tone: 'created', icon: FileText },
  { key: 'accepted', status: 'accepted', tone: 'accepted', icon: Hourglass },
  { key: 'completed', status: 'completed', tone: 'completed', icon: CircleCheck },
  { key: 'late', status: 'late', tone: 'rejected', icon: Clock },
] as const satisfies readonly { key: string; status: string; tone: string; icon: LucideIcon }[];

interface MetricCardsProps {
  readonly statuses: ApplicationStats['statuses'] | undefined;
  /** Whether loading failed. */
  readonly failed: boolean;
  readonly status: string;
  readonly onStatus: (status: string | null) => void;
  /** For all time, the last 30 days are compared. */
  readonly ofAllTime: boolean;
}

/** Four metrics with their change; a press shows their applications. */
export function MetricCards({ statuses, failed, status, onStatus, ofAllTime }: MetricCardsProps) {
  const t = useText('stats');
  const than = t(ofAllTime ? 'cards.changeOfAll' : 'cards.change');
  return (
    <Grid aria-label={t('cards.label')}>
      {cards.map(({ key, status: own, tone, icon: Icon }) => (
        <Card
          key={key}
          type="button"
          aria-pressed={status === own}
          onClick={() => onStatus(own === '' || status === own ? null : own)}
        >
          <Label>
            <Icon size={16} aria-hidden="true" style={{ color: `var(--${tone})` }} />
            {t(`cards.${key}`)}
          </Label>
          {statuses ? (
            <Numbers metric={statuses[key]} than={than} />
          ) : (
            <>
              <Count>{failed ? '—' : <Skeleton width={120} height={34} />}</Count>
              <Change data-awaited="">
                0 % <Than>{than}</Than>
              </Change>
            </>
          )}
        </Card>
      ))}
    </Grid>
  );
}

interface NumbersProps {
  readonly metric: Metric;
  /** The period that it is compared with. */
  readonly than: string;
}

function Numbers({ metric: { total, change_percent }, than }: NumbersProps) {
  const t = useText('stats');
  const direction = change_percent > 0 ? 'up' : change_percent < 0 ? 'down' : 'same';
  const Arrow = { up: ArrowUp, down: ArrowDown, same: null }[direction];
  return (
    <>
      <Count>{formatNumber(total)}</Count>
      <Change data-direction={direction} title={than}>
        {Arrow ? <Arrow size={14} strokeWidth={2.4} /> : null}
        {direction === 'same' ? null : <VisuallyHidden>{t(`cards.${direction}`)}</VisuallyHidden>}
        {formatNumber(Math.abs(change_percent), 1)} % <Than>{than}</Than>
      </Change>
    </>
  );
}

const Grid = styled.fieldset`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: 12px;
  margin: 0 0 14px;

  @media (max-width: 1100px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  ${media.phone} {
    gap: 8px;
  }

  ${media.print} {
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }
`;

const Card = styled.button`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: 4px;
  min-width: 0;
  padding: 14px 16px;
  border: 1px solid var(--line);
  border-radius: var(--r2);
  background: var(--surface);
  box-shadow: var(--shadow-1);
  color: var(--text);
  text-align: start;
  transition: border-color var(--fast);

  &:hover {
    border-color: var(--line-strong);
  }

  @media screen {
    &[aria-pressed='true'] {
      border-color: var(--accent);
      box-shadow: inset 0 0 0 1px var(--accent);
    }
  }

  ${media.phone} {
    padding: 12px;
  }
`;

const Label = styled.span`
  display: flex;
  align-items: center;
  gap: 8px;
  /* Aligns the numbers of all cards, also if a title has two lines. */
  margin-bottom: auto;
  color: var(--text-2);
  font-weight: 520;

  svg {
    flex: none;
  }
`;

const Count = styled.span`
  font-size: 28px;
  font-weight: 620;
  line-height: 34px;
  letter-spacing: -0.01em;
  ${tabularNumbers}
`;

const Change = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 4px;
  color: var(--text-3);
  font-size: 13px;
  font-weight: 550;
  ${tabularNumbers}

  /* Reserves the space while it is loading. */
  &[data-awaited] {
    visibility: hidden;
  }

  &[data-direction='up'] {
    color: var(--completed);
  }

  &[data-direction='down'] {
    color: var(--rejected);
  }
`;

const Than = styled.span`
  color: var(--text-3);
  font-weight: 400;
`;
