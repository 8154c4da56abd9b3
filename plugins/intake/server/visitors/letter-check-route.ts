import { anyone } from '#kernel/plugin-api/contract.ts';
import { type Call, networkOf, routesOf, type QuotaLimiter } from '#kernel/plugin-api/server.ts';
import { letterChecksHook, type LetterCheck } from '#plugins/applications/contract.ts';
import { letterCheckSchema, letterCodeSchema } from '../../contract.ts';
import { intake } from '../../manifest.ts';
import { visitedSite, tenMinutes } from '../core/callers.ts';
import { codedError } from '../core/errors.ts';

type Check = (code: string) => Promise<LetterCheck>;

/** Returns the checks of all plugins that can verify letters. */
export async function letterChecksOf({
  hooks,
  language,
}: Pick<Call<unknown, unknown, unknown>, 'hooks' | 'language'>): Promise<readonly Check[]> {
  const checks: Check[] = [];
  await hooks.call(letterChecksHook, { language, add: (check) => void checks.push(check) });
  return checks;
}

/** `POST intake/letter-checks`: the page of a letter's QR code, in the widget. */
export const letterCheckRoute = (limiter: QuotaLimiter) =>
  routesOf(intake)({
    method: 'POST',
    path: 'intake/letter-checks',
    summary: 'Checks whether a letter of the office is genuine, by the code in its QR; no personal data',
    access: anyone,
    embedded: true,
    async admit(arrival) {
      visitedSite(arrival);
      const { context, address } = arrival;
      const key = `letter ${networkOf(address)}`;
      await limiter.count(context.database, [
        { key, limit: context.config.limits.status, seconds: tenMinutes },
      ]);
    },
    body: letterCodeSchema,
    response: letterCheckSchema,
    transaction: false,
    async handle(call) {
      const [check] = await letterChecksOf(call);
      if (!check) throw codedError('no_such_letter');
      const { status, number, issuedOn, office, replacedBy } = await check(call.body.code);
      return { status, number, issued_on: issuedOn, office, replaced_by: replacedBy };
    },
  });
