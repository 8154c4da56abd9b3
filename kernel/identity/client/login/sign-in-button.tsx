import { useEffect, useEffectEvent, useId, useState } from 'react';
import { styled } from 'styled-components';
import { toast, toRequestError, translate, useDeployment, useText } from '#kernel/client/index.ts';
import { ProblemBanner, Button } from '#kernel/client/ui/index.ts';
import { apiAddress } from '#kernel/client/data/request.ts';
import { signInCapability } from '#kernel/contract/plugin/manifest.ts';
import type { SecondStep } from '#kernel/contract/http/session.ts';
import type { SignInMethod } from '../../contract/sign-in.ts';
import { returnPath, takeSession } from '../session/session-lifecycle.ts';

interface SignInButtonProps {
  readonly way: SignInMethod;
  readonly onSecondStep: (step: SecondStep) => void;
}

/** Signs in through an external service; explains if it is not configured, and shows the service's errors. */
export function SignInButton({ way, onSecondStep }: SignInButtonProps) {
  const t = useText();
  const { busy, problem } = useReturn(way, onSecondStep);
  const plugin = useDeployment().plugins?.find(({ id }) => id === way.plugin);
  const isThere = plugin?.capabilities.includes(signInCapability) ?? false;
  const hint = useId();
  const query = new URLSearchParams({ from: returnPath(location.search) }).toString();
  return (
    <>
      <div>
        <Button
          size="large"
          wide
          disabled={!isThere}
          loading={busy}
          aria-describedby={isThere ? undefined : hint}
          onClick={() => location.assign(apiAddress(`${way.begin}?${query}`))}
        >
          {t(way.label)}
        </Button>
        {isThere ? null : <Hint id={hint}>{t(way.off)}</Hint>}
      </div>
      <ProblemBanner>{problem}</ProblemBanner>
    </>
  );
}

let taking: Promise<SecondStep | null> | null = null;

/**
 * Opens the session when the browser returns from the service, or shows the error. Calls `onSecondStep` if the admin
 * has a second factor.
 */
function useReturn({ parameter, session, problems }: SignInMethod, onSecondStep: (step: SecondStep) => void) {
  const t = useText();
  const [arrived] = useState(() => new URLSearchParams(location.search).get(parameter));
  const [failure, setFailure] = useState<string | null>(null);
  const go = useEffectEvent((step: SecondStep | null) => {
    if (step) onSecondStep(step);
    else toast.success(translate('kernel:login.done'));
  });
  useEffect(() => {
    forget(parameter);
    if (arrived !== 'done') return;
    // A ticket is valid once, but StrictMode runs effects twice.
    if (taking) return;
    taking = takeSession(session).finally(() => (taking = null));
    taking.then(go, (error: unknown) => setFailure(toRequestError(error).text));
  }, [arrived, parameter, session]);
  const problem = arrived === null ? undefined : problems[arrived];
  return {
    busy: arrived === 'done' && failure === null,
    problem: problem === undefined ? failure : t(problem),
  };
}

/** Removes the outcome from the address, so that a reload does not show it again. */
function forget(parameter: string): void {
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
