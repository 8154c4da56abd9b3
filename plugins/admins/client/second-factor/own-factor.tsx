import {
  Banner,
  Button,
  Card,
  Checkbox,
  confirm,
  Dialog,
  Enrolment,
  Field,
  type IdentityProof,
  ProofDialog,
  RadioGroup,
  ReadView,
  RecoveryCodes,
  refetchQueries,
  Row,
  send,
  TextStack,
  toast,
  toastError,
  useCapabilities,
  useDates,
  useLeaveGuard,
  usePasskeys,
  useRead,
  useSession,
  useText,
} from '#kernel/plugin-api/client.ts';
import { useState } from 'react';
import { passkeysCapability, type Factor } from '#kernel/plugin-api/contract.ts';
import type { FactorPolicyResponse } from '../../contract.ts';
import { FactorResetsCard } from './factor-resets.tsx';
import { PasskeysCard } from './own-passkeys.tsx';
import { factorDocument, factorPolicyDocument } from '../data/queries.ts';

/** The second factor in the settings: the user's own, and for super admins the rule for all. */
export function OwnFactor() {
  const isThere = useCapabilities('admins').includes('admins.second_factor');
  const canSign = usePasskeys();
  const hasResets = useCapabilities('admins').includes(passkeysCapability);
  const isSuperAdmin = useSession().rights?.role === 'super_admin';
  if (!isThere) return null;
  return (
    <>
      <FactorCard />
      {canSign ? <PasskeysCard /> : null}
      {isSuperAdmin ? <PolicyCard /> : null}
      {isSuperAdmin && hasResets ? <FactorResetsCard /> : null}
    </>
  );
}

type Open = 'add' | 'renew' | 'remove' | { readonly codes: readonly string[] } | null;

const path = 'admins/admin/second-factor';
/** From this number of recovery codes on, the user is warned that few are left. */
const few = 3;

/** The user's own second factor: adding and removing it, and the recovery codes. */
export function FactorCard() {
  const t = useText('admins');
  const read = useRead(factorDocument);
  const [open, setOpen] = useState<Open>(null);
  /** Whether recovery codes are shown or on their way, which the server gives only once. */
  const [isHeld, setHeld] = useState(false);
  useLeaveGuard(isHeld);

  function close(): void {
    setOpen(null);
    setHeld(false);
    void refetchQueries(factorDocument);
  }

  async function renew(proof: IdentityProof): Promise<void> {
    const response = await send<{ recovery_codes: string[] }>('POST', `${path}/recovery`, proof);
    setHeld(true);
    setOpen({ codes: response.recovery_codes });
  }

  async function remove(proof: IdentityProof): Promise<void> {
    await send('POST', `${path}/removal`, proof);
    toast.success(t('factor.removed'));
    close();
  }

  return (
    <Card title={t('factor.title')}>
      <ReadView read={read} failed={t('factor.failed')}>
        {({ factor }) => <State factor={factor} onOpen={setOpen} />}
      </ReadView>
      {open === 'add' ? (
        <Dialog open onClose={close} closedBy={isHeld ? 'none' : 'any'} title={t('factor.addTitle')}>
          <Enrolment onBlockLeave={setHeld} onDone={close} />
        </Dialog>
      ) : open === 'renew' ? (
        <ProofDialog
          title={t('factor.renewTitle')}
          text={t('factor.renewText')}
          submit={t('factor.renewSubmit')}
          onSubmit={renew}
          onClose={close}
        />
      ) : open === 'remove' ? (
        <ProofDialog
          danger
          title={t('factor.removeTitle')}
          text={t('factor.removeText')}
          submit={t('factor.remove')}
          onSubmit={remove}
          onClose={close}
        />
      ) : open !== null ? (
        <Dialog open onClose={close} closedBy="none" title={t('factor.renewTitle')}>
          <RecoveryCodes codes={open.codes} onDone={close} />
        </Dialog>
      ) : null}
    </Card>
  );
}

function State({ factor, onOpen }: { readonly factor: Factor; readonly onOpen: (open: Open) => void }) {
  const t = useText('admins');
  const dates = useDates();
  const { enabledAt, recovery_left, required } = factor;
  if (enabledAt === null) {
    return (
      <TextStack $gap={12} $start>
        <p>{t('factor.off')}</p>
        <Button onClick={() => onOpen('add')}>{t('factor.add')}</Button>
      </TextStack>
    );
  }
  return (
    <TextStack $gap={12} $start>
      <p>
        {t('factor.on', { at: dates.dateTime(enabledAt) })}
        <br />
        {t('factor.recoveryCodesLeft', { count: recovery_left })}
      </p>
      {recovery_left <= few ? <Banner>{t('factor.recoveryCodesLow')}</Banner> : null}
      {required ? <p>{t('factor.required')}</p> : null}
      <Row>
        <Button onClick={() => onOpen('renew')}>{t('factor.renew')}</Button>
        {required ? null : <Button onClick={() => onOpen('remove')}>{t('factor.remove')}</Button>}
      </Row>
    </TextStack>
  );
}

type Policy = FactorPolicyResponse['required'];

const policies: readonly Policy[] = ['nobody', 'super_admins', 'everyone'];

/** The rule for second factors; for super admins. */
export function PolicyCard() {
  const t = useText('admins');
  const read = useRead(factorPolicyDocument);
  return (
    <Card title={t('factor.policy.title')}>
      <ReadView read={read} failed={t('factor.policy.failed')}>
        {(data) => <PolicyChoice policy={data.policy} />}
      </ReadView>
    </Card>
  );
}

/** Changes the setting; asks first if users would lose access until they add a second factor. */
async function change(
  body: object,
  count: number,
  confirmation: { title: string; text: string },
): Promise<boolean> {
  const action = () => send('PUT', 'admins/second-factor', body);
  try {
    return count === 0 ? await action().then(() => true) : await confirm({ ...confirmation, action });
  } catch (failure) {
    toastError(failure);
    return false;
  } finally {
    await refetchQueries(factorPolicyDocument, factorDocument);
  }
}

function PolicyChoice({ policy }: { readonly policy: FactorPolicyResponse }) {
  const t = useText('admins');
  const { required, hardware, without } = policy;
  const counts = { nobody: 0, ...without };
  const saved = (done: boolean) => void (done && toast.success(t('factor.policy.saved')));

  async function choose(next: Policy): Promise<void> {
    const count = counts[next];
    const confirmation = {
      title: t('factor.policy.confirmTitle'),
      text: t('factor.policy.confirmText', { count }),
    };
    saved(await change({ required: next }, count, confirmation));
  }

  async function confirmHardwarePolicy(next: boolean): Promise<void> {
    const count = next ? without.hardware : 0;
    const confirmation = {
      title: t('factor.policy.hardwareTitle'),
      text: t('factor.policy.hardwareText', { count }),
    };
    saved(await change({ required, hardware: next }, count, confirmation));
  }

  return (
    <TextStack $gap={12}>
      <Field group label={t('factor.policy.lead')}>
        <RadioGroup<Policy>
          value={required}
          onChange={(next) => void choose(next)}
          options={policies.map((value) => ({ value, label: t(`factor.policy.${value}`) }))}
        />
      </Field>
      {counts[required] > 0 ? <p>{t('factor.policy.notEnabledCount', { count: counts[required] })}</p> : null}
      {hardware === undefined ? null : (
        <Checkbox
          checked={hardware}
          label={t('factor.policy.hardware')}
          hint={
            hardware && without.hardware > 0
              ? t('factor.policy.withoutHardware', { count: without.hardware })
              : t('factor.policy.hardwareHint')
          }
          onChange={({ target }) => void confirmHardwarePolicy(target.checked)}
        />
      )}
    </TextStack>
  );
}
