import { useSearchParams } from 'react-router-dom';
import { readStored, useAdmin, writeStored } from '#kernel/plugin-api/client.ts';
import { readLayout, writeLayout, type ListLayout } from '../../model/table-layout.ts';

/** How the list is seen: as the address says, else as the admin saw it last in this browser. */
export function useLayout(): readonly [ListLayout, (change: Partial<ListLayout>) => void] {
  const [params, setParams] = useSearchParams();
  const key = `applications:layout:${useAdmin().id}`;
  const layout = readLayout(params, readStored(key));

  function change(part: Partial<ListLayout>): void {
    const next = { ...layout, ...part };
    const { columns, density } = next;
    writeStored(
      key,
      new URLSearchParams({ layout: next.layout, columns: columns.join(','), density }).toString(),
    );
    setParams(writeLayout(new URLSearchParams(location.search), next), { preventScrollReset: true });
  }

  return [layout, change];
}
