import { IdCard } from 'lucide-react';
import { useState } from 'react';
import {
  Checkbox,
  ColorField,
  Combobox,
  DateField,
  Field,
  type FileInfo,
  FileList,
  FilePicker,
  MultiSelect,
  NumberInput,
  type Option,
  PasswordInput,
  PhoneInput,
  RadioGroup,
  SearchInput,
  Select,
  Switch,
  TextArea,
  TextInput,
} from '#kernel/client/ui/index.ts';
import { accentColor } from '#kernel/domain/geo/palette.ts';
import { Columns, Section } from './gallery-section.tsx';
import samples from './samples.json' with { type: 'json' };

/** Text inputs. */
export function FieldsSection() {
  const [phone, setPhone] = useState('998901234567');
  const [count, setCount] = useState<number | null>(4);
  const [salary, setSalary] = useState<number | null>(1250000);
  const [note, setNote] = useState('');
  const [search, setSearch] = useState('Navoiy');
  return (
    <Section title="Fields">
      <Columns>
        <Field label="Ism" required>
          <TextInput defaultValue="Gulnora" />
        </Field>
        <Field label="Login" required error="Login kiritish shart!">
          <TextInput placeholder="g.rahimova" />
        </Field>
        <Field label="Parol" hint="Kamida 8 ta belgi">
          <PasswordInput defaultValue="parol1234" />
        </Field>
        <Field label="Telefon">
          <PhoneInput value={phone} onChange={setPhone} />
        </Field>
        <Field label="JSHSHIR" counter={{ used: 11, max: 14 }}>
          <TextInput leading={<IdCard />} defaultValue="31203854520" inputMode="numeric" />
        </Field>
        <Field label="O‘chirilgan">
          <TextInput disabled defaultValue="O‘zgarmaydi" />
        </Field>
        <Field label="Ishga yaroqli">
          <NumberInput value={count} onChange={setCount} min={0} max={20} />
        </Field>
        <Field label="Oylik, so‘m" hint={`Qiymat: ${salary ?? '---'}`}>
          <NumberInput plain value={salary} onChange={setSalary} min={0} />
        </Field>
        <Field label="Qidiruv" labelHidden>
          <SearchInput label="Qidiruv" value={search} onChange={setSearch} />
        </Field>
        <Field label="Xabar" counter={{ used: note.length, max: 500 }} hint="Qisqa va aniq yozing">
          <TextArea
            value={note}
            onChange={(event) => setNote(event.target.value)}
            placeholder="Xabar yozing..."
          />
        </Field>
        <Field label="Izoh" required error="Sababini yozing">
          <TextArea rows={3} />
        </Field>
      </Columns>
    </Section>
  );
}

/** Checkboxes, radio buttons and switches. */
export function ChoicesSection() {
  const [house, setHouse] = useState<'building' | 'apartment'>('building');
  const [date, setDate] = useState('2026-11-19');
  const [color, setColor] = useState<string>(accentColor);
  return (
    <Section title="Choices, dates, colours">
      <Columns>
        <Field group label="Ruxsatlar">
          <Checkbox label="Xonadon qo‘shish" defaultChecked />
          <Checkbox label="Ariza qabul qilish" hint="Arizalar bo‘limi ochiladi" />
          <Checkbox label="Hammasi" indeterminate />
          <Checkbox label="Ko‘cha qo‘shish" disabled />
        </Field>
        <Field group label="Xonadon turi" required>
          <RadioGroup
            options={[
              { value: 'building', label: 'Ko‘p qavatli uy' },
              { value: 'apartment', label: 'Xonadon', hint: 'Alohida hovli' },
            ]}
            value={house}
            onChange={setHouse}
          />
        </Field>
        <div>
          <Switch label="Tungi ko‘rinish" defaultChecked />
          <br />
          <Switch label="Bildirishnomalar" hint="Yangi ariza kelganda" />
          <br />
          <Switch label="O‘chirilgan" disabled />
        </div>
        <Field group label="Sanadan" hint={date === '' ? 'Tanlanmagan' : date}>
          <DateField value={date} onChange={setDate} max="2027-12-31" />
        </Field>
        <Field group label="Sanagacha" error="Sana noto‘g‘ri">
          <DateField value="" onChange={() => undefined} />
        </Field>
        <Field group label="Toifa rangi" required>
          <ColorField value={color} onChange={setColor} />
        </Field>
      </Columns>
    </Section>
  );
}

const neighborhoods: Option<number>[] = samples.neighborhoods.map((name, index) => ({
  value: index + 1,
  label: `${name} MFY`,
}));

/** Selects: one of few options, one of many, several of many. */
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
          <Select options={samples.statuses} value={status} onChange={setStatus} />
        </Field>
        <Field label="Sahifada" required error="Tanlash shart">
          <Select
            options={[10, 20, 30, 50].map((value) => ({ value, label: String(value) }))}
            value={limit}
            onChange={setLimit}
          />
        </Field>
        <Field label="O‘chirilgan">
          <Select options={samples.statuses} value="completed" onChange={() => undefined} disabled />
        </Field>
        <Field label="Mahalla">
          <Combobox options={neighborhoods} value={neighborhood} onChange={setNeighborhood} clearable />
        </Field>
        <Field label="Qabul qiluvchi" required>
          <Combobox options={samples.receivers} value={receiver} onChange={setReceiver} />
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

const limits = { maxFiles: 5, maxBytes: 10 * 1024 ** 2, accept: ['image/', 'application/pdf'] };

/** Files to upload, and stored files. */
export function FilesSection() {
  const [files, setFiles] = useState<FileInfo[]>(samples.files);
  const [next, setNext] = useState(100);

  function add(added: File[]): void {
    setNext(next + added.length);
    setFiles([
      ...files,
      ...added.map((file, index) => ({ id: next + index, name: file.name, size: file.size })),
    ]);
  }

  return (
    <Section title="Files">
      <Columns $min={320}>
        <Field group label="Fayllar">
          <FilePicker {...limits} files={[]} onFiles={add} />
        </Field>
        <FileList
          label="Fayllar"
          files={files}
          onRemove={(id) => setFiles(files.filter((file) => file.id !== id))}
        />
        <div>
          <FilePicker {...limits} files={files} onFiles={add} shape="button" />
          <FileList label="Xabardagi fayllar" files={samples.files.slice(0, 2)} layout="inline" />
        </div>
      </Columns>
    </Section>
  );
}
