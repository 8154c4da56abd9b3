import { LayoutGrid, Table2 } from 'lucide-react';
import { styled } from 'styled-components';
import { IconButton, useText } from '#kernel/plugin-api/client.ts';
import { layouts, type Layout } from '../../../contract/filter-names.ts';

interface LayoutSwitchProps {
  readonly layout: Layout;
  readonly onLayout: (layout: Layout) => void;
  readonly onNear: () => void;
}

const icons = { cards: <LayoutGrid />, table: <Table2 /> };

/** Switches between cards and a table. */
export function LayoutSwitch({ layout, onLayout, onNear }: LayoutSwitchProps) {
  const t = useText('applications');
  return (
    <Buttons aria-label={t('table.layout')}>
      {layouts.map((one) => (
        <IconButton
          key={one}
          label={t(`table.${one}`)}
          icon={icons[one]}
          variant="default"
          aria-pressed={layout === one}
          onPointerEnter={onNear}
          onFocus={onNear}
          onClick={() => onLayout(one)}
        />
      ))}
    </Buttons>
  );
}

const Buttons = styled.fieldset`
  display: flex;
  flex: none;
  gap: 4px;
  margin: 0;
  padding: 0;
  border: 0;

  /* A phone is too narrow for a table; a table that a saved view opens can be scrolled. */
  @media (max-width: 767px) {
    display: none;
  }

  [aria-pressed='true'] {
    border-color: var(--accent);
    background: var(--accent-soft);
    color: var(--accent-strong);
  }
`;
