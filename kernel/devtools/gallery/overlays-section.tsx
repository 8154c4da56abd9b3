import { Bell, ChevronDown, Ellipsis, LogOut, Pencil, Settings, Trash2, User } from 'lucide-react';
import { useState } from 'react';
import {
  Button,
  Dialog,
  Field,
  IconButton,
  Menu,
  Popover,
  Select,
  TextArea,
  TextInput,
} from '#kernel/client/ui/index.ts';
import { confirm, toast } from '#kernel/client/index.ts';
import { Row, Section } from './gallery-section.tsx';

/** Dialogs, menus and other floating components. */
export function OverlaysSection() {
  return (
    <Section title="Overlays">
      <Row>
        <DialogExample />
        <Button onClick={() => void openConfirm()}>Confirm</Button>
        <Menu
          label="Profil"
          header={<strong>Madina Rahimova</strong>}
          entries={[
            { label: 'Sozlamalar', icon: <Settings />, to: '/preferences' },
            { label: 'Profil', icon: <User /> },
            { label: 'O‘chirilgan', disabled: true },
            'separator',
            { label: 'O‘zbekcha', checked: true },
            { label: 'Русский', checked: false },
            'separator',
            { label: 'Chiqish', icon: <LogOut />, danger: true, onSelect: () => toast.info('Chiqildi') },
          ]}
          renderTrigger={(props) => (
            <Button {...props} trailing={<ChevronDown />}>
              Menyu
            </Button>
          )}
        />
        <Menu
          label="Amallar"
          entries={[
            { label: 'Tahrirlash', icon: <Pencil /> },
            { label: 'O‘chirish', icon: <Trash2 />, danger: true },
          ]}
          renderTrigger={(props) => (
            <IconButton {...props} label="Amallar" icon={<Ellipsis />} variant="default" />
          )}
        />
        <Popover
          label="Bildirishnomalar"
          width={300}
          renderTrigger={(props) => (
            <IconButton {...props} label="Bildirishnomalar" icon={<Bell />} count={12} />
          )}
        >
          {(close) => (
            <>
              <p>3 ta yangi ariza keldi.</p>
              <br />
              <Button size="small" onClick={close}>
                Yopish
              </Button>
            </>
          )}
        </Popover>
        <Button onClick={() => toast.success('Status yangilandi!')}>Toast: success</Button>
        <Button onClick={() => toast.error('Kechirasiz, xatolik yuz berdi. Iltimos, qayta urinib ko‘ring.')}>
          Toast: error
        </Button>
      </Row>
    </Section>
  );
}

async function openConfirm(): Promise<void> {
  const yes = await confirm({
    title: 'Xonadonni o‘chirish',
    text: 'Haqiqatdan ham bu Xonadonni o‘chirmoqchimisiz? Bu amalni qaytarib bo‘lmaydi.',
    danger: true,
    action: () => new Promise((done) => setTimeout(done, 1200)),
  });
  if (yes) toast.success('Xonadon o‘chirildi');
}

function DialogExample() {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Dialog
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title="Ko‘cha qo‘shish"
        description="Nomi ikki tilda kiritiladi."
        guard={() => text === '' || confirm({ title: 'Saqlanmagan o‘zgarishlar', text: 'Yopilsinmi?' })}
        footer={
          <>
            <Button onClick={close}>Bekor qilish</Button>
            <Button variant="primary" onClick={close}>
              Qo‘shish
            </Button>
          </>
        }
      >
        <Field label="Nomi (uz)" required>
          <TextInput value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <br />
        <Field label="Mahalla">
          <Select options={[{ value: 'a', label: 'Navoiy MFY' }]} value="a" onChange={() => undefined} />
        </Field>
        <br />
        <Field label="Izoh">
          <TextArea rows={4} />
        </Field>
      </Dialog>
    </>
  );
}
