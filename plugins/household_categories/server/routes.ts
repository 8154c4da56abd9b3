import { z } from 'zod';
import { allows, fail, idParamSchema, pageOf, signedIn, superAdmin } from '#kernel/contract/index.ts';
import { assertNamesFree, assertVersion, changedFields } from '#kernel/records/server/crud/index.ts';
import { routesOf } from '#kernel/server/plugins/api/index.ts';
import {
  householdCategoryBodySchema,
  householdCategoryListQuerySchema,
  householdCategoryListSchema,
  householdCategorySchema,
} from '../contract.ts';
import { householdCategories } from '../manifest.ts';
import { presentCategory } from './presenter.ts';
import { findCategory, insertCategory, listOptions, listPage, updateCategory } from './store.ts';

const route = routesOf(householdCategories);

/** `GET household-categories`. */
export const list = route({
  method: 'GET',
  path: 'household-categories',
  summary: 'Household categories: a page for super admins; with pagination=false all, for selects',
  access: signedIn,
  query: householdCategoryListQuerySchema,
  response: householdCategoryListSchema,
  async handle({ database, viewer, query, language }) {
    if (query.pagination === 'false') return listOptions(database, language);
    if (!allows(superAdmin, viewer)) throw fail('forbidden');
    const { rows, length } = await listPage(database, query, language);
    return pageOf(rows.map(presentCategory), { page: query.page, limit: query.limit, length });
  },
});

/** `GET household-categories/:id`. */
export const detail = route({
  method: 'GET',
  path: 'household-categories/:id',
  summary: 'One household category',
  access: superAdmin,
  params: z.object({ id: idParamSchema }),
  response: householdCategorySchema,
  async handle({ database, params }) {
    const found = await findCategory(database, params.id);
    if (!found) throw fail('not_found');
    return presentCategory(found);
  },
});

/** `POST household-categories`. */
export const create = route({
  method: 'POST',
  path: 'household-categories',
  summary: 'Adds a category',
  access: superAdmin,
  body: householdCategoryBodySchema,
  response: householdCategorySchema,
  status: 201,
  async handle({ database, viewer, body, audit, emit }) {
    await assertNamesFree(database, { table: 'household_categories', names: body });
    const id = await insertCategory(database, body, viewer.id);
    const details = { fields: Object.keys(body) };
    await audit({
      action: 'household_categories.create',
      subjectType: 'household_category',
      subjectId: id,
      details,
    });
    emit('household_category_change', { id, change: 'created' }, { access: superAdmin });
    const written = await findCategory(database, id);
    if (!written) throw fail('not_found');
    return presentCategory(written);
  },
});

/** `PUT household-categories/:id`. */
export const update = route({
  method: 'PUT',
  path: 'household-categories/:id',
  summary: 'Changes a category',
  access: superAdmin,
  params: z.object({ id: idParamSchema }),
  body: householdCategoryBodySchema,
  versioned: true,
  response: householdCategorySchema,
  async handle({ database, params: { id }, body, version, audit, emit }) {
    const found = await findCategory(database, id, { lock: true });
    if (!found) throw fail('not_found');
    const before = presentCategory(found);
    assertVersion({ version }, before);
    await assertNamesFree(database, { table: 'household_categories', names: body, exceptId: id });
    await updateCategory(database, id, body);
    const details = { fields: changedFields(before, body) };
    await audit({
      action: 'household_categories.update',
      subjectType: 'household_category',
      subjectId: id,
      details,
    });
    emit('household_category_change', { id, change: 'updated' }, { access: superAdmin });
    const written = await findCategory(database, id);
    if (!written) throw fail('not_found');
    return presentCategory(written);
  },
});
