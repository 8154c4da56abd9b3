import { X } from 'lucide-react';
import { type ComponentProps, type MouseEvent, type ReactNode, useRef } from 'react';
import { styled } from 'styled-components';
import { media } from '../../layout/breakpoints.ts';
import { useText } from '../../../i18n/i18n.ts';
import { ellipsis } from '../../styles/tokens.ts';
import { useIsVisible } from '../../layout/use-is-visible.ts';

export interface FilterChipProps {
  readonly label: ReactNode;
  readonly selected: boolean;
  readonly onSelect: () => void;
  readonly count?: number | undefined;
}

/** A filter that can be toggled, with the number of matching items. */
export function FilterChip({ label, selected, onSelect, count }: FilterChipProps) {
  const chip = useRef<HTMLButtonElement>(null);
  useIsVisible(chip, selected);
  return (
    <Toggle ref={chip} type="button" aria-pressed={selected} onClick={onSelect}>
      {label}
      {count === undefined ? null : <Count>{count}</Count>}
    </Toggle>
  );
}

export interface RemovableChipProps {
  /** The filter and its value, such as "MFY: Navoiy". */
  readonly label: string;
  readonly onRemove: () => void;
  /** Whether it is inside a control, grey and smaller. */
  readonly inControl?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}

/** An active filter or a chosen option, which can be removed. */
export function RemovableChip({ label, onRemove, inControl, disabled }: RemovableChipProps) {
  const t = useText();
  return (
    <Chip data-in-control={inControl || undefined}>
      <Text>{label}</Text>
      <Remove
        type="button"
        aria-label={t('ui.removeItem', { name: label })}
        title={inControl ? undefined : t('ui.remove')}
        disabled={disabled}
        onClick={onRemove}
      >
        <X size={inControl ? 13 : 14} />
      </Remove>
    </Chip>
  );
}

/** A row of chips; on a phone it scrolls sideways, and fades out where it continues. */
export const ChipRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s2);

  ${media.phone} {
    flex-wrap: nowrap;
    margin: 0 -12px;
    padding: 2px 24px 2px 12px;
    overflow-x: auto;
    scrollbar-width: none;
    /* Fades the padding only: at either end no chip is faded. */
    mask-image: linear-gradient(to right, transparent, #000 12px, #000 calc(100% - 24px), transparent);

    > * {
      flex: none;
    }
  }
`;

/** A row of chips for mutually exclusive filters. */
export const ChipGroup = styled(ChipRow).attrs({ as: 'fieldset' })`
  margin: 0 0 12px;

  ${media.phone} {
    margin: 0 -12px 12px;
  }
`;

/** The active filters of a list as chips; wraps on a phone too, so that each can be removed without scrolling. */
export function ActiveFilters(props: ComponentProps<typeof Row>) {
  return <Row {...props} onClick={focusSearchOnUnmount} />;
}

/**
 * Keeps the focus in the list's search box when a clicked button, such as "clear filters", unmounts. Only for keyboard
 * use: on a touch screen the focus would open the on-screen keyboard.
 */
export function focusSearchOnUnmount(event: MouseEvent<HTMLElement>): void {
  const pressed = (event.target as HTMLElement).closest('button:not([aria-pressed])');
  if (event.detail !== 0 || !pressed) return;
  pressed.closest('main')?.querySelector<HTMLElement>('input[type="search"]')?.focus();
}

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s2);
  margin: 0 0 12px;

  /* Aligns the text of the reset button with the chips when it wraps onto a line of its own. */
  ${media.phone} {
    > button:not([aria-pressed]) {
      margin-left: -11px;
    }
  }
`;

const Toggle = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  flex: none;
  height: var(--control-small);
  padding: 0 12px;
  border: 1px solid var(--line);
  border-radius: var(--round);
  background: var(--surface);
  color: var(--text-2);
  font-size: 13px;
  line-height: 18px;
  white-space: nowrap;
  transition:
    background-color var(--fast),
    border-color var(--fast);

  &:hover:not(:disabled) {
    border-color: var(--line-strong);
    color: var(--text);
  }

  &[aria-pressed='true'] {
    border-color: transparent;
    background: var(--accent-soft);
    color: var(--accent-strong);
    font-weight: 550;
  }

  ${media.phone} {
    height: 44px;
    padding: 0 16px;
    font-size: 14px;
  }
`;

const Count = styled.span`
  opacity: 0.85;
  font-variant-numeric: tabular-nums;
`;

const Chip = styled.span`
  display: inline-flex;
  align-items: center;
  flex: none;
  max-width: 280px;
  height: var(--control-small);
  padding-left: 12px;
  border-radius: var(--round);
  background: var(--accent-soft);
  color: var(--accent-strong);
  font-size: 13px;
  font-weight: 520;

  &[data-in-control] {
    flex: 0 1 auto;
    min-width: 0;
    max-width: 100%;
    height: 28px;
    padding-left: 9px;
    border-radius: 4px;
    background: var(--fill);
    color: var(--text);
    font-weight: 400;
  }

  &,
  &[data-in-control] {
    ${media.phone} {
      height: 44px;
    }
  }
`;

const Text = styled.span`
  ${ellipsis}
`;

const Remove = styled.button`
  display: grid;
  place-items: center;
  flex: none;
  width: 30px;
  height: 100%;
  border-radius: var(--round);
  color: inherit;

  &:hover {
    background: var(--hover);
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  [data-in-control] > & {
    width: 26px;
    border-radius: 4px;
    color: var(--text-2);
    pointer-events: auto;

    &:hover:not(:disabled) {
      background: none;
      color: var(--text);
    }
  }

  &,
  [data-in-control] > & {
    ${media.phone} {
      width: 44px;
    }
  }
`;
