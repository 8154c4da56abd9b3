import { useTextOf } from '#kernel/plugin-api/client.ts';

interface CountedListProps {
  readonly items: readonly {
    readonly key: string;
    readonly count: number;
    readonly ids?: readonly number[];
  }[];
}

/** The number of records of each kind; for obstacles also their ids. */
export function CountedList({ items }: CountedListProps) {
  const t = useTextOf([...new Set(['retention', ...items.map(({ key }) => key.split(':')[0] ?? 'kernel')])]);
  return (
    <ul>
      {items.map(({ key, count, ids }) => (
        <li key={`${key} ${ids?.join() ?? ''}`}>
          {t(key, { count })}
          {ids ? ` (${ids.map((id) => `№ ${String(id).padStart(6, '0')}`).join(', ')})` : null}
        </li>
      ))}
    </ul>
  );
}
