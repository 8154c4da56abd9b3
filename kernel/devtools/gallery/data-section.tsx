import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  Avatar,
  ChipRow,
  type Column,
  DataTable,
  FilterChip,
  IconButton,
  nextSort,
  Pagination,
  RemovableChip,
  type Sort,
  StatusBadge,
  type Tone,
} from '#kernel/client/ui/index.ts';
import { toast } from '#kernel/client/index.ts';
import { Row, Section } from './gallery-section.tsx';
import samples from './samples.json' with { type: 'json' };

const { households } = samples;
type Household = (typeof households)[number];

const columns: Column<Household>[] = [
  { key: 'address', title: 'Manzil', cell: (row) => row.address, sortable: true, primary: true },
  { key: 'category', title: 'Toifa', cell: (row) => row.category, sortable: true },
  { key: 'able', title: 'Ishga yaroqli', cell: (row) => row.able, sortable: true, numeric: true },
  { key: 'author', title: 'Muallif', cell: (row) => row.author },
  { key: 'createdAt', title: 'Yaratilgan', cell: (row) => row.createdAt, sortable: true, tabular: true },
];

/** Badges, chips, tables and pagination. */
export function DataSection() {
  const [sort, setSort] = useState<Sort | null>({ key: 'address', direction: 'up' });
  const [page, setPage] = useState(3);
  const [chip, setChip] = useState('all');
  const table = {
    columns,
    rowKey: (row: Household) => row.id,
    sort,
    onSort: (key: string) => setSort(nextSort(sort, key)),
  };
  return (
    <Section title="Data">
      <Row>
        {Object.entries(samples.tones).map(([tone, label]) => (
          <StatusBadge key={tone} tone={tone as Tone}>
            {label}
          </StatusBadge>
        ))}
      </Row>
      <Row>
        <Avatar name="Madina Rahimova" tone="accent" />
        <Avatar name="Gulnora Rahimova" />
        <Avatar name="Sherzod Matyoqubov" tone="accent" size={44} />
      </Row>
      <ChipRow>
        {['all', 'created', 'accepted'].map((id, index) => (
          <FilterChip
            key={id}
            label={['Barchasi', 'Yuborilgan', 'Qabul qilingan'][index]}
            count={[412, 37, 121][index]}
            selected={chip === id}
            onSelect={() => setChip(id)}
          />
        ))}
        <RemovableChip label="Mahalla: Navoiy MFY" onRemove={() => toast.info('Olib tashlandi')} />
      </ChipRow>
      <DataTable
        {...table}
        label="Xonadonlar"
        rows={households}
        numbering={{ page, limit: 20 }}
        onOpen={(row) => toast.info(row.address)}
        actions={rowActions}
        isMuted={(row) => row.id === 3}
        isHighlighted={(row) => row.id === 1}
      />
      <Pagination page={page} total={21} onPage={setPage} summary="41–60 / 412" />
      <DataTable
        {...table}
        label="Zich"
        rows={households}
        density="compact"
        hrefFor={(row) => `/homes/${row.id}`}
      />
      <DataTable {...table} label="Yuklanmoqda" rows={[]} loading numbering={{ page: 1, limit: 20 }} />
      <DataTable {...table} label="Bo‘sh" rows={[]} />
    </Section>
  );
}

function rowActions(row: Household) {
  return (
    <>
      <IconButton size="small" label={`Tahrirlash: ${row.address}`} icon={<Pencil />} />
      <IconButton size="small" variant="danger" label={`O‘chirish: ${row.address}`} icon={<Trash2 />} />
    </>
  );
}
