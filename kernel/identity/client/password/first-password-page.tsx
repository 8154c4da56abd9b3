import { useText } from '#kernel/client/index.ts';
import { refreshAdmin } from '../session/session-lifecycle.ts';
import { CenteredPage } from '../layout/centered-page.tsx';
import { PasswordForm } from './password-form.tsx';

/** The only page after a sign-in with a first password: choosing an own one; the requested page follows. */
export function FirstPasswordPage() {
  const t = useText();
  return (
    <CenteredPage title={t('password.first.title')} lead={t('password.first.lead')}>
      {/* When nobody can be asked just now, the socket says the same. */}
      <PasswordForm
        alone
        oldLabel={t('password.first.old')}
        onDone={() => void refreshAdmin().catch(() => undefined)}
      />
    </CenteredPage>
  );
}
