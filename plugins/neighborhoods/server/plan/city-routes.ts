import { superAdmin } from '#kernel/plugin-api/contract.ts';
import { assertNamesFree, routesOf } from '#kernel/plugin-api/server.ts';
import {
  borderPlanSchema,
  changedBordersSchema,
  cityPlanBodySchema,
  cityPlanSaveBodySchema,
  householdPinsHook,
  householdPinsSchema,
  newAreaId,
  newPlanBodySchema,
  newPlanSaveBodySchema,
  planLimits,
  savedNeighborhoodSchema,
  type HouseholdPins,
} from '../../contract.ts';
import { neighborhoods } from '../../manifest.ts';
import { records } from '../core/neighborhood-server.ts';
import { findOverlaps } from '../core/overlaps.ts';
import { assertAgreed, changeBorders, moveRecords } from './apply-plan.ts';
import { readAreas, requestedNeighbors } from './change-areas.ts';
import { makePlan } from './make-plan.ts';

const route = routesOf(neighborhoods);
const { corners: maxCorners, bodyBytes: maxBodyBytes } = planLimits.city;

/** `POST neighborhoods/plan`. */
const planCity = route({
  method: 'POST',
  path: 'neighborhoods/plan',
  summary: 'Previews the effects of new borders of several neighbourhoods; changes nothing',
  access: superAdmin,
  body: cityPlanBodySchema,
  maxBodyBytes,
  response: borderPlanSchema,
  handle: async (call) => (await makePlan(call, call.body.borders, { isSaving: false, maxCorners })).plan,
});

/** `PUT neighborhoods/plan`. */
const saveCity = route({
  method: 'PUT',
  path: 'neighborhoods/plan',
  summary: 'Saves the borders of several neighbourhoods and all that moves with them, or nothing',
  access: superAdmin,
  body: cityPlanSaveBodySchema,
  maxBodyBytes,
  response: changedBordersSchema,
  async handle(call) {
    const { borders, ...agreement } = call.body;
    const made = await makePlan(call, borders, { isSaving: true, maxCorners });
    assertAgreed(made, agreement);
    await changeBorders(call, made, null);
    await moveRecords(call, made, agreement.successors);
    const ids = new Set(made.changed.map(({ stored }) => stored.id));
    return { borders: (await readAreas(call.database)).filter(({ id }) => ids.has(id)) };
  },
});

/** `POST neighborhoods/new/plan`. */
const planNew = route({
  method: 'POST',
  path: 'neighborhoods/new/plan',
  summary: 'Previews what a new neighbourhood takes from its neighbours; changes nothing',
  access: superAdmin,
  body: newPlanBodySchema,
  response: borderPlanSchema,
  async handle(call) {
    const { neighbors, ...body } = call.body;
    // Before anyone reads a plan that could not be saved.
    await assertNamesFree(call.database, { table: 'neighborhoods', names: body });
    const added = { ...body, id: newAreaId };
    return (await makePlan(call, requestedNeighbors(neighbors), { isSaving: false, added })).plan;
  },
});

/** `POST neighborhoods/new`. */
const saveNew = route({
  method: 'POST',
  path: 'neighborhoods/new',
  summary: 'Adds a neighbourhood with the borders of its neighbours and all that moves into it, or nothing',
  access: superAdmin,
  body: newPlanSaveBodySchema,
  response: savedNeighborhoodSchema,
  status: 201,
  async handle(call) {
    const { neighbors, digest, successors: chosen, ...body } = call.body;
    const saved = await records.create(call, body, { isResponse: false });
    const { id } = saved;
    const made = await makePlan(call, requestedNeighbors(neighbors), {
      isSaving: true,
      added: { ...body, id },
    });
    const successors = chosen.map((one) =>
      one.neighborhood_id === newAreaId ? { ...one, neighborhood_id: id } : one,
    );
    assertAgreed(made, { digest, successors });
    await changeBorders(call, made, id);
    await moveRecords(call, made, successors);
    const overlaps = await findOverlaps(call.database, saved, id);
    return { ...saved, overlaps };
  },
});

/** `GET neighborhoods/households`. */
const households = route({
  method: 'GET',
  path: 'neighborhoods/households',
  summary: 'The pins of all households, for a check of the borders around them',
  access: superAdmin,
  response: householdPinsSchema,
  async handle({ hooks }) {
    const pins: HouseholdPins = { ids: [], latitudes: [], longitudes: [] };
    await hooks.call(householdPinsHook, {
      add(found) {
        for (const column of ['ids', 'latitudes', 'longitudes'] as const)
          for (const value of found[column]) pins[column].push(value);
      },
    });
    return pins;
  },
});

export const cityRoutes = [planCity, saveCity, planNew, saveNew, households];
