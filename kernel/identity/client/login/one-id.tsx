import { useEffect, useEffectEvent, useId, useState } from 'react';
import { styled } from 'styled-components';
import { toast, toRequestError, translate, useDeployment, useText } from '#kernel/client/index.ts';
import { Button } from '#kernel/client/ui/index.ts';
import { apiAddress } from '#kernel/client/data/request.ts';
import { returnPath, takeOneIdSession } from '../session/session-store.ts';
import type { SecondStep } from '#kernel/contract/wire.ts';

/** The way in through the national identity service; says so where the deployment has none. */
export function OneIdButton({ busy = false }: { readonly busy?: boolean }) {
  const t = useText();
  const { oneId } = useDeployment();
  const hint = useId();
  const query = new URLSearchParams({ from: returnPath(location.search) }).toString();
  return (
    <div>
      <Button
        size="large"
        wide
        disabled={!oneId}
        loading={busy}
        aria-describedby={oneId ? undefined : hint}
        onClick={() => location.assign(apiAddress(`oneid?${query}`))}
      >
        {t('login.oneId')}
      </Button>
      {oneId ? null : <Hint id={hint}>{t('login.oneIdOff')}</Hint>}
    </div>
  );
}

const parameter = 'oneid';
const problems = ['state', 'cancelled', 'refused', 'unavailable', 'unknown'] as const;

let taking: Promise<SecondStep | null> | null = null;

/**
 * Takes the session when the browser comes back from the national identity service, or says why there is none; hands the
 * second step on where a code is asked for.
 */
export function useOneIdReturn(onSecondStep: (step: SecondStep) => void) {
  const t = useText();
  const [arrived] = useState(() => new URLSearchParams(location.search).get(parameter));
  const [failure, setFailure] = useState<string | null>(null);
  const go = useEffectEvent((step: SecondStep | null) => {
    if (step) onSecondStep(step);
    else toast.success(translate('kernel:login.done'));
  });
  useEffect(() => {
    forget();
    if (arrived !== 'done') return;
    // A ticket is good for once, and StrictMode comes twice.
    if (taking) return;
    taking = takeOneIdSession().finally(() => (taking = null));
    taking.then(go, (error: unknown) => setFailure(toRequestError(error).text));
  }, [arrived]);
  const problem = problems.find((one) => one === arrived);
  return {
    busy: arrived === 'done' && failure === null,
    problem: problem === undefined ? failure : t(`login.oneIdProblems.${problem}`),
  };
}

/** Takes the word out of the address: a reload must not say it again. */
function forget(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has(parameter)) return;
  address.searchParams.delete(parameter);
  history.replaceState(history.state, '', address);
}

const Hint = styled.p`
  margin-top: 8px;
  color: var(--text-3);
  font-size: 12.5px;
  line-height: 18px;
  text-align: center;
`;
