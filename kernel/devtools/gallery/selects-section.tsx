import { useState } from 'react';
import { Combobox, Field, MultiSelect, type Option, Select } from '#kernel/client/ui/index.ts';
import { Columns, Section } from './gallery-section.tsx';

const statuses: Option[] = [
  { value: 'accepted', label: 'Qabul qilingan', color: 'var(--accepted)' },
  { value: 'completed', label: 'Bajarilgan', color: 'var(--completed)' },
  { value: 'rejected', label: 'Rad etilgan', color: 'var(--rejected)' },
  { value: 'late', label: 'Muddati tugagan', disabled: true },
];

const names = [
  'Navoiy',
  'Mustaqillik',
  'Do‘stlik',
  'Xorazm',
  'Gulobod',
  'Al-Xorazmiy',
  'Yoshlik',
  'Bog‘ot',
  'Chandir',
  'G‘oybu',
];
const neighborhoods: Option<number>[] = names.map((name, index) => ({
  value: index + 1,
  label: `${name} MFY`,
}));
const receivers: Option<number>[] = [
  { value: 1, label: 'Jasur Bekchanov', hint: 'Mahalla raisi' },
  { value: 2, label: 'Madina Rahimova', hint: 'Bosh administrator' },
  { value: 3, label: 'Sherzod Matyoqubov', hint: 'Ijtimoiy xodim' },
];

/** One of few, one of many, several of many. */
export function SelectsSection() {
  const [status, setStatus] = useState<string | null>('accepted');
  const [limit, setLimit] = useState<number | null>(null);
  const [neighborhood, setNeighborhood] = useState<number | null>(3);
  const [receiver, setReceiver] = useState<number | null>(null);
  const [several, setSeveral] = useState<number[]>([1, 3, 5]);
  return (
    <Section title="Selects">
      <Columns>
        <Field label="Holat">
          <Select options={statuses} value={status} onChange={setStatus} />
        </Field>
        <Field label="Sahifada" required error="Tanlash shart">
          <Select
            options={[10, 20, 30, 50].map((value) => ({ value, label: String(value) }))}
            value={limit}
            onChange={setLimit}
          />
        </Field>
        <Field label="O‘chirilgan">
          <Select options={statuses} value="completed" onChange={() => undefined} disabled />
        </Field>
        <Field label="Mahalla">
          <Combobox options={neighborhoods} value={neighborhood} onChange={setNeighborhood} clearable />
        </Field>
        <Field label="Qabul qiluvchi" required>
          <Combobox options={receivers} value={receiver} onChange={setReceiver} />
        </Field>
        <Field label="Yuklanayotgan">
          <Combobox options={[]} value={null} onChange={() => undefined} loading />
        </Field>
        <Field label="Variantsiz">
          <Combobox options={[]} value={null} onChange={() => undefined} />
        </Field>
        <Field label="Mahallalar" hint="Bir nechtasini tanlang">
          <MultiSelect options={neighborhoods} value={several} onChange={setSeveral} />
        </Field>
        <Field label="Bo‘sh" error="Kamida bittasini tanlang">
          <MultiSelect options={neighborhoods} value={[]} onChange={() => undefined} />
        </Field>
      </Columns>
    </Section>
  );
}
