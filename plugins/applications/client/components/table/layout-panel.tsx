import { ChevronDown, ChevronUp } from 'lucide-react';
import { styled } from 'styled-components';
import {
  announce,
  Button,
  Checkbox,
  ChipRow,
  FilterChip,
  IconButton,
  media,
  useIsPhone,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { TableColumn } from '../../../contract/filter-names.ts';
import {
  allColumns,
  moveColumn,
  defaultColumns,
  withColumn,
  type ListLayout,
} from '../../model/table-layout.ts';
import { useColumnTitles } from './table-columns.tsx';

const limits = [20, 50, 100] as const;

interface LayoutPanelProps {
  readonly layout: ListLayout;
  readonly onLayout: (change: Partial<ListLayout>) => void;
  readonly limit: number;
  readonly onLimit: (limit: number) => void;
}

/** The columns of the table and their order, the row density, and the page size. */
export function LayoutPanel({ layout, onLayout, limit, onLimit }: LayoutPanelProps) {
  const t = useText('applications');
  const phone = useIsPhone();
  return (
    <Panel>
      <ColumnChoice columns={layout.columns} onLayout={onLayout} />
      {phone ? null : (
        <fieldset>
          <legend>{t('table.density')}</legend>
          <ChipRow>
            {(['comfortable', 'compact'] as const).map((one) => (
              <FilterChip
                key={one}
                label={t(`table.${one}`)}
                selected={layout.density === one}
                onSelect={() => onLayout({ density: one })}
              />
            ))}
          </ChipRow>
        </fieldset>
      )}
      <fieldset>
        <legend>{t('table.limit')}</legend>
        <ChipRow>
          {limits.map((size) => (
            <FilterChip key={size} label={size} selected={limit === size} onSelect={() => onLimit(size)} />
          ))}
        </ChipRow>
      </fieldset>
      <Button
        variant="ghost"
        size="small"
        wide
        onClick={() => onLayout({ columns: defaultColumns, density: 'comfortable' })}
      >
        {t('table.defaultView')}
      </Button>
    </Panel>
  );
}

interface ColumnChoiceProps extends Pick<LayoutPanelProps, 'onLayout'>, Pick<ListLayout, 'columns'> {}

/** All columns: each may be hidden, and the visible ones moved. */
function ColumnChoice({ columns, onLayout }: ColumnChoiceProps) {
  const t = useText('applications');
  const titles = useColumnTitles();

  function move(key: TableColumn, step: 1 | -1): void {
    const next = moveColumn(columns, key, step);
    onLayout({ columns: next });
    announce(t('table.moved', { name: titles[key], place: next.indexOf(key) + 1 }));
  }

  return (
    <fieldset>
      <legend>{t('table.columns')}</legend>
      {allColumns(columns).map((key) => {
        const index = columns.indexOf(key);
        return (
          <Line key={key}>
            <Checkbox
              label={titles[key]}
              checked={index >= 0}
              disabled={key === 'name'}
              onChange={({ target }) => onLayout({ columns: withColumn(columns, key, target.checked) })}
            />
            {index < 0 ? null : (
              <>
                <IconButton
                  size="small"
                  label={t('table.moveUp', { name: titles[key] })}
                  icon={<ChevronUp />}
                  aria-disabled={index === 0}
                  onClick={() => move(key, -1)}
                />
                <IconButton
                  size="small"
                  label={t('table.moveDown', { name: titles[key] })}
                  icon={<ChevronDown />}
                  aria-disabled={index === columns.length - 1}
                  onClick={() => move(key, 1)}
                />
              </>
            )}
          </Line>
        );
      })}
    </fieldset>
  );
}

const Panel = styled.div`
  display: flex;
  flex-direction: column;
  gap: 14px;

  fieldset {
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }

  legend {
    margin-bottom: 6px;
    padding: 0;
    color: var(--text-3);
    font-size: 12.5px;
    font-weight: 550;
  }
`;

const Line = styled.div`
  display: flex;
  align-items: center;
  min-height: 32px;

  > :first-child {
    flex: 1;
    min-width: 0;
  }

  ${media.phone} {
    min-height: 44px;
  }
`;
