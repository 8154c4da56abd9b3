import { FlaskConical, WifiOff } from 'lucide-react';
import {
  Banner,
  Button,
  Card,
  EmptyState,
  ErrorState,
  ProgressBar,
  Skeleton,
  SkeletonCard,
  SkeletonGroup,
} from '#kernel/client/ui/index.ts';
import { Columns, Section } from './gallery-section.tsx';

/** Waiting, nothing, trouble, progress. */
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
