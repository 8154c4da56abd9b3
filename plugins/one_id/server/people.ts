import {
  personIdentifiedHook,
  personIdentifiersHook,
  type IdentifiedPerson,
  type IdentificationProblem,
} from '#kernel/plugin-api/contract.ts';
import {
  type Cookie,
  hooksOf,
  Redirect,
  releaseAttempts,
  type ServerContext,
} from '#kernel/plugin-api/server.ts';
import { oneId } from '../manifest.ts';
import { startFlow } from './authorization-flow.ts';
import { identifyPerson, ProviderError, providerOf, type Provider } from './provider.ts';
import type { Attempt } from './store.ts';

const onHook = hooksOf(oneId);

/** Offers to identify people without an account for other plugins, while the service is configured. */
export const offerIdentification = onHook(personIdentifiersHook, async ({ add }, _effects, context) => {
  if (!providerOf(context.config)) return;
  add({
    id: oneId.id,
    async begin(caller, { subject, returnPath }) {
      const call = {
        database: context.database,
        context,
        origin: caller.origin,
        address: caller.address,
        cookie: (name: string) => caller.cookie(name),
        setCookie: (cookie: Cookie) => caller.setCookie(cookie),
      };
      const options = { adminId: null, sessionId: null, from: returnPath, subject };
      return (await startFlow(call, options)).href;
    },
  });
});

/** A flow that a person went through for another plugin. */
type PersonAttempt = Attempt & { readonly subject: string; readonly inTime: boolean };

/** Reports the identified person to the plugin that requested it, and redirects the browser to its page. */
export async function finishIdentification(
  context: ServerContext<typeof oneId>,
  provider: Provider,
  { attempt, code }: { readonly attempt: PersonAttempt; readonly code: string },
): Promise<Redirect> {
  const result = await resultOf(context, provider, { attempt, code });
  const { subject, returnPath } = attempt;
  if ('person' in result) await releaseAttempts(context.database, attempt.reserved);
  await context.transaction(({ hooks }) => hooks.call(personIdentifiedHook, { subject, result }));
  const outcome = 'person' in result ? 'done' : result.problem;
  return new Redirect(`${returnPath}?${new URLSearchParams({ outcome })}`);
}

async function resultOf(
  { log }: ServerContext<typeof oneId>,
  provider: Provider,
  { attempt, code }: { readonly attempt: PersonAttempt; readonly code: string },
): Promise<{ readonly person: IdentifiedPerson } | { readonly problem: IdentificationProblem }> {
  if (!attempt.inTime) return { problem: 'state' };
  if (code === '') return { problem: 'cancelled' };
  try {
    return { person: await identifyPerson(provider, code, attempt.redirectUri) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ reason: error.message }, 'OneID did not identify a person');
    return { problem: error.outcome };
  }
}
