import { ChevronDown, X } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { styled } from 'styled-components';
import { useControl, useFieldLabelId } from './field-context.ts';
import { InnerButton } from '../buttons/inner-button.tsx';
import type { Option } from './option.ts';
import { OptionText } from './option-row.tsx';
import { selectTrigger, selectValue } from './select-trigger-style.ts';
import { useUiTexts } from '../texts/texts.tsx';

export interface ClosedSelectProps {
  readonly chosen: Option<string | number> | null;
  readonly placeholder?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly invalid?: boolean | undefined;
  readonly id?: string | undefined;
  readonly leading?: ReactNode;
  readonly 'aria-label'?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
  readonly onBlur?: (() => void) | undefined;
  readonly onClear?: (() => void) | undefined;
  /** The pointer or the focus is here: the list may soon be wanted. */
  readonly onNear: () => void;
  readonly onOpen: () => void;
}

/** The face of a select or a combobox before it is first opened; costs no popup code. */
export function ClosedSelect({
  chosen,
  placeholder,
  disabled = false,
  invalid,
  id,
  leading,
  'aria-label': label,
  ref,
  onBlur,
  onClear,
  onNear,
  onOpen,
}: ClosedSelectProps) {
  const texts = useUiTexts();
  const control = useControl({ id, invalid });
  const labelId = useFieldLabelId();

  function openByKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    onOpen();
  }

  return (
    <Frame>
      <Trigger
        {...control}
        ref={ref}
        type="button"
        // While it is closed there is no list to name in aria-controls.
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props, jsx-a11y/prefer-tag-over-role
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        aria-label={label}
        aria-labelledby={label === undefined ? labelId : undefined}
        disabled={disabled}
        onBlur={onBlur}
        onClick={onOpen}
        onKeyDown={openByKey}
        onPointerEnter={onNear}
        onFocus={onNear}
      >
        {leading}
        <Value data-placeholder={chosen === null || undefined}>
          {chosen === null ? (
            <span>{placeholder ?? texts.select}</span>
          ) : (
            <OptionText option={{ ...chosen, hint: undefined }} />
          )}
        </Value>
        {onClear ? <Room /> : null}
        <ChevronDown aria-hidden="true" />
      </Trigger>
      {onClear ? (
        <Clear>
          <InnerButton label={texts.clear} onClick={onClear}>
            <X />
          </InnerButton>
        </Clear>
      ) : null}
    </Frame>
  );
}

/** Whether the list was asked for. */
export function useOpening(): { readonly wanted: boolean; readonly open: () => void } {
  const [wanted, setWanted] = useState(false);
  // After the click is over: the list that comes would take it for a press outside of itself, and close.
  return { wanted, open: () => void setTimeout(() => setWanted(true)) };
}

const Frame = styled.div`
  position: relative;
  width: 100%;
  min-width: 0;
`;

const Trigger = styled.button`
  ${selectTrigger}
`;

const Value = styled.span`
  ${selectValue}
`;

const Room = styled.span`
  flex: none;
  width: 20px;
`;

const Clear = styled.span`
  position: absolute;
  inset-block: 4px;
  right: 30px;
`;
