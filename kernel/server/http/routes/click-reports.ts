import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fail, signedIn } from '#kernel/contract/index.ts';
import { clickReportSchema, type ClickReport } from '#kernel/contract/http/traces.ts';
import type { ApiRoute } from '../../api/index.ts';
import { createRateLimiter } from '../../limits/rate-limiter.ts';
import type { ServerServices } from '../../services/server-services.ts';
import { apiBase } from '../pipeline/api.ts';
import { authorize, callerOf } from '../pipeline/authorize.ts';
import { clickReportPath } from '../pipeline/trace-requests.ts';
import { responseJsonSchema } from '../responses/response-schema.ts';
import { readInput } from '../pipeline/validate.ts';

/** A browser reports at most once a second. */
const reportRate = { burst: 20, perSecond: 1 };

const maxBodyBytes = 128 * 1024;

/** The call as described in the API document; mounted while the server records traces. */
export const clickReportCall: Omit<ApiRoute, 'handle'> = {
  method: 'POST',
  path: clickReportPath,
  summary: 'Records the clicks that a browser reports, for traces',
  access: signedIn,
  transaction: false,
  body: clickReportSchema,
  response: z.strictObject({}),
};

/** Accepts click reports of browsers, which may not be able to reach a collector; pages are named only by their ids. */
export function mountClickReports(
  api: FastifyInstance,
  { sessions, tracing, plugins }: ServerServices,
): void {
  if (!tracing || tracing.share === 0) return;
  const limitRate = createRateLimiter(reportRate);
  api.post(
    `${apiBase}/${clickReportPath}`,
    {
      bodyLimit: maxBodyBytes,
      schema: { response: { 200: responseJsonSchema(clickReportCall.response) } },
      // Before the body is read.
      onRequest: async (request) => {
        const session = await authorize(sessions, callerOf(request), signedIn);
        if (!session) throw fail('unauthenticated');
        limitRate(session.viewer.id);
      },
    },
    async (request) => {
      const { clicks } = readInput(clickReportSchema, request.body) as ClickReport;
      const pages = new Set(plugins.registry.routes.map(({ id }) => id));
      tracing.addClicks(
        clicks.map((click) => ({
          ...click,
          page: click.page !== null && pages.has(click.page) ? click.page : null,
        })),
      );
      return {};
    },
  );
}
