import { sql } from 'kysely';
import { z } from 'zod';
import { anyone, idParamSchema, superAdmin } from '#kernel/plugin-api/contract.ts';
import { assertVersion, type Call, routesOf, type QuotaLimiter } from '#kernel/plugin-api/server.ts';
import {
  deliverySchema,
  eventsQuerySchema,
  keyHeader,
  replayBodySchema,
  siteBodySchema,
  siteEventSchema,
  siteSchema,
  siteSecretsSchema,
  type SiteEvent,
} from '../../contract.ts';
import { intake } from '../../manifest.ts';
import { callerHeaders, identifySite, type KeyedSite, tenMinutes } from '../core/callers.ts';
import { codedError } from '../core/errors.ts';
import { eventsErrors } from '../core/rejections.ts';
import {
  insertSite,
  lockSite,
  readDeliveries,
  readSite,
  readSites,
  renewSite,
  replayEvents,
  revokeSite,
  updateSite,
} from './store.ts';

const route = routesOf(intake);
const access = superAdmin;
const params = z.object({ id: idParamSchema });

const list = route({
  method: 'GET',
  path: 'intake/sites',
  summary: 'The sites that have a key',
  access,
  response: z.array(siteSchema),
  handle: ({ database }) => readSites(database),
});

const create = route({
  method: 'POST',
  path: 'intake/sites',
  summary: 'Creates a key for a site; it is shown only once',
  access,
  body: siteBodySchema,
  response: siteSecretsSchema,
  secret: true,
  status: 201,
  async handle(call) {
    const made = await insertSite(call.database, call.context, call.body);
    await note(call, 'intake.site.create', made.site.id);
    return made;
  },
});

const update = route({
  method: 'PUT',
  path: 'intake/sites/:id',
  summary: 'Changes the name, the limits and the webhook of a site',
  access,
  params,
  body: siteBodySchema,
  response: siteSchema,
  versioned: true,
  async handle(call) {
    const { id } = call.params;
    const before = await lockSite(call.database, id);
    assertVersion(call, { ...before, updatedAt: before.updated_at });
    await updateSite(call.database, id, call.body);
    await note(call, 'intake.site.update', id);
    return readSite(call.database, id);
  },
});

const renew = route({
  method: 'POST',
  path: 'intake/sites/:id/key',
  summary: 'Replaces the key and the secret of a site; the former ones become invalid at once',
  access,
  params,
  response: siteSecretsSchema,
  secret: true,
  async handle(call) {
    const { id } = call.params;
    const made = await renewSite(call.database, call.context, id);
    await note(call, 'intake.site.renew', id);
    return made;
  },
});

const revoke = route({
  method: 'POST',
  path: 'intake/sites/:id/revocation',
  summary: 'Revokes the key of a site permanently',
  access,
  params,
  response: siteSchema,
  async handle(call) {
    const { id } = call.params;
    await revokeSite(call.database, id);
    await note(call, 'intake.site.revoke', id);
    return readSite(call.database, id);
  },
});

const deliveries = route({
  method: 'GET',
  path: 'intake/sites/:id/events',
  summary: 'The newest events of a site, with the outcome of their deliveries',
  access,
  params,
  response: z.array(deliverySchema),
  handle: ({ database, params: { id } }) => readDeliveries(database, id),
});

const replay = route({
  method: 'POST',
  path: 'intake/sites/:id/replay',
  summary: 'Delivers the events of a site again, starting with a given event',
  access,
  params,
  body: replayBodySchema,
  response: z.object({ events: z.int() }),
  async handle(call) {
    const { id } = call.params;
    await readSite(call.database, id);
    const events = await replayEvents(call.database, id, call.body.from);
    await note(call, 'intake.site.replay', id);
    return { events };
  },
});

async function note(
  call: Call<unknown, unknown, unknown, typeof intake>,
  action: string,
  id: number,
): Promise<void> {
  await call.audit({ action, subjectType: 'intake_site', subjectId: id });
  call.emit('intake_site_change', { id });
}

/** The routes by which super admins manage sites. */
export const siteRoutes = [list, create, update, renew, revoke, deliveries, replay];

/** `GET intake/events`: the events that a site may have missed, with its key. */
export const eventsRoute = (limiter: QuotaLimiter) =>
  route({
    method: 'GET',
    path: 'intake/events',
    summary: 'The events of a site after a given event, in order, for a site that has missed some',
    access: anyone,
    headers: { [keyHeader]: callerHeaders[keyHeader], origin: callerHeaders.origin },
    async admit({ context, header }) {
      const site = await siteOf(header, context.database);
      await limiter.count(context.database, [
        { key: `events ${site.id}`, limit: site.rate, seconds: tenMinutes },
      ]);
    },
    query: eventsQuerySchema,
    response: z.array(siteEventSchema),
    errors: eventsErrors,
    async handle({ database, header, query: { after, limit } }) {
      const { id } = await siteOf(header, database);
      const { rows } = await sql<SiteEvent>`
        select id, type, created_at, data from intake_events
        where site_id = ${id} and id > ${after} order by id limit ${limit}`.execute(database);
      return rows;
    },
  });

function siteOf(
  header: (name: string) => string | null,
  database: Parameters<typeof identifySite>[2],
): Promise<KeyedSite> {
  const key = header(keyHeader);
  if (key === null) throw codedError('key');
  return identifySite({ header }, key, database);
}
