import { z } from 'zod';
import { areaOf, fail, idParamSchema, pageOf } from '#kernel/plugin-api/contract.ts';
import { type Call, orderOf, revealRoute, routesOf } from '#kernel/plugin-api/server.ts';
import { revealedFields } from '#plugins/users/contract.ts';
import { applicationDetailSchema } from '../../contract.ts';
import {
  application,
  applicationListQuerySchema,
  type ApplicationListQuery,
  applicationPageSchema,
} from '../../contract/application.ts';
import { applications } from '../../manifest.ts';
import { presentApplication, presentCounts, presentDetail } from '../core/presenter.ts';
import type { ReadAudit } from './read-audit.ts';
import type { PageCache } from '../store/list/page-cache.ts';
import { filtersOf } from '../store/list/filters-of.ts';
import { readDetail, readRevealed } from '../store/detail.ts';
import { readList } from '../store/list/list.ts';
import type { ListRequest } from '../store/list/list-request.ts';

const route = routesOf(applications);

/** Returns the list request of a call. */
export function listRequestOf(
  {
    viewer,
    query,
    language,
  }: Pick<Call<unknown, ApplicationListQuery, unknown>, 'viewer' | 'query' | 'language'>,
  timeZone: string,
): ListRequest {
  return {
    area: areaOf(viewer),
    language,
    page: query.page,
    limit: query.limit,
    neighborhood: query.neighborhood,
    status: query.status,
    search: query.search,
    filters: filtersOf(query, { adminId: viewer.id, timeZone }),
    ...orderOf(query),
  };
}

/** `GET applications`. */
export const listRoute = (timeZone: string, cache: PageCache) =>
  route({
    method: 'GET',
    path: application.path,
    summary: application.calls.list,
    access: application.access,
    query: applicationListQuerySchema,
    response: applicationPageSchema,
    async handle(call) {
      const { database, query, present } = call;
      const { page, limit } = query;
      const found = await readList(database, { ...listRequestOf(call, timeZone), cache });
      const items = found.items.map((item) => presentApplication(item, found, present));
      const { length, capped, counts } = found;
      const { items: _, ...pagination } = pageOf([], { page, limit, length, capped });
      return { items, ...pagination, pagination, counts: presentCounts(counts) };
    },
  });

/** `GET applications/:id`. */
export const detailRoute = (readAudit: ReadAudit) =>
  route({
    method: 'GET',
    path: `${application.path}/:id`,
    summary: application.calls.detail,
    access: application.access,
    params: z.object({ id: idParamSchema }),
    response: applicationDetailSchema,
    clear: 'applications.read',
    async handle(call) {
      const found = await readDetail(call.database, call.params.id, areaOf(call.viewer));
      if (!found) throw fail('not_found');
      readAudit.record(call, found.application.id);
      return presentDetail(found, call.present);
    },
  });

/** `POST applications/:id/reveal`. */
export const reveal = revealRoute(applications, {
  path: application.path,
  access: application.access,
  fields: revealedFields,
  action: 'applications.reveal',
  subjectType: 'application',
  read: (database, { id, field, viewer }) => readRevealed(database, { id, field, area: areaOf(viewer) }),
});
