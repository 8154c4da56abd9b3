import { ListChecks } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Button, lazyComponent, useCapabilities, useText } from '#kernel/plugin-api/client.ts';
import { type BulkBarProps, selectionStore, setScope, setSelecting } from './selection-store.ts';

const bar = lazyComponent<BulkBarProps>(async () => (await import('./bulk-bar.tsx')).BulkBar);

/** Starts and ends the selection mode, on servers with bulk jobs. */
export function SelectButton() {
  const t = useText('applications');
  const { on } = useSnapshot(selectionStore);
  const isOffered = useCapabilities('applications').includes('applications.bulk');
  useEffect(() => () => setSelecting(false), []);
  if (!isOffered) return null;
  return (
    <Button
      icon={<ListChecks />}
      aria-pressed={on}
      onPointerEnter={bar.preload}
      onClick={() => setSelecting(!on)}
    >
      {t(on ? 'bulk.selecting' : 'bulk.select')}
    </Button>
  );
}

/** The bulk actions on the selected applications, below the list. */
export function SelectionBar(props: BulkBarProps) {
  const { on } = useSnapshot(selectionStore);
  const scope = scopeOf(props.query);
  useEffect(() => setScope(scope), [scope]);
  return on ? <bar.Component {...props} /> : null;
}

/** Returns the query without page and order, which do not affect the selection. */
function scopeOf(query: string): string {
  const params = new URLSearchParams(query);
  for (const key of ['page', 'limit', 'sort_by', 'sort_order']) params.delete(key);
  return params.toString();
}
