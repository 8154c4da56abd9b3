import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { formatNumber } from '#kernel/domain/text/numbers.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { media } from '#kernel/client/ui/layout/breakpoints.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';
import { useFooterHeight } from '#kernel/client/ui/layout/use-footer-height.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { useBulk, type BulkAction } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

interface BulkBarProps<Item> {
  readonly selection: Selection<Item>;
  readonly actions: readonly BulkAction<Item>[];
  readonly nameOf: (item: Item) => string;
}

/** At the foot of a list: how many are chosen, what can be done with them, and the way out. */
export function BulkBar<Item extends { readonly id: number }>({
  selection,
  actions,
  nameOf,
}: BulkBarProps<Item>) {
  const t = useText();
  const { items, clear } = selection;
  const { state, start, stop, close } = useBulk(selection, formatNumber);
  return (
    <>
      {items.length === 0 ? null : (
        <FootBar aria-label={t('records.bulk.actions')}>
          <strong>{t('records.bulk.chosen', { total: formatNumber(items.length) })}</strong>
          {actions.map((action) => {
            const fitting = items.filter((item) => action.fits?.(item) ?? true);
            return fitting.length === 0 ? null : (
              <Button
                key={action.key}
                variant={action.danger ? 'danger' : 'default'}
                onClick={() => void start(action, fitting)}
              >
                {action.label(formatNumber(fitting.length))}
              </Button>
            );
          })}
          <Button
            variant="ghost"
            onClick={() => {
              clear();
              // The button is about to go; the focus stays in the list.
              headBox()?.focus();
            }}
          >
            {t('records.bulk.clear')}
          </Button>
        </FootBar>
      )}
      {state ? (
        <BulkDialog state={state} nameOf={nameOf} onStop={stop} onClose={close} finalFocus={headBox} />
      ) : null}
    </>
  );
}

/** The box in the head of the list, which stays when the bar goes. */
function headBox(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main th[data-kind="select"] input');
}

interface FootBarProps {
  readonly 'aria-label': string;
  readonly children: ReactNode;
}

function FootBar(props: FootBarProps) {
  return <Bar ref={useFooterHeight<HTMLElement>()} {...props} />;
}

const Bar = styled.section`
  position: sticky;
  bottom: 12px;
  z-index: 2;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  margin-top: 12px;
  padding: 8px 8px 8px 16px;
  border: 1px solid var(--line-control);
  border-radius: var(--r2);
  background: var(--raised);
  box-shadow: var(--shadow-2);

  /* No halves of rows under it. */
  &::after {
    content: '';
    position: absolute;
    inset: calc(100% + 1px) -1px auto;
    height: 12px;
    background: var(--ground);
  }

  strong {
    flex: 1;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }

  ${media.phone} {
    padding: 10px 12px;

    strong {
      flex: 1 0 100%;
    }
  }

  ${media.print} {
    display: none;
  }
`;
