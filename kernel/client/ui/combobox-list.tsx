import { Combobox as Base } from '@base-ui/react/combobox';
import { Check } from 'lucide-react';
import { styled } from 'styled-components';
import type { Option } from './option.ts';
import { OptionText } from './option-row.tsx';
import { popupIndicator, popupLayer, popupList, popupRow, popupSurface } from './popup-style.ts';
import { Spinner } from './spinner.tsx';
import { useUiTexts } from './texts.tsx';

/** The list of options under a combobox's search, with its waiting and its empty face. */
export function ComboboxList({
  loading,
  emptyText,
}: {
  readonly loading: boolean;
  readonly emptyText: string | undefined;
}) {
  const texts = useUiTexts();
  return (
    <>
      <Base.Status>
        {loading ? (
          <Message>
            <Spinner label="" />
            {texts.loading}
          </Message>
        ) : null}
      </Base.Status>
      <Base.Empty>{loading ? null : <Message>{emptyText ?? texts.noOptions}</Message>}</Base.Empty>
      <List>
        {(option: Option<string | number>) => (
          <Row key={option.value} value={option} disabled={option.disabled}>
            <OptionText option={option} />
            <Indicator>
              <Check aria-hidden="true" />
            </Indicator>
          </Row>
        )}
      </List>
    </>
  );
}

/** What lifts the list over the page. */
export const ComboboxLayer = styled(Base.Positioner)`
  ${popupLayer}
`;

/** The sheet on which search and list stand. */
export const ComboboxPopup = styled(Base.Popup)`
  ${popupSurface}
  width: max(200px, var(--anchor-width));
`;

const List = styled(Base.List)`
  ${popupList}

  &[data-empty] {
    padding: 0;
  }
`;

const Row = styled(Base.Item)`
  ${popupRow}
`;

const Indicator = styled(Base.ItemIndicator)`
  ${popupIndicator}
`;

const Message = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s2);
  padding: 12px 14px;
  color: var(--text-2);
`;
