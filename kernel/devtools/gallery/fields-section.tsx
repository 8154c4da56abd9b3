import { IdCard } from 'lucide-react';
import { useState } from 'react';
import {
  Checkbox,
  ColorField,
  DateField,
  Field,
  NumberInput,
  PasswordInput,
  PhoneInput,
  RadioGroup,
  SearchInput,
  Switch,
  TextArea,
  TextInput,
} from '#kernel/client/ui/index.ts';
import { Columns, Section } from './gallery-section.tsx';

/** What is typed. */
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
          <NumberInput plain value={salary} onChange={setSalary} min={0} format={{ useGrouping: true }} />
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

/** What is ticked, picked and switched. */
export function ChoicesSection() {
  const [house, setHouse] = useState<'building' | 'apartment'>('building');
  const [date, setDate] = useState('2026-11-19');
  const [color, setColor] = useState('#0b7480');
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
