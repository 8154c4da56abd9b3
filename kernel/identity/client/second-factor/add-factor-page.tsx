import { useText } from '#kernel/client/index.ts';
import { refreshAdmin } from '../session/session-store.ts';
import { CenteredPage } from '#kernel/client/layout/centered-page.tsx';
import { Enrolment } from './enrolment.tsx';

interface AddFactorPageProps {
  /** Keeps this page while there is something on it that is shown only once. */
  readonly onHold: (held: boolean) => void;
}

/** The only page for admins without a required second factor; the requested page follows. */
export function AddFactorPage({ onHold }: AddFactorPageProps) {
  const t = useText();
  return (
    <CenteredPage title={t('secondFactor.first.title')} lead={t('secondFactor.first.lead')}>
      <Enrolment
        onHold={onHold}
        onDone={() =>
          void refreshAdmin()
            .catch(() => undefined)
            .finally(() => onHold(false))
        }
      />
    </CenteredPage>
  );
}
