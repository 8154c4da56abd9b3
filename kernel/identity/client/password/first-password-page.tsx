import { useText } from '#kernel/client/index.ts';
import { refreshAdmin } from '../session/session-lifecycle.ts';
import { CenteredPage } from '../layout/centered-page.tsx';
import { PasswordForm } from './password-form.tsx';

/** The only page after signing in with an initial password: the user sets their own; then the requested page opens. */
export function FirstPasswordPage() {
  const t = useText();
  return (
    <CenteredPage title={t('password.first.title')} lead={t('password.first.lead')}>
      {/* If the server does not respond, the socket reports the change. */}
      <PasswordForm
        alone
        oldLabel={t('password.first.old')}
        onDone={() => void refreshAdmin().catch(() => undefined)}
      />
    </CenteredPage>
  );
}
