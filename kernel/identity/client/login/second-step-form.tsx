import { styled } from 'styled-components';
import { useText } from '#kernel/client/index.ts';
import { Button, Divider, Stack } from '#kernel/client/ui/index.ts';
import type { SecondStep } from '#kernel/contract/http/session.ts';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import { usePasskeys } from '../passkeys/use-passkeys.ts';
import { CodeForm, Introduction } from './code-form.tsx';

interface SecondStepFormProps {
  readonly step: SecondStep;
  /** Goes back to login and password, with the reason if there is one. */
  readonly onBack: (cause?: string) => void;
}

/** The second step of a sign-in: a passkey or a code, as the user chooses. */
export function SecondStepForm({ step: { ticket, ways = ['code'] }, onBack }: SecondStepFormProps) {
  const t = useText();
  const canSign = usePasskeys();
  const hasPasskey = ways.includes('passkey');
  const button = (isOnly: boolean) => <PasskeyButton ticket={ticket} primary={isOnly} onExpired={onBack} />;
  if (ways.includes('code')) {
    const beside = hasPasskey && canSign && (
      <Beside>
        {button(false)}
        <Divider>{t('login.or')}</Divider>
      </Beside>
    );
    return <CodeForm ticket={ticket} beside={beside} onBack={onBack} />;
  }
  return (
    <>
      <h1>{t('login.code.title')}</h1>
      <Introduction>{t(canSign ? 'login.code.passkeyLead' : 'passkeys.unsupportedAddress')}</Introduction>
      <Stack>
        {canSign ? button(true) : null}
        <Button variant="ghost" wide onClick={() => onBack()}>
          {t('login.code.back')}
        </Button>
      </Stack>
    </>
  );
}

const Beside = styled(Stack)`
  margin-bottom: var(--s4);
`;
