import { Bookmark, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import {
  Button,
  IconButton,
  lazyComponent,
  type ListQuery,
  Popover,
  useCapabilities,
  useText,
} from '#kernel/plugin-api/client.ts';
import { viewsCapability } from '../../../contract/filter-names.ts';
import type { ListLayout } from '../../model/table-layout.ts';
import { LayoutSwitch } from '../table/layout-switch.tsx';

interface ListToolsProps {
  readonly list: ListQuery<string>;
  readonly layout: ListLayout;
  readonly onLayout: (change: Partial<ListLayout>) => void;
}

const panel = lazyComponent(async () => (await import('../table/layout-panel.tsx')).LayoutPanel);
const table = lazyComponent(async () => (await import('../table/applications-table.tsx')).ApplicationsTable);
const dialog = lazyComponent(async () => (await import('../views/view-dialog.tsx')).ViewDialog);

/**
 * The list's layout (cards or table) and columns, and a button that saves them with the filters as a view.
 */
export function ListTools({ list, layout, onLayout }: ListToolsProps) {
  const t = useText('applications');
  const hasViews = useCapabilities('applications').includes(viewsCapability);
  const [saving, setSaving] = useState(false);
  return (
    <>
      {layout.layout === 'table' ? (
        <Popover
          label={t('table.view')}
          width={280}
          align="end"
          renderTrigger={(props) => (
            <IconButton {...props} variant="default" label={t('table.view')} icon={<SlidersHorizontal />} />
          )}
        >
          {() => (
            <panel.Component layout={layout} onLayout={onLayout} limit={list.limit} onLimit={list.setLimit} />
          )}
        </Popover>
      ) : null}
      <LayoutSwitch
        layout={layout.layout}
        onLayout={(next) => onLayout({ layout: next })}
        onNear={table.preload}
      />
      {hasViews ? (
        <Button icon={<Bookmark />} onPointerEnter={dialog.preload} onClick={() => setSaving(true)}>
          {t('views.save')}
        </Button>
      ) : null}
      {saving ? <dialog.Component view={null} onClose={() => setSaving(false)} /> : null}
    </>
  );
}
