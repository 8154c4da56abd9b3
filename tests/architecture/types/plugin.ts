/**
 * Code that must not compile: `tsc -p tsconfig.tests.json` fails when one of these lines compiles. Each wrong
 * line has a correct one beside it, so that it fails for only one reason.
 */
import type { ComponentType } from 'react';
import { z } from 'zod';
import { defineClient, extend, type ClientContext } from '#kernel/client/plugins/define-client.ts';
import { allOf, definePlugin, hook, signedIn, slot, type Area } from '#kernel/contract/index.ts';
import {
  defineServer,
  onHook,
  hooksOf,
  route as plainRoute,
  routesOf,
  type Effects,
  type ServerContext,
} from '#kernel/server/api/index.ts';

const page: ComponentType = () => null;
const routes = {
  list: { path: '/streets', access: allOf('street_add') },
  detail: { path: '/streets/:id', access: signedIn },
} as const;

/** A plugin with one of each contribution. */
export const streets = definePlugin({
  id: 'streets',
  version: '1.0.0',
  config: z.object({ limit: z.int().default(3), secret: z.string().default('') }),
  publicConfig: ['limit'],
  routes,
  menu: { list: { icon: 'road' } },
  events: {
    street_change: { payload: z.object({ id: z.int() }), access: signedIn, area: 'none' },
    street_block: { payload: z.object({ id: z.int() }), access: signedIn, area: 'own' },
    street_receive: { payload: z.object({ id: z.int() }), access: signedIn, area: 'admins' },
  },
});

// An event declares who may receive it, and its area.
const payload = z.object({ id: z.int() });
// @ts-expect-error no access
definePlugin({ id: 'open', version: '1.0.0', events: { open_change: { payload, area: 'none' } } });
// @ts-expect-error no area
definePlugin({ id: 'open', version: '1.0.0', events: { open_change: { payload, access: signedIn } } });
definePlugin({
  id: 'open',
  version: '1.0.0',
  events: { open_change: { payload, access: signedIn, area: 'none' } },
});

/** A plugin that adds no page. */
export const quiet = definePlugin({ id: 'quiet', version: '1.0.0' });

// A menu entry has a route.
definePlugin({
  id: 'x',
  version: '1.0.0',
  routes,
  // @ts-expect-error no route is called "table"
  menu: { table: { icon: 'road' } },
});

// A notice opens one of the plugin's own routes.
definePlugin({
  id: 'x',
  version: '1.0.0',
  // @ts-expect-error there is no route at all
  menu: { list: { icon: 'road' } },
});

// A search and an action need a route.
const search = { streets: { route: 'list', area: 'own' } } as const;
const found = definePlugin({
  id: 'x',
  version: '1.0.0',
  routes,
  search,
  actions: { add: { route: 'list', opens: 'new' } },
});
definePlugin({
  id: 'x',
  version: '1.0.0',
  routes,
  // @ts-expect-error no route is called "table"
  search: { streets: { route: 'table', area: 'own' } },
});
definePlugin({
  id: 'x',
  version: '1.0.0',
  routes,
  // @ts-expect-error no route is called "table"
  actions: { add: { route: 'table' } },
});

// Every declared search has its finder, with the declared area.
const findByIds = async () => [];
const noneIn = (area: Area) => (area === 'everywhere' ? [] : []);
defineServer(found, { search: { streets: { find: async (_text, { area }) => noneIn(area), findByIds } } });
// @ts-expect-error the search "streets" has no finder
defineServer(found, {});
const finder = { find: findByIds, findByIds };
// @ts-expect-error no search is called "other"
defineServer(found, { search: { streets: finder, other: finder } });
// @ts-expect-error the manifest has no search
defineServer(quiet, { search: { streets: { find: findByIds, findByIds } } });
const wide = definePlugin({ ...found, search: { streets: { route: 'list', area: 'none' } } });
// @ts-expect-error a search with area "none" gets no area
defineServer(wide, { search: { streets: { find: async (_text, { area }) => noneIn(area), findByIds } } });

// A notice opens one of the plugin's own routes.
const notice = { icon: 'road', payload: z.object({ id: z.int() }) } as const;
definePlugin({
  id: 'x',
  version: '1.0.0',
  routes,
  notices: { street: { ...notice, opens: { route: 'detail', id: 'id' } }, holiday: notice },
});
definePlugin({
  id: 'x',
  version: '1.0.0',
  routes,
  // @ts-expect-error no route is called "details"
  notices: { street: { ...notice, opens: { route: 'details', id: 'id' } } },
});

// A public setting is declared.
definePlugin({
  id: 'x',
  version: '1.0.0',
  config: z.object({ limit: z.int().default(3) }),
  // @ts-expect-error the schema has no "limits"
  publicConfig: ['limits'],
});

// A route declares who may open it.
definePlugin({
  id: 'x',
  version: '1.0.0',
  // @ts-expect-error access is missing
  routes: { list: { path: '/x' } },
});

// @ts-expect-error a rule names at least one permission
allOf();

// Every route has its page, every page its route.
defineClient(streets, { pages: { list: page, detail: page } });
// @ts-expect-error the route "detail" has no page
defineClient(streets, { pages: { list: page } });
// @ts-expect-error no route is called "other"
defineClient(streets, { pages: { list: page, detail: page, other: page } });
// @ts-expect-error the routes have no pages
defineClient(streets, {});
defineClient(quiet, {});
// @ts-expect-error the manifest has no routes
defineClient(quiet, { pages: { list: page } });

// Events are those of the manifest, with their payload.
defineClient(streets, {
  pages: { list: page, detail: page },
  start(context) {
    context.on('street_change', ({ id }) => id.toFixed());
    // @ts-expect-error no event is called "street_changed"
    context.on('street_changed', () => undefined);
    // @ts-expect-error the payload has no name
    context.on('street_change', ({ name }) => name);
  },
});

/** The events of a plugin without any cannot be listened to. */
export function listenToNothing(context: ClientContext<typeof quiet>): void {
  // @ts-expect-error the manifest has no events
  context.on('street_change', () => undefined);
}

// A slot takes a component with its props.
const aside = slot<{ street: { id: number } }>('streets.aside');
const asideCard: ComponentType<{ street: { id: number } }> = () => null;
const wrongCard: ComponentType<{ road: { id: number } }> = () => null;
const demandingCard: ComponentType<{ street: { id: number; name: string } }> = () => null;
extend(aside, asideCard);
extend(aside, page);
// @ts-expect-error the slot passes a street, not a road
extend(aside, wrongCard);
// @ts-expect-error the street of the slot has no name
extend(aside, demandingCard);

// A hook handler takes the hook's payload.
const added = hook<{ streetId: number }>('streets.added');
onHook(added, async ({ streetId }) => void streetId);
// @ts-expect-error the payload of the hook has a number
onHook(added, async ({ streetId }: { streetId: string }) => void streetId);

/** A hook is called with its payload. */
export async function callHooks({ hooks }: Pick<Effects, 'hooks'>): Promise<void> {
  await hooks.call(added, { streetId: 1 });
  // @ts-expect-error the payload of the hook has a number
  await hooks.call(added, { streetId: '1' });
}

// The server module reads its own settings and sends its own events.
defineServer(streets, { start: (context) => void context.config.limit.toFixed() });
defineServer(streets, {
  // @ts-expect-error the schema has no "limits"
  start: (context) => void context.config.limits,
});

/** An event is sent with the payload that the manifest declares. */
export async function sendEvents(context: ServerContext<typeof streets>): Promise<void> {
  await context.transaction(async (effects: Effects<typeof streets>) => {
    effects.emit('street_change', { id: 1 });
    // @ts-expect-error an id is a number
    effects.emit('street_change', { id: '1' });
    // @ts-expect-error no event is called "other"
    effects.emit('other', { id: 1 });
    effects.emit('street_block', { id: 1 }, { neighborhoodId: 1 });
    // @ts-expect-error an event with area "own" names the neighbourhood
    effects.emit('street_block', { id: 1 });
    // @ts-expect-error the area of the event is that of a neighbourhood
    effects.emit('street_block', { id: 1 }, { adminIds: [1] });
    effects.emit('street_receive', { id: 1 }, { adminIds: [1] });
    // @ts-expect-error an event with area "admins" names them
    effects.emit('street_receive', { id: 1 });
    // @ts-expect-error the manifest declares who may receive it
    effects.emit('street_change', { id: 1 }, { access: signedIn });
  });
}

const route = routesOf(streets);
const listen = hooksOf(streets);
const bare = { method: 'PUT', path: 'x', summary: 'x', access: signedIn, response: z.object({}) } as const;

// A call and a hook handler send the events of their manifest; a route without a manifest has none.
route({
  ...bare,
  handle: ({ emit, context }) => (emit('street_change', { id: context.config.limit }), {}),
});
// @ts-expect-error an id is a number
route({ ...bare, handle: ({ emit }) => (emit('street_change', { id: '1' }), {}) });
listen(added, async ({ streetId }, { emit }) => emit('street_change', { id: streetId }));
// @ts-expect-error no event is called "other"
listen(added, async ({ streetId }, { emit }) => emit('other', { id: streetId }));
// @ts-expect-error there is no manifest
plainRoute({ ...bare, handle: ({ emit }) => (emit('street_change', { id: 1 }), {}) });
