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
 * A neighbourhood; `coords` is the outer ring of its largest part, as an unclosed polygon of `[lat, lng]`.
 * `geometry` holds all rings if there are several. A body without `geometry` leaves the other rings
 * unchanged; null deletes them. Displayed with the suffix MFY.
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

/** Response of `GET neighborhoods/{id}`; `users` only with `include=users`. */
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

/** Response of `GET neighborhoods/borders`: the admin's neighbourhoods and adjacent ones, all for a super admin, sorted by id. */
export const bordersSchema = z.object({ borders: z.array(neighborhoodBorderSchema) });

/** Query of `GET neighborhoods/{id}`. */
export const neighborhoodQuerySchema = z.strictObject({ include: z.literal('users').optional() });

/**
 * A neighbourhood that a polygon overlaps, and by how much: whole square metres, at least one. A warning, not
 * an error.
 */
export const overlapSchema = z.object({ id: idSchema, ...namesShape, area: z.int().positive() });
export type Overlap = z.infer<typeof overlapSchema>;

/** Response of `POST neighborhoods` and `PUT neighborhoods/{id}`: as in the list, and its overlaps, largest first. */
export const savedNeighborhoodSchema = neighborhood.schema.extend({ overlaps: z.array(overlapSchema) });
export type SavedNeighborhood = z.infer<typeof savedNeighborhoodSchema>;

/**
 * Body of `POST neighborhoods/overlaps`, which returns `{overlaps}` for a polygon being drawn and changes
 * nothing; `id` is its neighbourhood, if it was saved before.
 */
export const overlapsBodySchema = z.strictObject({
  coords: polygonSchema,
  geometry: multiPolygonSchema.nullable().optional(),
  id: idParamSchema.optional(),
});
export const overlapsSchema = z.object({ overlaps: z.array(overlapSchema) });

/**
 * The limits of a plan: neighbours whose border moves along, and the total number of their corners; `city` is
 * for a whole city.
 */
export const planLimits = {
  neighbors: 50,
  corners: 20_000,
  items: 100,
  city: { borders: 1000, corners: 100_000, bodyBytes: 6 * 1024 * 1024 },
} as const;

/** The id of a new neighbourhood in its plan, before it has one. */
export const newAreaId = 0;
const plannedIdSchema = idSchema.or(z.literal(newAreaId));

/** A neighbour whose border moves along; `updatedAt` is the version that was edited. */
const neighborChangeSchema = z.strictObject({
  id: idParamSchema,
  updatedAt: momentSchema,
  coords: polygonSchema,
  geometry: multiPolygonSchema.nullable().optional(),
});
const neighborsSchema = z.array(neighborChangeSchema).max(planLimits.neighbors).default([]);
export type NeighborChange = z.input<typeof neighborChangeSchema>;

/**
 * Body of `POST neighborhoods/{id}/plan`, which returns the effects of saving a border and changes nothing.
 */
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

/**
 * Body of `POST neighborhoods/plan`, which returns the combined effects of several borders, and changes
 * nothing.
 */
export const cityPlanBodySchema = z.strictObject({
  borders: z.array(neighborChangeSchema).min(1).max(planLimits.city.borders),
});

/** Body of `PUT neighborhoods/plan`: the borders, and the plan that was agreed to. */
export const cityPlanSaveBodySchema = cityPlanBodySchema.extend(agreementShape);

/** Body of `POST neighborhoods/new/plan`: a new neighbourhood; its id in the plan is {@link newAreaId}. */
export const newPlanBodySchema = neighborhood.bodySchema.extend({ neighbors: neighborsSchema });

/** Body of `POST neighborhoods/new`: the neighbourhood, and the plan that was agreed to. */
export const newPlanSaveBodySchema = newPlanBodySchema.extend(agreementShape);

const outlineShape = { coords: z.array(coordinatesSchema), geometry: multiPolygonSchema.nullable() };

/** An area of a plan: one that changes, or one that records move from or to. */
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
  /** `to` is null outside every area: those records keep their registered area. */
  moves: z.array(z.object({ from: idSchema, to: plannedIdSchema.nullable(), count: z.int().positive() })),
  /** The first hundred, each with its page; null if the reader may not see them. */
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

const handoverPersonSchema = z.object({ id: idSchema, first_name: z.string(), last_name: z.string() });

/**
 * Applications whose receiver could no longer open them, and the possible successors: without candidates,
 * saving is rejected.
 */
export const handoverSchema = z.object({
  receiver: handoverPersonSchema,
  neighborhood_id: plannedIdSchema,
  count: z.int().positive(),
  /** `substitute` receives the applications while the candidate is away. */
  candidates: z.array(receiverOptionSchema.extend({ substitute: handoverPersonSchema.nullable() })),
});
export type Handover = z.output<typeof handoverSchema>;

/** The effects of saving a border, other than on the border itself. */
export const borderPlanSchema = z.object({
  digest: z.string(),
  areas: z.array(plannedAreaSchema),
  parts: z.array(plannedMovesSchema),
  handovers: z.array(handoverSchema),
  /** Admins whose area changes: its records by plugin, and the neighbourhoods with another border. */
  admins: z.array(
    z.object({
      id: idSchema,
      first_name: z.string(),
      last_name: z.string(),
      changes: z.array(z.object({ plugin: z.string(), gained: z.int(), lost: z.int() })),
      borders: z.array(idSchema),
    }),
  ),
});
export type BorderPlan = z.output<typeof borderPlanSchema>;

/** Response of `PUT neighborhoods/plan`: the changed borders as stored. */
export const changedBordersSchema = bordersSchema;

/** A record in another area after a border has moved; `to` is null outside every area. */
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
  /** The type of the notice for admins whose area gains or loses records; its payload is `{gained, lost}`. */
  readonly notice: string;
  readonly moves: readonly BorderMove[];
  /** The names of records, and the paths of their pages. */
  describe(ids: readonly number[]): Promise<readonly { id: number; title: string; path: string }[]>;
  /** The receivers who could not open the moved records, by the neighbourhood that these move to. */
  readonly handovers?: readonly { receiverId: number; neighborhoodId: number; count: number }[];
  /** Who receives in place of those successors who are away, by the successor. */
  substitutesOf?(adminIds: readonly number[], neighborhoodId: number): Promise<ReadonlyMap<number, number>>;
  /** Writes the moves, after the borders. */
  apply(successors: readonly Successor[]): Promise<void>;
}

/** A planned or saved change of borders; see {@link borderHouseholdsHook} and {@link borderApplicationsHook}. */
export interface BorderChange {
  /** The box around all places that may change their area: south, west, north, east. */
  readonly bounds: readonly [south: number, west: number, north: number, east: number];
  /** The areas that contain a place. */
  locate(position: Coordinates): { readonly before: readonly number[]; readonly after: readonly number[] };
  readonly language: Language;
  readonly actorId: number;
  /** Whether it is being saved: moved records are then locked until the transaction ends. */
  readonly isSaving: boolean;
  /** Citizens whose household moves, as reported by listeners of {@link borderHouseholdsHook}. */
  readonly people: readonly PersonMove[];
  movePeople(people: readonly PersonMove[]): void;
  add(part: BorderPart): void;
}

/** Collects the records with a map position that are in another area when borders move. */
export const borderHouseholdsHook = hook<BorderChange>('neighborhoods.border_households');

/** Collects, after {@link borderHouseholdsHook}, the records that follow citizens whose household moves. */
export const borderApplicationsHook = hook<BorderChange>('neighborhoods.border_applications');

/**
 * Response of `GET neighborhoods/households`: the pins of all households as columns, in millionths of a degree. A
 * check of the city reports those in no neighbourhood, or in two.
 */
export const householdPinsSchema = z.object({
  ids: z.array(idSchema),
  latitudes: z.array(z.int()),
  longitudes: z.array(z.int()),
});
export type HouseholdPins = z.infer<typeof householdPinsSchema>;

/** Queries the pins of all households. */
export interface HouseholdPinsQuery {
  add(pins: Readonly<Record<keyof HouseholdPins, Iterable<number>>>): void;
}

/** Collects the pins of all households; none without a plugin that provides households. */
export const householdPinsHook = hook<HouseholdPinsQuery>('neighborhoods.household_pins');

/** A household of which a person is a member, with all its members; their JSHSHIRs stay on the server. */
export interface PersonHousehold {
  readonly id: number;
  readonly neighborhoodId: number;
  /** Formatted in the requested language. */
  readonly address: string;
  readonly path: string;
  readonly category: Names & { readonly color: string };
  readonly directions: readonly (Names & { readonly quantity: number })[];
  readonly members: readonly { readonly full_name: string; readonly personal_number: string }[];
}

/** Queries a person's households, in any area: the caller shows only those within the viewer's area. */
export interface HouseholdsQuery {
  readonly personalNumber: string;
  readonly language: Language;
  add(households: readonly PersonHousehold[]): void;
}

/** Collects the households of a person; none without a plugin that provides households. */
export const householdsHook = hook<HouseholdsQuery>('neighborhoods.households');

/** A household's current location, category, and members' JSHSHIRs; no members if it was deleted. */
export interface ChangedHousehold {
  readonly id: number;
  readonly neighborhoodId: number;
  readonly categoryId: number;
  readonly personalNumbers: readonly string[];
}

/** Takes the households that have changed since the last call, up to a limit, in the caller's transaction. */
export interface HouseholdChangesQuery {
  readonly limit: number;
  add(households: readonly ChangedHousehold[]): void;
}

/** Takes changes of households; none without a plugin that provides households. Only one plugin may call it. */
export const householdChangesHook = hook<HouseholdChangesQuery>('neighborhoods.household_changes');
