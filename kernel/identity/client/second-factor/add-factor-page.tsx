import { useState } from 'react';
import { useText } from '#kernel/client/index.ts';
import { Field, RadioGroup, TextStack } from '#kernel/client/ui/index.ts';
import { CenteredPage } from '../layout/centered-page.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { usePasskeys } from '../passkeys/use-passkeys.ts';
import { refreshAdmin } from '../session/session-lifecycle.ts';
import { Enrolment } from './enrolment.tsx';
import { useOwnFactors } from './use-proof.ts';

interface AddFactorPageProps {
  /** Keeps this page open while it shows something that is shown only once. */
  readonly onBlockLeave: (held: boolean) => void;
}

type Kind = 'application' | 'passkey';

/** The only page for admins who lack a required second factor; then the requested page opens. */
export function AddFactorPage({ onBlockLeave }: AddFactorPageProps) {
  const t = useText();
  const ways = useOwnFactors();
  const canSign = usePasskeys();
  const [kind, setKind] = useState<Kind>('application');
  const needsHardware = ways?.hardwareRequired ?? false;
  const Form = needsHardware || kind === 'passkey' ? AddPasskey : Enrolment;
  return (
    <CenteredPage title={t('secondFactor.first.title')} lead={t('secondFactor.first.lead')}>
      {ways && (
        <TextStack>
          {canSign && !needsHardware ? (
            <Field group label={t('passkeys.choice')}>
              <RadioGroup<Kind>
                value={kind}
                onChange={setKind}
                options={[
                  { value: 'application', label: t('passkeys.application') },
                  { value: 'passkey', label: t('passkeys.passkey') },
                ]}
              />
            </Field>
          ) : null}
          {needsHardware && !canSign ? (
            <p>{t('passkeys.unsupportedAddress')}</p>
          ) : (
            <Form
              onBlockLeave={onBlockLeave}
              onDone={() =>
                void refreshAdmin()
                  .catch(() => undefined)
                  .finally(() => onBlockLeave(false))
              }
            />
          )}
        </TextStack>
      )}
    </CenteredPage>
  );
}
