import { SlidersHorizontal } from 'lucide-react';
import { styled } from 'styled-components';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { media } from '#kernel/client/ui/layout/breakpoints.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';
import { Checkbox } from '#kernel/client/ui/inputs/choice/choices.tsx';
import { ChipRow, FilterChip } from '#kernel/client/ui/inputs/choice/chips.tsx';
import { Popover } from '#kernel/client/ui/overlays/popups.tsx';
import { useIsPhone } from '#kernel/client/ui/layout/use-is-phone.ts';
import { useViewportWidth } from './use-viewport-width.ts';
import { isPlain, isShown, plainView, withColumn, type ListView, type RecordColumn } from './list-view.ts';

/** Choices of rows per page. */
const limits = [20, 50, 100] as const;

interface ViewButtonProps<Item> {
  readonly columns: readonly RecordColumn<Item>[];
  readonly view: ListView;
  readonly onView: (view: ListView) => void;
  readonly limit: number;
  readonly onLimit: (limit: number) => void;
}

/** The settings of a list: its columns, density, and rows per page. */
export function ViewButton<Item>(props: ViewButtonProps<Item>) {
  const t = useText();
  return (
    <Popover
      label={t('records.view')}
      width={260}
      renderTrigger={(trigger) => (
        <Button {...trigger} icon={<SlidersHorizontal />}>
          {t('records.view')}
        </Button>
      )}
    >
      {() => <ViewPanel {...props} />}
    </Popover>
  );
}

function ViewPanel<Item>({ columns, view, onView, limit, onLimit }: ViewButtonProps<Item>) {
  const t = useText();
  const phone = useIsPhone();
  const width = useViewportWidth();
  const choices = columns.filter(({ fixed }) => fixed !== true);
  return (
    <Panel>
      <fieldset>
        <legend>{t('records.columns')}</legend>
        {choices.map((column) => (
          <Checkbox
            key={column.key}
            label={column.title}
            checked={isShown(column, view, width)}
            onChange={(event) => onView(withColumn(view, column, event.target.checked, width))}
          />
        ))}
      </fieldset>
      {phone ? null : (
        <fieldset>
          <legend>{t('records.density')}</legend>
          <ChipRow>
            {(['comfortable', 'compact'] as const).map((density) => (
              <FilterChip
                key={density}
                label={t(`records.densities.${density}`)}
                selected={view.density === density}
                onSelect={() => onView({ ...view, density })}
              />
            ))}
          </ChipRow>
        </fieldset>
      )}
      <fieldset>
        <legend>{t('records.limit')}</legend>
        <Limits>
          {limits.map((size) => (
            <FilterChip key={size} label={size} selected={limit === size} onSelect={() => onLimit(size)} />
          ))}
        </Limits>
      </fieldset>
      {isPlain(view) ? null : (
        <Button variant="ghost" size="small" wide onClick={() => onView(plainView)}>
          {t('records.defaultView')}
        </Button>
      )}
    </Panel>
  );
}

const Panel = styled.div`
  display: flex;
  flex-direction: column;
  gap: 14px;

  fieldset {
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    gap: 8px;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;

    ${media.phone} {
      gap: 0;
    }
  }

  legend {
    margin-bottom: 8px;
    padding: 0;
    color: var(--text-3);
    font-size: 12.5px;
    line-height: 18px;
    font-weight: 550;
  }
`;

const Limits = styled.div`
  display: flex;
  gap: 8px;
`;
