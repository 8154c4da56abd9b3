import { Bell, Download, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton, Kbd, LinkButton, Logo, Spinner } from '#kernel/client/ui/index.ts';
import { Row, Section } from './gallery-section.tsx';

/** Buttons in every state. */
export function ButtonsSection() {
  const [saving, setSaving] = useState(false);

  function save(): void {
    setSaving(true);
    setTimeout(() => setSaving(false), 1500);
  }

  return (
    <Section title="Buttons">
      <Row>
        <Button variant="primary" icon={<Plus />}>
          Ariza qabul qilish
        </Button>
        <Button icon={<Download />}>Eksport</Button>
        <Button variant="ghost">Bekor qilish</Button>
        <Button variant="danger">O‘chirish</Button>
        <Button variant="primary" loading={saving} onClick={save}>
          Saqlash
        </Button>
      </Row>
      <Row>
        <Button variant="primary" disabled>
          Primary
        </Button>
        <Button disabled>Default</Button>
        <Button variant="ghost" disabled>
          Ghost
        </Button>
        <Button variant="danger" disabled>
          Danger
        </Button>
        <Button loading>Yuklanmoqda</Button>
      </Row>
      <Row>
        <Button size="small">Small</Button>
        <Button>Medium</Button>
        <Button size="large" variant="primary">
          Large
        </Button>
        <LinkButton to="/somewhere" icon={<Plus />}>
          Link
        </LinkButton>
        <LinkButton to="/somewhere" variant="primary" size="small">
          Link
        </LinkButton>
      </Row>
      <Row>
        <IconButton label="Bildirishnomalar" icon={<Bell />} count={3} />
        <IconButton label="Tahrirlash" icon={<Pencil />} />
        <IconButton label="O‘chirish" icon={<Trash2 />} variant="danger" />
        <IconButton label="Yana" icon={<Ellipsis />} variant="default" />
        <IconButton label="Yana" icon={<Ellipsis />} size="small" />
        <IconButton label="Yana" icon={<Ellipsis />} disabled />
        <IconButton label="Bosilgan" icon={<Pencil />} aria-pressed />
        <Spinner />
        <Logo size={34} />
        <Logo size={56} label="Ko‘mak" />
        <Kbd>Ctrl K</Kbd>
      </Row>
    </Section>
  );
}
