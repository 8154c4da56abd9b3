import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { styled } from 'styled-components';
import { formatNumber } from '#kernel/domain/text/index.ts';
import {
  announce,
  Banner,
  Button,
  Dialog,
  ProgressBar,
  Stack,
  tabularNumbers,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { Verification } from '../../contract.ts';
import { useVerification } from './verification.ts';

/** Compares the log with its seals on request; shows progress and result. */
export function VerifyDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText('audit');
  const { state, start, stop } = useVerification();
  const { running, checked, total, outcome } = state;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('verify.title')}
      description={t('verify.text')}
      footer={
        running ? (
          <Button onClick={stop}>{t('verify.stop')}</Button>
        ) : (
          <Button variant="primary" onClick={start}>
            {t(outcome ? 'verify.checkAgain' : 'verify.start')}
          </Button>
        )
      }
    >
      <Stack>
        {running ? (
          <>
            <ProgressBar
              label={t('verify.title')}
              tone="accent"
              thick
              {...(total > 0 ? { value: (checked / total) * 100 } : {})}
            />
            <Words>
              {t('verify.progress', { checked: formatNumber(checked), total: formatNumber(total) })}
            </Words>
          </>
        ) : null}
        {outcome ? <Outcome outcome={outcome} /> : null}
      </Stack>
    </Dialog>
  );
}

function Outcome({ outcome: { sealed, unsealed, fault, head } }: { readonly outcome: Verification }) {
  const t = useText('audit');
  const counted = { sealed: formatNumber(sealed) };
  const text = fault
    ? t('verify.broken', {
        ...counted,
        fault: t(`verify.faults.${fault.code}`, {
          at: fault.at,
          defaultValue: t('verify.unknownFault', { code: fault.code }),
        }),
      })
    : t('verify.intact', counted);
  useEffect(() => announce(text), [text]);
  return (
    <>
      <Banner tone={fault ? 'rejected' : 'completed'} icon={fault ? <ShieldAlert /> : <ShieldCheck />}>
        {text}
      </Banner>
      {unsealed > 0 ? <Words>{t('verify.unsealed', { unsealed: formatNumber(unsealed) })}</Words> : null}
      {head ? (
        <Words>
          {t('verify.latestSeal')}
          <Seal>
            {head.seq}:{head.hash}
          </Seal>
        </Words>
      ) : null}
    </>
  );
}

const Words = styled.p`
  ${tabularNumbers}
  font-size: 13px;
  color: var(--text-2);
`;

const Seal = styled.code`
  display: block;
  margin-top: 4px;
  overflow-wrap: anywhere;
  user-select: all;
`;
