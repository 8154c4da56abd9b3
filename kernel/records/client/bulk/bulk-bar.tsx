import { formatNumber } from '#kernel/domain/text/numbers.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { FooterBar } from './footer-bar.tsx';
import { useBulk, type BulkAction } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

interface BulkBarProps<Item> {
  readonly selection: Selection<Item>;
  readonly actions: readonly BulkAction<Item>[];
  readonly nameOf: (item: Item) => string;
}

/** The bar at the bottom of a list: the number of selected rows, their actions, and a button that clears the selection. */
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
        <FooterBar aria-label={t('records.bulk.actions')}>
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
              // The focused button is about to unmount; keep the focus in the list.
              headBox()?.focus();
            }}
          >
            {t('records.bulk.clear')}
          </Button>
        </FooterBar>
      )}
      {state ? (
        <BulkDialog state={state} nameOf={nameOf} onStop={stop} onClose={close} finalFocus={headBox} />
      ) : null}
    </>
  );
}

/** The checkbox in the list's header, which remains when the bar is removed. */
function headBox(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main th[data-kind="select"] input');
}
