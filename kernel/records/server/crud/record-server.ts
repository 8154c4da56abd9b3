import { z } from 'zod';
import {
  allows,
  areaOf,
  fail,
  idParamSchema,
  pageOf,
  signedIn,
  type Access,
  type Manifest,
  type Names,
  type RecordChange,
  type recordChangeSchema,
} from '#kernel/contract/index.ts';
import { localizedName } from '#kernel/domain/text/index.ts';
import type { RecordBodyOf, RecordDefinition, RecordOf } from '#kernel/records/contract/define-record.ts';
import {
  routesOf,
  type ApiRoute,
  type Call,
  type SearchCall,
  type SearchProvider,
} from '#kernel/server/api/index.ts';
import { changeRoutesOf } from './change-routes.ts';
import { assertNamesFree, assertOnlyNamesFree } from './names.ts';
import {
  createRecordStore,
  type NamedRecord,
  type RecordVisibility,
  type RowCondition,
  type RecordSql,
  type RecordStore,
} from './record-store.ts';
import { assertUnused, assertVersion, changedFields } from './records.ts';

/** The manifest of a plugin that declares the event of a record's changes, with the area of the record. */
export type RecordManifest<Name extends string = string> = Manifest & {
  readonly events: Readonly<
    Record<
      `${Name}_change`,
      { readonly payload: typeof recordChangeSchema; readonly access: Access; readonly area: 'own' | 'none' }
    >
  >;
};

/** A call that changes a record. */
export type RecordCall = Call<unknown, unknown, unknown, RecordManifest>;

/** The texts of a search hit. */
interface Hit {
  readonly title: string;
  readonly subtitle: string;
  readonly path: string;
}

interface RecordBehaviour<Item, Body> {
  /** A further SQL condition on the records that a call may see. */
  condition?(call: RecordCall): Promise<RowCondition>;
  /** Throws if a body cannot be stored; `before` is the changed record, null for a new one. */
  assertWritable?(call: RecordCall, body: Body, before: Item | null): Promise<void>;
  /**
   * Returns columns that are written in addition to the body's fields, or instead of them; `before` is null for a new
   * record.
   */
  derive?(call: RecordCall, body: Body, before: Item | null): Promise<object>;
  /** Throws if a record cannot be deleted. */
  assertRemovable?(record: Item): void;
  /** Removes data that belong to a record that was just deleted. */
  afterRemove?(call: RecordCall, id: number): Promise<void>;
  /** Further fields of the response to a change. */
  readonly saved?: {
    readonly schema: z.ZodType;
    extend(call: RecordCall, record: Item): Promise<object>;
  };
  /** The hit in the search of the top bar; by default the name, with a link to the list filtered by it. */
  hit?(record: Item, call: SearchCall): Hit;
}

type ErasedParts = RecordSql & RecordBehaviour<NamedRecord, Names>;

/** A part that is required, with all keys of the declaration. */
type Needs<Part extends 'sorts' | 'filters', Key extends string> = [Key] extends [never]
  ? unknown
  : { readonly [K in Part]: Readonly<Record<Key, NonNullable<RecordSql[Part]>[string]>> };

/** The server's additions to a declaration: SQL of sorts, filters and fields, and special rules. */
type RecordParts<R extends RecordDefinition> = RecordSql &
  RecordBehaviour<RecordOf<R>, RecordBodyOf<R>> &
  Needs<'sorts', R['sorts'][number]> &
  Needs<'filters', keyof R['filters'] & string>;

/** The server parts of a declared record, for `defineServer` and for the plugin's own code. */
export interface RecordServer<Item, Body> {
  readonly routes: readonly ApiRoute[];
  /**
   * Adds a record like its call. `isResponse` false omits the further fields of a response; `verb` is the audit action.
   */
  create(call: RecordCall, body: Body, options?: { isResponse: boolean; verb?: string }): Promise<Item>;
  /**
   * Finds a record that the caller may see, or throws `not_found`; `lock` locks its row until the end of the
   * transaction.
   */
  find(call: RecordCall, id: number, options?: { lock?: boolean }): Promise<Item>;
  /** Changes a record to the body that `bodyOf` returns, like its call; `verb` is the audit action. */
  change(
    call: RecordCall,
    id: number,
    change: { verb: string; bodyOf: (before: Item) => Body | Promise<Body>; isResponse?: boolean },
  ): Promise<Item>;
  readonly finder: SearchProvider<'own'> & SearchProvider<'none'>;
  readonly store: RecordStore<Item & NamedRecord>;
}

/**
 * Creates the store, the calls and the search of a declared record. A sort or filter without SQL, and a plugin without
 * the change event, do not compile.
 *
 * @example const { routes, finder } = recordServer(directions, direction, {});
 */
export function recordServer<const R extends RecordDefinition>(
  manifest: RecordManifest<R['name']>,
  record: R,
  parts: RecordParts<R>,
): RecordServer<RecordOf<R>, RecordBodyOf<R>>;
export function recordServer(
  manifest: RecordManifest,
  record: RecordDefinition,
  parts: ErasedParts,
): RecordServer<NamedRecord, Names> {
  const event = `${record.name}_change` as const;
  const area = record.area === undefined ? 'none' : 'own';
  if (manifest.events[event]?.area !== area) {
    throw new Error(`the event ${event} of ${manifest.id} must declare the area '${area}', like its record`);
  }
  const store = createRecordStore(record, parts);
  const { create, change } = createChanges(record, store, parts);
  return {
    store,
    find: async (call, id, options) =>
      found(await store.find(call.database, id, await reachOf(call, parts), options)),
    create,
    change,
    routes: [...readRoutes(manifest, record, store, parts), ...writeRoutes(manifest, record, store, parts)],
    finder: createFinder(record, store, parts),
  };
}

const params = z.object({ id: idParamSchema });

function readRoutes(
  manifest: RecordManifest,
  record: RecordDefinition,
  store: RecordStore,
  parts: ErasedParts,
): ApiRoute[] {
  const { path, access, calls, isSelectable } = record;
  const route = routesOf(manifest);
  const list = route({
    method: 'GET',
    path,
    summary: calls.list,
    access: isSelectable ? signedIn : access,
    query: record.querySchema,
    response: record.listSchema,
    async handle(call) {
      const { query } = call;
      const scope = { ...(await reachOf(call, parts)), language: call.language };
      if (query.pagination === 'false') return store.options(call.database, query, scope);
      if (!allows(access, call.viewer)) throw fail('forbidden');
      const { items, length } = await store.page(call.database, query, scope);
      return pageOf(items, { page: query.page, limit: query.limit, length });
    },
  });
  if (calls.detail === undefined) return [list];
  const detail = route({
    method: 'GET',
    path: `${path}/:id`,
    summary: calls.detail,
    access,
    params,
    response: record.schema,
    async handle(call) {
      return found(await store.find(call.database, call.params.id, await reachOf(call, parts)));
    },
  });
  return [list, detail];
}

function writeRoutes(
  manifest: RecordManifest,
  record: RecordDefinition,
  store: RecordStore,
  parts: ErasedParts,
): ApiRoute[] {
  const { plugin, prefixes, name, path, access, calls } = record;
  const route = routesOf(manifest);
  const response = parts.saved?.schema ?? record.schema;
  const changes = createChanges(record, store, parts);
  const create = route({
    method: 'POST',
    path,
    summary: calls.create,
    access,
    body: record.bodySchema,
    response,
    status: 201,
    handle: (call) => changes.create(call, call.body),
  });
  const { update, remove } = changeRoutesOf(manifest, record);
  const updateRoute = update({
    summary: calls.update,
    body: record.bodySchema,
    response,
    change: (call, id, { verb, bodyOf }) => changes.change(call, id, { verb, bodyOf }),
  });
  if (calls.remove === undefined) return [create, updateRoute];
  const removeRoute = remove({
    summary: calls.remove,
    async remove(call, id) {
      const before = await changes.lock(call, id);
      parts.assertRemovable?.(before);
      await assertUnused(call, `${plugin}.${name}`, id);
      await store.remove(call.database, id);
      await parts.afterRemove?.(call, id);
      await call.audit({ action: `${prefixes.action}.delete`, subjectType: name, subjectId: id });
      changes.announce(call, { id, change: 'deleted' }, [before]);
    },
  });
  return [create, updateRoute, removeRoute];
}

/** A completed change. */
interface FinishedChange {
  readonly verb: string;
  readonly before: NamedRecord | null;
  readonly fields: readonly string[];
  readonly isResponse?: boolean | undefined;
}

/** Common steps of the routes that change a record. */
function createChanges(record: RecordDefinition, store: RecordStore, parts: ErasedParts) {
  const { prefixes, name, table, area, texts, uniqueWithin } = record;

  async function assertStorable(call: RecordCall, body: Names, before: NamedRecord | null): Promise<void> {
    await parts.assertWritable?.(call, body, before);
    if (uniqueWithin === false) return;
    const parent = uniqueWithin && { column: uniqueWithin, id: Number(valueOf(body, uniqueWithin)) };
    const assertFree = Object.keys(texts).length > 0 ? assertOnlyNamesFree : assertNamesFree;
    await assertFree(call.database, {
      table,
      names: body,
      ...(parent ? { parent } : {}),
      ...(before ? { exceptId: before.id } : {}),
    });
  }

  /** Emits a change in each neighbourhood of the record, before and after it. */
  function announce(call: RecordCall, change: RecordChange, versions: readonly NamedRecord[]): void {
    if (area === undefined) return call.emit(`${name}_change`, change);
    for (const neighborhoodId of new Set(versions.map((version) => Number(valueOf(version, area))))) {
      call.emit(`${name}_change`, change, { neighborhoodId });
    }
  }

  async function lock(call: RecordCall, id: number): Promise<NamedRecord> {
    const before = found(await store.find(call.database, id, await reachOf(call, parts), { lock: true }));
    assertVersion(call, before);
    return before;
  }

  async function finish(
    call: RecordCall,
    id: number,
    { verb, before, fields, isResponse = true }: FinishedChange,
  ): Promise<NamedRecord> {
    const action = `${prefixes.action}.${verb}`;
    await call.audit({ action, subjectType: name, subjectId: id, details: { fields } });
    const written = found(await store.find(call.database, id, { area: 'everywhere' }));
    const announced = { id, change: before ? 'updated' : 'created' } as const;
    announce(call, announced, before ? [before, written] : [written]);
    return isResponse ? { ...written, ...(await parts.saved?.extend(call, written)) } : written;
  }

  const create: RecordServer<NamedRecord, Names>['create'] = async (call, body, options) => {
    await assertStorable(call, body, null);
    const more = await parts.derive?.(call, body, null);
    const id = await store.insert(call.database, body, call.viewer.id, more);
    return finish(call, id, { verb: 'create', before: null, fields: Object.keys(body), ...options });
  };

  const change: RecordServer<NamedRecord, Names>['change'] = async (call, id, options) => {
    const { verb, bodyOf, isResponse } = options;
    const before = await lock(call, id);
    const body = await bodyOf(before);
    await assertStorable(call, body, before);
    await store.update(call.database, id, { ...body }, await parts.derive?.(call, body, before));
    return finish(call, id, { verb, before, fields: changedFields(before, body), isResponse });
  };
  return { announce, lock, create, change };
}

/** The records that a call may see. */
async function reachOf(call: RecordCall, { condition }: ErasedParts): Promise<RecordVisibility> {
  return { area: areaOf(call.viewer), condition: await condition?.(call) };
}

/** Finds records by name for the search of the top bar. */
function createFinder(record: RecordDefinition, store: RecordStore, parts: ErasedParts) {
  function present(item: NamedRecord, call: SearchCall) {
    const title = localizedName(item, call.language);
    const path = `${record.page}?search=${encodeURIComponent(title)}`;
    return { id: item.id, ...(parts.hit?.(item, call) ?? { title, subtitle: '', path }) };
  }
  // A search declared without an area gets none.
  const areaIn = (call: SearchCall & { readonly area?: SearchCall<'own'>['area'] }) =>
    call.area ?? 'everywhere';
  return {
    async find(text: string, call: SearchCall & { readonly limit: number }) {
      const scope = { area: areaIn(call), language: call.language, limit: call.limit };
      const items = await store.search(call.context.database, text, scope);
      return items.map((item) => present(item, call));
    },
    async findByIds(ids: readonly number[], call: SearchCall) {
      const items = await store.byIds(call.context.database, ids, areaIn(call));
      return items.map((item) => present(item, call));
    },
  };
}

function found(record: NamedRecord | null): NamedRecord {
  if (!record) throw fail('not_found');
  return record;
}

function valueOf(object: object, key: string): unknown {
  return (object as Readonly<Record<string, unknown>>)[key];
}
