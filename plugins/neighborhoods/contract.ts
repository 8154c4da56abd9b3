import { z } from 'zod';
import {
  colorSchema,
  defineRecord,
  hook,
  idParamSchema,
  idSchema,
  momentSchema,
  type Names,
  namesShape,
  type RecordBodyOf,
  type RecordOf,
  superAdmin,
} from '#kernel/plugin-api/contract.ts';
import {
  type Coordinates,
  coordinatesSchema,
  multiPolygonSchema,
  polygonSchema,
} from '#kernel/domain/geo/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';

/**
 * A neighbourhood; `coords` is a polygon of `[lat, lng]`, not closed: the outer ring of its largest part. `geometry` holds
 * all rings where there are several. A body without `geometry` leaves the other rings as they are; null deletes them.
 * Shown with the suffix MFY.
 */
export const neighborhood = defineRecord({
  plugin: 'neighborhoods',
  name: 'neighborhood',
  type: 'Neighborhood',
  table: 'neighborhoods',
  path: 'neighborhoods',
  page: '/neighborhoods/list',
  access: superAdmin,
  area: 'id',
  fields: {
    coords: z.array(coordinatesSchema),
    geometry: multiPolygonSchema.nullable(),
    color: z.string(),
  },
  input: { coords: polygonSchema, geometry: multiPolygonSchema.nullable().optional(), color: colorSchema },
  calls: {
    list: 'Neighbourhoods: a page for super admins; with pagination=false the user’s own, for selects',
    create: 'Adds a neighbourhood; an overlap with others is returned as a warning',
    update: 'Changes a neighbourhood; an overlap with others is returned as a warning',
    remove: 'Deletes a neighbourhood to which nothing refers',
  },
});
export type Neighborhood = RecordOf<typeof neighborhood>;
export type NeighborhoodBody = RecordBodyOf<typeof neighborhood>;

/** An admin who may receive a forwarded task in a neighbourhood. */
export const receiverOptionSchema = z.object({
  id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  father_name: z.string().nullable(),
  role: z.object(namesShape),
});
export type ReceiverOption = z.infer<typeof receiverOptionSchema>;

/** Response of `GET neighborhoods/{id}`; `users` with `include=users` only. */
export const neighborhoodDetailSchema = neighborhood.schema.extend({
  users: z.array(receiverOptionSchema).optional(),
});
export type NeighborhoodDetail = z.infer<typeof neighborhoodDetailSchema>;

/** A neighbourhood on a map: `coords` and `geometry` as in `neighborhood`. */
export const neighborhoodBorderSchema = z.object({
  id: idSchema,
  ...namesShape,
  color: z.string(),
  coords: z.array(coordinatesSchema),
  geometry: multiPolygonSchema.nullable(),
  updatedAt: momentSchema,
});
export type NeighborhoodBorder = z.infer<typeof neighborhoodBorderSchema>;

/** Response of `GET neighborhoods/borders`: the neighbourhoods of the admin and those beside them, all for a super admin, by number. */
export const bordersSchema = z.object({ borders: z.array(neighborhoodBorderSchema) });

/** Query of `GET neighborhoods/{id}`. */
export const neighborhoodQuerySchema = z.strictObject({ include: z.literal('users').optional() });

/** A neighbourhood that a polygon overlaps, and by how much: whole square metres, at least one. A warning, no error. */
export const overlapSchema = z.object({ id: idSchema, ...namesShape, area: z.int().positive() });
export type Overlap = z.infer<typeof overlapSchema>;

/** Response of `POST neighborhoods` and `PUT neighborhoods/{id}`: as in the list, and what it overlaps, largest first. */
export const savedNeighborhoodSchema = neighborhood.schema.extend({ overlaps: z.array(overlapSchema) });
export type SavedNeighborhood = z.infer<typeof savedNeighborhoodSchema>;

/**
 * Body of `POST neighborhoods/overlaps`, which answers `{overlaps}` for a polygon that is being drawn and changes nothing;
 * `id` is the neighbourhood that it belongs to, if it has been saved before.
 */
export const overlapsBodySchema = z.strictObject({
  coords: polygonSchema,
  geometry: multiPolygonSchema.nullable().optional(),
  id: idParamSchema.optional(),
});
export const overlapsSchema = z.object({ overlaps: z.array(overlapSchema) });

/** Limits of a plan: neighbours whose side moves along, and corners of all of them together; `city` is that of a whole city. */
export const planLimits = {
  neighbors: 50,
  corners: 20_000,
  items: 100,
  city: { borders: 1000, corners: 100_000, bodyBytes: 6 * 1024 * 1024 },
} as const;

/** The number of a new neighbourhood in its plan, where it has none yet. */
export const newAreaId = 0;
const plannedIdSchema = idSchema.or(z.literal(newAreaId));

/** A neighbour whose side of a border moves along; `updatedAt` is the version that was edited. */
const neighborChangeSchema = z.strictObject({
  id: idParamSchema,
  updatedAt: momentSchema,
  coords: polygonSchema,
  geometry: multiPolygonSchema.nullable().optional(),
});
const neighborsSchema = z.array(neighborChangeSchema).max(planLimits.neighbors).default([]);
export type NeighborChange = z.input<typeof neighborChangeSchema>;

/** Body of `POST neighborhoods/{id}/plan`, which answers what saving a border changes and changes nothing. */
export const planBodySchema = z.strictObject({
  coords: polygonSchema,
  geometry: multiPolygonSchema.nullable().optional(),
  neighbors: neighborsSchema,
});

/** The admin who takes over a receiver's applications that move to a neighbourhood. */
const successorSchema = z.strictObject({
  receiver_id: idParamSchema,
  neighborhood_id: idParamSchema.or(z.literal(newAreaId)),
  successor_id: idParamSchema,
});
export type Successor = z.output<typeof successorSchema>;

/** The plan that the user agreed to. */
const agreementShape = {
  /** The digest of the plan: if the effects have changed, saving is rejected with the new plan. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  successors: z.array(successorSchema).max(1000).default([]),
};

/** Body of `PUT neighborhoods/{id}/plan`: the neighbourhood as in `PUT neighborhoods/{id}`, and the plan that was agreed to. */
export const planSaveBodySchema = neighborhood.bodySchema.extend({
  neighbors: neighborsSchema,
  ...agreementShape,
});
export type PlanSaveBody = z.output<typeof planSaveBodySchema>;

/** Body of `POST neighborhoods/plan`, which answers what several borders change together, and changes nothing. */
export const cityPlanBodySchema = z.strictObject({
  borders: z.array(neighborChangeSchema).min(1).max(planLimits.city.borders),
});

/** Body of `PUT neighborhoods/plan`: the borders, and the plan that was agreed to. */
export const cityPlanSaveBodySchema = cityPlanBodySchema.extend(agreementShape);

/** Body of `POST neighborhoods/new/plan`: a neighbourhood that is not there yet; its number in the plan is {@link newAreaId}. */
export const newPlanBodySchema = neighborhood.bodySchema.extend({ neighbors: neighborsSchema });

/** Body of `POST neighborhoods/new`: it, and the plan that was agreed to. */
export const newPlanSaveBodySchema = newPlanBodySchema.extend(agreementShape);

const outlineShape = { coords: z.array(coordinatesSchema), geometry: multiPolygonSchema.nullable() };

/** An area of a plan: one that changes, or one that something moves from or to. */
export const plannedAreaSchema = z.object({
  id: plannedIdSchema,
  ...namesShape,
  color: z.string(),
  before: z.object(outlineShape),
  after: z.object(outlineShape),
});

/** The records of a plugin that move to another area. */
export const plannedMovesSchema = z.object({
  plugin: z.string(),
  /** `to` is null outside of every area: those records stay where they are registered. */
  moves: z.array(z.object({ from: idSchema, to: plannedIdSchema.nullable(), count: z.int().positive() })),
  /** The first hundred, each with its page; null where the reader may not see them. */
  items: z
    .array(
      z.object({
        id: idSchema,
        from: idSchema,
        to: plannedIdSchema.nullable(),
        title: z.string(),
        path: z.string(),
      }),
    )
    .nullable(),
});
export type PlannedMoves = z.output<typeof plannedMovesSchema>;

/** Applications whose receiver could no longer open them, and who may take them: without candidates, saving is refused. */
export const handoverSchema = z.object({
  receiver: z.object({ id: idSchema, first_name: z.string(), last_name: z.string() }),
  neighborhood_id: plannedIdSchema,
  count: z.int().positive(),
  candidates: z.array(receiverOptionSchema),
});
export type Handover = z.output<typeof handoverSchema>;

/** The changes that saving a border makes besides the border. */
export const borderPlanSchema = z.object({
  digest: z.string(),
  areas: z.array(plannedAreaSchema),
  parts: z.array(plannedMovesSchema),
  handovers: z.array(handoverSchema),
  /** Admins whose area holds other things than before. */
  admins: z.array(
    z.object({
      id: idSchema,
      first_name: z.string(),
      last_name: z.string(),
      changes: z.array(z.object({ plugin: z.string(), gained: z.int(), lost: z.int() })),
    }),
  ),
});
export type BorderPlan = z.output<typeof borderPlanSchema>;

/** Response of `PUT neighborhoods/plan`: the borders that have changed, as they are stored. */
export const changedBordersSchema = bordersSchema;

/** Something that lies in another area after a border has moved; `to` is null outside of every area. */
export interface BorderMove {
  readonly id: number;
  readonly from: number;
  readonly to: number | null;
}

/** A citizen whose household moves; the JSHSHIR stays on the server. */
export interface PersonMove {
  readonly personalNumber: string;
  readonly from: number;
  readonly to: number;
}

/** A plugin's part of the plan of a border. */
export interface BorderPart {
  readonly plugin: string;
  /** The permission to see the records that move. */
  readonly permission: string;
  /** The type of the notice for admins whose area gains or loses some; its payload is `{gained, lost}`. */
  readonly notice: string;
  readonly moves: readonly BorderMove[];
  /** How some of the things are called, and where their pages are. */
  describe(ids: readonly number[]): Promise<readonly { id: number; title: string; path: string }[]>;
  /** The receivers who could not open the moved records, by the neighbourhood that these move to. */
  readonly handovers?: readonly { receiverId: number; neighborhoodId: number; count: number }[];
  /** Writes the moves, after the borders. */
  apply(successors: readonly Successor[]): Promise<void>;
}

/** A change of borders that is planned or saved; see {@link borderHouseholdsHook} and {@link borderApplicationsHook}. */
export interface BorderChange {
  /** Around all places that may lie in another area than before: south, west, north, east. */
  readonly bounds: readonly [south: number, west: number, north: number, east: number];
  /** The areas that contain a place. */
  locate(place: Coordinates): { readonly before: readonly number[]; readonly after: readonly number[] };
  readonly language: Language;
  readonly actorId: number;
  /** It is being saved: what moves is locked until the transaction ends. */
  readonly isSaving: boolean;
  /** Citizens whose household moves, as reported by listeners of {@link borderHouseholdsHook}. */
  readonly people: readonly PersonMove[];
  movePeople(people: readonly PersonMove[]): void;
  add(part: BorderPart): void;
}

/** Asks what has a place on the map and lies in another area when borders move. */
export const borderHouseholdsHook = hook<BorderChange>('neighborhoods.border_homes');

/** Asks, after {@link borderHouseholdsHook}, what follows the citizens whose household moves. */
export const borderApplicationsHook = hook<BorderChange>('neighborhoods.border_cases');

/**
 * Response of `GET neighborhoods/homes`: the pin of every household, column by column, in millionths of a degree. A check of the city
 * says which of them lie in no neighbourhood, or in two.
 */
export const householdPinsSchema = z.object({
  ids: z.array(idSchema),
  latitudes: z.array(z.int()),
  longitudes: z.array(z.int()),
});
export type HouseholdPins = z.infer<typeof householdPinsSchema>;

/** Asks for the pins of all households. */
export interface HouseholdPinsQuery {
  add(pins: Readonly<Record<keyof HouseholdPins, Iterable<number>>>): void;
}

/** Finds the pins of all households; without a plugin that knows households there are none. */
export const householdPinsHook = hook<HouseholdPinsQuery>('neighborhoods.home_pins');

/** A household in which a person is counted, with all who are counted in it; the numbers stay on the server. */
export interface PersonHousehold {
  readonly id: number;
  readonly neighborhoodId: number;
  /** As people write it, in the language that was asked for. */
  readonly address: string;
  readonly path: string;
  readonly category: Names & { readonly color: string };
  readonly directions: readonly (Names & { readonly quantity: number })[];
  readonly members: readonly { readonly full_name: string; readonly personal_number: string }[];
}

/** Asks in which households a person is counted, in any area: the caller shows only those within the viewer's area. */
export interface HouseholdsQuery {
  readonly personalNumber: string;
  readonly language: Language;
  add(households: readonly PersonHousehold[]): void;
}

/** Finds the households of a person; without a plugin that knows households there are none. */
export const householdsHook = hook<HouseholdsQuery>('neighborhoods.homes');

/** A household as it is now: where it lies, its category, and the JSHSHIR of those who live there; none where it is gone. */
export interface ChangedHousehold {
  readonly id: number;
  readonly neighborhoodId: number;
  readonly categoryId: number;
  readonly personalNumbers: readonly string[];
}

/** Takes households that have changed since they were taken last, at most so many; in the caller's transaction. */
export interface HouseholdChangesQuery {
  readonly limit: number;
  add(households: readonly ChangedHousehold[]): void;
}

/** Takes what has changed of households; without a plugin that knows households there is nothing. One plugin may ask for it. */
export const householdChangesHook = hook<HouseholdChangesQuery>('neighborhoods.home_changes');
