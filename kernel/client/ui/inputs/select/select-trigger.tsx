import { ChevronDown, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { InnerButton } from '../../buttons/icon-button.tsx';
import { useText } from '../../../i18n/i18n.ts';
import { controlBox } from '../field/control-style.ts';
import { useControl, useFieldLabelId } from '../field/field.tsx';
import type { Option } from './option.ts';
import { ellipsis } from '../../styles/tokens.ts';

interface TriggerNames {
  readonly id?: string | undefined;
  readonly invalid?: boolean | undefined;
  readonly 'aria-label'?: string | undefined;
}

/** The attributes that name a select's trigger: its own label, or that of its field. */
export function useTriggerAttributes({ 'aria-label': label, ...own }: TriggerNames) {
  const control = useControl(own);
  const labelId = useFieldLabelId();
  return { ...control, 'aria-label': label, 'aria-labelledby': label === undefined ? labelId : undefined };
}

interface SelectContentProps {
  readonly selected: Option<string | number> | null;
  readonly placeholder: string | undefined;
  readonly clearable?: boolean | undefined;
}

/** The content of a trigger: the selected option or a placeholder, and a chevron. */
export function SelectContent({ selected, placeholder, clearable = false }: SelectContentProps) {
  const t = useText();
  return (
    <>
      <Value data-placeholder={selected === null || undefined}>
        {selected === null ? (
          <span>{placeholder ?? t('ui.select')}</span>
        ) : (
          <OptionText option={{ ...selected, hint: undefined }} />
        )}
      </Value>
      {clearable ? <ClearSpace /> : null}
      <ChevronDown />
    </>
  );
}

/** A trigger and, if the selection can be cleared, a clear button. */
export function SelectFrame({
  onClear,
  children,
}: {
  readonly onClear: (() => void) | undefined;
  readonly children: ReactNode;
}) {
  const t = useText();
  return (
    <Frame>
      {children}
      {onClear ? (
        <Clear>
          <InnerButton label={t('ui.clear')} onClick={onClear}>
            <X />
          </InnerButton>
        </Clear>
      ) : null}
    </Frame>
  );
}

/** The style of a select's or a combobox's trigger. */
export const selectTrigger = css`
  ${controlBox}
  display: flex;
  align-items: center;
  gap: var(--s2);
  width: 100%;
  min-width: 0;
  height: var(--control);
  padding: 0 10px 0 11px;
  text-align: start;
  user-select: none;

  > svg,
  > span > svg {
    flex: none;
    width: 16px;
    height: 16px;
    color: var(--text-3);
  }
`;

/** An option, in the list and in the closed control. */
export function OptionText({ option }: { readonly option: Option<string | number> }) {
  return (
    <>
      {option.color === undefined ? null : <ColorDot style={{ background: option.color }} />}
      <Words>
        <Line>{option.label}</Line>
        {option.hint === undefined ? null : <Hint>{option.hint}</Hint>}
      </Words>
    </>
  );
}

/** A dot in a colour from the data. */
export const ColorDot = styled.span`
  flex: none;
  width: 10px;
  height: 10px;
  border-radius: 50%;
  box-shadow: inset 0 0 0 1px rgb(0 0 0 / 0.12);
  forced-color-adjust: none;
`;

const Value = styled.span`
  display: flex;
  align-items: center;
  gap: var(--s2);
  flex: 1;
  min-width: 0;
  overflow: hidden;
  white-space: nowrap;

  &[data-placeholder] {
    color: var(--text-3);

    > span {
      overflow: hidden;
      text-overflow: ellipsis;
    }
  }
`;

const Frame = styled.div`
  position: relative;
  width: 100%;
  min-width: 0;
`;

const ClearSpace = styled.span`
  flex: none;
  width: 20px;
`;

const Clear = styled.span`
  position: absolute;
  inset-block: 4px;
  right: 30px;
`;

const Words = styled.span`
  flex: 1;
  min-width: 0;
  text-align: start;
`;

const Line = styled.span`
  display: block;
  ${ellipsis}
`;

const Hint = styled.span`
  display: block;
  font-size: 12.5px;
  line-height: 16px;
  color: var(--text-3);
  ${ellipsis}
`;
