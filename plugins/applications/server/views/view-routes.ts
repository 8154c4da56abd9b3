import { sql } from 'kysely';
import { z } from 'zod';
import { areaOf, fail, idParamSchema, idSchema, type Viewer } from '#kernel/plugin-api/contract.ts';
import {
  assertVersion,
  type Database,
  type DatabaseTransaction,
  execute,
  presentNames,
  routesOf,
  within,
} from '#kernel/plugin-api/server.ts';
import {
  colleaguesSchema,
  maxViews,
  viewBodySchema,
  viewOrderSchema,
  viewsSchema,
  type SavedView,
  type ViewQuery,
  viewQuerySchema,
} from '../../contract/views.ts';
import { applications, receiverAccess } from '../../manifest.ts';
import { codedError, fieldErrors } from '../core/errors.ts';
import type { OwnCall } from '../core/notify.ts';
import { countViews, isOutsideArea } from './count-views.ts';
import {
  countOwnViews,
  insertView,
  lockOwnView,
  readAudience,
  readShareableRoles,
  readViews,
  setDeleted,
  updateView,
  writeOrder,
} from './view-store.ts';

const route = routesOf(applications);
const params = z.object({ id: idParamSchema });
const written = z.object({ id: idSchema });

/** `GET applications/views`. */
const views = route({
  method: 'GET',
  path: 'applications/views',
  summary: 'The own and shared views in the user’s menu, each with its exact count within the user’s area',
  access: receiverAccess,
  response: viewsSchema,
  async handle({ database, viewer, context }) {
    const [items, roles] = await Promise.all([
      readVisible(database, viewer, context.timeZone),
      readShareableRoles(database, viewer),
    ]);
    return { items, roles: roles.map((role) => ({ id: role.id, ...presentNames(role) })) };
  },
});

/** `POST applications/views`. */
const addView = route({
  method: 'POST',
  path: 'applications/views',
  summary: 'Saves a view of the list, for the user or for a role',
  access: receiverAccess,
  body: viewBodySchema,
  response: written,
  status: 201,
  async handle(call) {
    const { database, viewer, body, audit } = call;
    if ((await countOwnViews(database, viewer.id)) >= maxViews) throw codedError('too_many_views');
    const fields = await readFields(database, viewer, body);
    const id = await insertView(database, viewer.id, fields);
    const details = { role_id: fields.roleId };
    await audit({
      action: 'applications.view.create',
      subjectType: 'application_view',
      subjectId: id,
      details,
    });
    await emitRoleChanges(call, id, [fields.roleId]);
    return { id };
  },
});

/** `PUT applications/views/:id`. */
const changeView = route({
  method: 'PUT',
  path: 'applications/views/:id',
  summary: 'Changes one of the user’s views: its name, its filters, the role that it is shared with',
  access: receiverAccess,
  params,
  body: viewBodySchema,
  versioned: true,
  response: written,
  async handle(call) {
    const {
      database,
      viewer,
      body,
      params: { id },
      version,
      audit,
    } = call;
    const before = await lockOwnView(database, { id, adminId: viewer.id });
    if (!before) throw fail('not_found');
    assertVersion({ version }, { updatedAt: new Date(before.updated_at).toISOString() });
    const fields = await readFields(database, viewer, body);
    await updateView(database, id, fields);
    const details = { role_id: fields.roleId };
    await audit({
      action: 'applications.view.update',
      subjectType: 'application_view',
      subjectId: id,
      details,
    });
    await emitRoleChanges(call, id, [before.role_id, fields.roleId]);
    return { id };
  },
});

/** `DELETE applications/views/:id`. */
const removeView = route({
  method: 'DELETE',
  path: 'applications/views/:id',
  summary: 'Deletes one of the user’s views; it can be restored for a day',
  access: receiverAccess,
  params,
  response: written,
  async handle(call) {
    const {
      database,
      viewer,
      params: { id },
      audit,
    } = call;
    const before = await lockOwnView(database, { id, adminId: viewer.id });
    if (!before) throw fail('not_found');
    await setDeleted(database, id, true);
    await audit({ action: 'applications.view.delete', subjectType: 'application_view', subjectId: id });
    await emitRoleChanges(call, id, [before.role_id]);
    return { id };
  },
});

/** `POST applications/views/:id/restore`. */
const restoreView = route({
  method: 'POST',
  path: 'applications/views/:id/restore',
  summary: 'Restores a deleted view',
  access: receiverAccess,
  params,
  body: z.strictObject({}),
  response: written,
  async handle(call) {
    const {
      database,
      viewer,
      params: { id },
      audit,
    } = call;
    const before = await lockOwnView(database, { id, adminId: viewer.id, deleted: true });
    if (!before) throw fail('not_found');
    if ((await countOwnViews(database, viewer.id)) >= maxViews) throw codedError('too_many_views');
    await setDeleted(database, id, false);
    await audit({ action: 'applications.view.restore', subjectType: 'application_view', subjectId: id });
    await emitRoleChanges(call, id, [before.role_id]);
    return { id };
  },
});

/** `PUT applications/views/order`. */
const orderViews = route({
  method: 'PUT',
  path: 'applications/views/order',
  summary: 'Orders the user’s views',
  access: receiverAccess,
  body: viewOrderSchema,
  response: z.object({ ids: z.array(idSchema) }),
  async handle({ database, viewer, body, emit }) {
    const visible = new Set((await readViews(database, viewer.id)).map(({ id }) => id));
    const ids = [...new Set(body.ids)].filter((id) => visible.has(id));
    await writeOrder(database, viewer.id, ids);
    emit('application_view_change', { id: ids[0] ?? 0 }, { adminIds: [viewer.id] });
    return { ids };
  },
});

/** `GET applications/colleagues`. */
const colleagues = route({
  method: 'GET',
  path: 'applications/colleagues',
  summary: 'The admins who may be responsible for applications of the user’s area, by name',
  access: receiverAccess,
  response: colleaguesSchema,
  handle: ({ database, viewer }) => readColleagues(database, viewer),
});

/** The routes of views, and of the admins that they can filter by. */
export const viewRoutes = [views, addView, orderViews, changeView, removeView, restoreView, colleagues];

async function readVisible(database: Database, viewer: Viewer, timeZone: string): Promise<SavedView[]> {
  const area = areaOf(viewer);
  const found = (await readViews(database, viewer.id)).flatMap((row) => {
    const query = readViewQuery(row.query);
    return query === null || isOutsideArea(query, area) ? [] : [{ row, query }];
  });
  const counts = await countViews(
    database,
    found.map(({ query }) => query),
    { adminId: viewer.id, area, timeZone },
  );
  return found.map(({ row }, index): SavedView => {
    const own = row.owner_id === viewer.id;
    const { id, name, query, role_id } = row;
    const author = own ? null : { id: row.owner_id, first_name: row.first_name, last_name: row.last_name };
    const { count, capped } = counts[index] ?? { count: 0, capped: false };
    return {
      id,
      name,
      query,
      own,
      role_id,
      author,
      count,
      capped,
      updatedAt: new Date(row.updated_at).toISOString(),
    };
  });
}

async function readFields(
  database: DatabaseTransaction,
  viewer: Viewer,
  { name, query, role_id: roleId }: z.infer<typeof viewBodySchema>,
) {
  const canonical = canonicalQuery(query);
  if (roleId !== null) {
    const roles = await readShareableRoles(database, viewer);
    if (!roles.some(({ id }) => id === roleId)) throw fieldErrors({ role_id: 'role_not_allowed' });
  }
  return { name, query: canonical, roleId };
}

/** Notifies the menus of the roles that see or saw a view. */
async function emitRoleChanges(
  { database, viewer, emit }: Pick<OwnCall, 'database' | 'viewer' | 'emit'>,
  id: number,
  roleIds: readonly (number | null)[],
): Promise<void> {
  const adminIds = await readAudience(database as DatabaseTransaction, viewer.id, roleIds);
  emit('application_view_change', { id }, { adminIds });
}

async function readColleagues(database: Database, viewer: Viewer) {
  const area = areaOf(viewer);
  return execute(
    database,
    sql<z.infer<typeof colleaguesSchema>[number]>`
      select admin.id, admin.first_name, admin.last_name, admin.father_name
      from kernel_v1_admins as admin join kernel_v1_admin_roles as role on role.id = admin.role_id
      where admin.deleted_at is null and 'application_receiver' = any(role.permissions)
        and (role.role = 'super_admin' or exists (
          select from kernel_v1_admin_neighborhoods as own where own.admin_id = admin.id and ${within(area)}))
      order by admin.last_name, admin.first_name, admin.id limit 1000`,
  );
}

/** Parses the parameters of a view; null if they are invalid, such as those of a later version. */
function readViewQuery(text: string): ViewQuery | null {
  const entries = [...new URLSearchParams(text)];
  if (new Set(entries.map(([name]) => name)).size < entries.length) return null;
  return viewQuerySchema.safeParse(Object.fromEntries(entries)).data ?? null;
}

/** The parameters of a view in stored form, always in the same order; throws a 422 if they are invalid. */
function canonicalQuery(text: string): string {
  const query = readViewQuery(text);
  if (query === null) throw fail('invalid', { fields: { query: { key: 'applications:errors.view_query' } } });
  const names = Object.keys(query).toSorted() as (keyof ViewQuery)[];
  return new URLSearchParams(names.map((name) => [name, z.coerce.string().parse(query[name])])).toString();
}
