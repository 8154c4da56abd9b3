import { styled } from 'styled-components';
import { Columns, Row, Section } from './gallery-section.tsx';
import samples from './samples.json' with { type: 'json' };
import { Bell, Download, Ellipsis, FlaskConical, Pencil, Plus, Trash2, WifiOff } from 'lucide-react';
import { useState } from 'react';
import {
  Banner,
  Button,
  Card,
  EmptyState,
  ErrorState,
  IconButton,
  Kbd,
  LinkButton,
  Logo,
  ProgressBar,
  Skeleton,
  SkeletonCard,
  SkeletonGroup,
  Spinner,
} from '#kernel/client/ui/index.ts';

/** Colour tokens and typography. */
export function ColorsSection() {
  return (
    <Section title="Tokens">
      <Row>
        {samples.grounds.map((name) => (
          <Swatch key={name} style={{ background: `var(--${name})` }} title={name} />
        ))}
        {samples.inks.map((name) => (
          <Ink key={name} style={{ color: `var(--${name})` }}>
            {name}
          </Ink>
        ))}
      </Row>
      <div>
        <Big>Ko‘mak — Yordam dasturi</Big>
        <p>
          O‘zbekcha: g‘isht, o‘rik, Shahar, maʼlumot. Русский: помощь населению. Ўзбекча: қишлоқ, ғазна, ҳаво.
        </p>
        <Numbers>0123456789 · 28 640 · +998 (91) 431-25-16 · № 000411</Numbers>
      </div>
    </Section>
  );
}

/** Buttons in every state. */
export function ButtonsSection() {
  return (
    <Section title="Buttons">
      <Row>
        <Button variant="primary" icon={<Plus />}>
          Ariza qabul qilish
        </Button>
        <Button icon={<Download />}>Eksport</Button>
        <Button variant="ghost">Bekor qilish</Button>
        <Button variant="danger">O‘chirish</Button>
        <SaveButton />
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
        <Logo size={56} />
        <Kbd>Ctrl K</Kbd>
      </Row>
    </Section>
  );
}

/** A button that is loading for a while after a click. */
function SaveButton() {
  const [saving, setSaving] = useState(false);

  function save(): void {
    setSaving(true);
    setTimeout(() => setSaving(false), 1500);
  }

  return (
    <Button variant="primary" loading={saving} onClick={save}>
      Saqlash
    </Button>
  );
}

/** Loading, empty, error and progress states. */
export function FeedbackSection() {
  return (
    <Section title="Feedback">
      <Banner shape="strip">Tizim test rejimida ishlamoqda</Banner>
      <Columns $min={320}>
        <Banner icon={<FlaskConical />} tone="accent" action={<Button size="small">Batafsil</Button>}>
          Yangi talqin tayyor
        </Banner>
        <Banner icon={<WifiOff />} tone="rejected">
          Aloqa uzildi, qayta ulanmoqda
        </Banner>
      </Columns>
      <Columns $min={200}>
        <ProgressBar value={18} label="Muddat" />
        <ProgressBar value={54} label="Muddat" />
        <ProgressBar value={92} label="Muddat" />
        <ProgressBar value={40} label="Yuklash" tone="accent" thick />
        <ProgressBar label="Noma’lum" tone="accent" />
      </Columns>
      <Columns $min={300}>
        <Card>
          <EmptyState
            title="Arizalar yo‘q"
            text="Fuqarolar yuborgan arizalar shu yerda ko‘rinadi."
            action={<Button variant="primary">Ariza qabul qilish</Button>}
          />
        </Card>
        <Card>
          <ErrorState
            title="Ro‘yxatni olib bo‘lmadi"
            text="Server javob bermadi."
            onRetry={() => undefined}
          />
        </Card>
        <SkeletonGroup>
          <SkeletonCard rows={3} />
          <br />
          <Skeleton shape="block" height={64} />
        </SkeletonGroup>
      </Columns>
    </Section>
  );
}

const Swatch = styled.span`
  width: 40px;
  height: 28px;
  border: 1px solid var(--line-strong);
  border-radius: var(--r1);
`;

const Ink = styled.span`
  padding: 4px 8px;
  border-radius: var(--r1);
  background: var(--surface);
  font-weight: 600;
`;

const Big = styled.h3`
  font-size: 20px;
  line-height: 28px;
`;

const Numbers = styled.p`
  color: var(--text-2);
  font-variant-numeric: tabular-nums;
`;
