import type { z } from 'zod';
import type { Access } from './access.ts';

/** The capability of a plugin whose way to sign in (`sign-in.ts`) is set up; its word is that of the wire. */
export const signInCapability = 'kernel.oneId';

/** The capability of a plugin whose sessions end by what their person does, once a client tells it. */
export const activityCapability = 'kernel.activity';

/** The capability of a plugin whose account can have passkeys. */
export const passkeysCapability = 'kernel.passkeys';

/** A page that a plugin adds: a path in react-router's syntax, and who may open it. */
export interface RouteDeclaration {
  readonly path: string;
  readonly access: Access;
  /**
   * A capability of the plugin that the page works with: without its announcement browsers leave out the page and its line in
   * the menu. For pages that the specification does not have; no search and no action leads to one.
   */
  readonly capability?: string;
  /** The slot of the kernel that the page is for, such as `kernel.settings`: where the kernel leads to it. */
  readonly shows?: string;
  /**
   * What the page reads first when its address has no query, such as `streets?page=1&limit=20`: a browser that begins at the
   * page asks for it while the code of the page still comes. The page must ask for exactly that.
   */
  readonly firstRead?: string;
}

/** A line in the sidebar. Its key is the key of a route, from which path and rights come; its label is `<plugin>:menu.<key>`. */
export interface MenuDeclaration {
  /** A name from `kernel/client/ui/icons/icons.tsx`; an unknown one shows as a puzzle piece. */
  readonly icon: string;
}

/**
 * Whom an event concerns beside those with its access. `own`: who reaches the neighbourhood that each emit names; `none`:
 * everyone, since it is about no neighbourhood; `admins`: only the admins that each emit names.
 */
export type EventArea = 'own' | 'none' | 'admins';

/** A socket event that a plugin sends to browsers, and who may receive it; its payload is checked on both ends. */
export interface EventDeclaration {
  readonly payload: z.ZodType;
  readonly access: Access;
  readonly area: EventArea;
}

/**
 * A type of notice that a plugin sends through `noticeHook`. Its words are `<plugin>:notices.<type>.text`, which may use
 * `number` (the id of what it is about, six digits) and the texts and numbers of the payload, and, where types are chosen
 * from, `<plugin>:notices.<type>.name`.
 */
export interface NoticeDeclaration {
  /** A name from `kernel/client/ui/icons/icons.tsx` or `lazy-icons.ts`. */
  readonly icon: string;
  /** The schema of the data under the type's key; other data are shown as unknown. */
  readonly payload: z.ZodType<Readonly<Record<string, unknown>>>;
  /** The plugin's own route that shows what it is about, with `:id` in its path, and the field of the payload with that id. */
  readonly opens?: { readonly route: string; readonly id: string };
  /** The fields of the payload whose texts stand under the words, with blanks between. */
  readonly excerpt?: readonly string[];
  /** It asks for an act, and is coloured so. */
  readonly urgent?: boolean;
}

/**
 * A finder for the search of the top bar; its server module has the provider of the same key, and its group is headed
 * `<plugin>:found.<key>`.
 */
export interface SearchDeclaration {
  /** Key of the route with the list that shows all that is found, by `?search=`. Who may open it may search. */
  readonly route: string;
  /** `own`: things of neighbourhoods, of which the finder is handed those to look in. `none`: things of no neighbourhood. */
  readonly area: 'own' | 'none';
}

/** An action in the search of the top bar; its text is `<plugin>:actions.<key>`. */
export interface ActionDeclaration {
  /** Key of the route where it is begun. Who may open it may begin. */
  readonly route: string;
  /** The list there opens the form of a new record. */
  readonly opens?: 'new';
}

/** The contributions of a plugin, as data. No field has a side effect. */
export interface Manifest {
  /** Folder name, locale namespace, prefix of full ids: lower case, digits and `_`. */
  readonly id: string;
  readonly version: string;
  /** Plugins without which this one cannot work: their ids, or ids with the versions that will do (`{ streets: '^1.2' }`). */
  readonly requires?: readonly string[] | Readonly<Record<string, string>>;
  /** Without it nobody could come back to switch it on again, so that it is switched off in `deployment.json` alone. */
  readonly essential?: boolean;
  /** Nothing of it is in the specification: where a server announces no plugins, it is left out. */
  readonly announcedOnly?: boolean;
  /** It keeps data of citizens, and erases them (`erasureHook`); no citizen is erased while it is off. */
  readonly erases?: boolean;
  /** Permissions that a role may hold; the label is `<plugin>:permissions.<permission>`. */
  readonly permissions?: readonly string[];
  /** Abilities of the server beyond the specification, announced by `GET plugins`. */
  readonly capabilities?: readonly string[];
  /**
   * Those of `capabilities` that ask something of the person who knows them: `GET plugins` announces them to sessions alone, and the server
   * remembers to which (the view `kernel_v1_session_announcements`), so that callers who never asked are held to the specification.
   */
  readonly sessionCapabilities?: readonly string[];
  /** Schema of the plugin's settings in `deployment.json`; `{}` must be valid. */
  readonly config?: z.ZodObject;
  /** Keys of the settings that browsers may see. */
  readonly publicConfig?: readonly string[];
  readonly routes?: Readonly<Record<string, RouteDeclaration>>;
  readonly menu?: Readonly<Record<string, MenuDeclaration>>;
  readonly events?: Readonly<Record<string, EventDeclaration>>;
  /** The types of notices that it sends, by their name on the wire. */
  readonly notices?: Readonly<Record<string, NoticeDeclaration>>;
  readonly search?: Readonly<Record<string, SearchDeclaration>>;
  readonly actions?: Readonly<Record<string, ActionDeclaration>>;
  /** Ids of the slots that the plugin extends; its client module is loaded when one of them is shown. */
  readonly extensions?: readonly string[];
  /**
   * Its client module works beside every page: it is loaded once the first screen stands there and events arrive. Not of a plugin
   * from outside.
   */
  readonly background?: boolean;
  /**
   * The pages of an outside plugin that is not trusted run in a sandboxed frame, which reaches the shell through a message
   * port alone. Such a plugin has no server module and no tables.
   */
  readonly isolation?: 'frame';
  /** The calls that a plugin in a frame may make where the viewer may too, such as `GET applications`. */
  readonly calls?: readonly string[];
}

/** The ids of the plugins that one requires. */
export function requiredIds({ requires = [] }: Pick<Manifest, 'requires'>): readonly string[] {
  return Array.isArray(requires) ? (requires as readonly string[]) : Object.keys(requires);
}

/** A menu key without a route of the same key does not compile. */
type MenuHasRoutes<M extends Manifest> = M extends { menu: infer Menu }
  ? { readonly menu: { readonly [K in keyof Menu]: K extends keyof M['routes'] ? MenuDeclaration : never } }
  : unknown;

/** A notice that opens a route which is not there does not compile. */
type NoticesOpenRoutes<M extends Manifest> = M extends { notices: infer Notices }
  ? {
      readonly notices: {
        readonly [K in keyof Notices]: Notices[K] extends { opens: { route: infer Key } }
          ? Key extends keyof M['routes']
            ? NoticeDeclaration
            : never
          : NoticeDeclaration;
      };
    }
  : unknown;

/** A search or an action whose route is not there does not compile. */
type RoutesAreThere<M extends Manifest, Field extends 'search' | 'actions'> =
  M extends Record<Field, infer Entries>
    ? {
        readonly [F in Field]: {
          readonly [K in keyof Entries]: Entries[K] extends { route: keyof M['routes'] } ? Entries[K] : never;
        };
      }
    : unknown;

/** A public setting that the schema lacks does not compile. */
type PublicConfigExists<M extends Manifest> = M extends { publicConfig: readonly string[] }
  ? { readonly publicConfig: readonly (keyof ConfigOf<M> & string)[] }
  : unknown;

const mark: unique symbol = Symbol.for('komak.plugin');

/** A manifest that went through {@link definePlugin}; the kernel finds plugins by this type. */
export type Plugin<M extends Manifest = Manifest> = M & { readonly [mark]: true };

/**
 * Makes a plugin of a manifest, keeping its literal types: the client and the server module are checked against them.
 *
 * @example
 * export const streets = definePlugin({
 *   id: 'streets',
 *   version: '1.0.0',
 *   requires: ['neighborhoods'],
 *   permissions: ['street_add'],
 *   routes: { list: { path: '/streets', access: allOf('street_add') } },
 *   menu: { list: { icon: 'road' } },
 * });
 */
export function definePlugin<const M extends Manifest>(
  manifest: M &
    MenuHasRoutes<M> &
    NoticesOpenRoutes<M> &
    RoutesAreThere<M, 'search'> &
    RoutesAreThere<M, 'actions'> &
    PublicConfigExists<M>,
): Plugin<M> {
  return Object.freeze({ ...manifest, [mark]: true as const });
}

/** Whether a value came out of {@link definePlugin}. */
export function isPlugin(value: unknown): value is Plugin {
  return typeof value === 'object' && value !== null && mark in value;
}

/** The one plugin that a manifest module exports; throws when there is none or more than one. */
export function pluginOf(module: Readonly<Record<string, unknown>>, where: string): Plugin {
  const found = Object.values(module).filter(isPlugin);
  const [plugin] = found;
  if (!plugin || found.length > 1) {
    throw new Error(`${where} must export exactly one definePlugin(…), and exports ${found.length}`);
  }
  return plugin;
}

/** Keys of the routes that a manifest declares. */
export type RouteKey<M extends Manifest> = M extends { routes: infer R } ? keyof R & string : never;

/** The keys of a manifest's finders, each with the area that it declares. */
export type SearchesOf<M extends Manifest> = M extends { search: infer S }
  ? { readonly [K in keyof S]: S[K] extends { area: infer A extends SearchDeclaration['area'] } ? A : never }
  : Record<never, never>;

/** Names of the events that a manifest declares. */
export type EventName<M extends Manifest> = M extends { events: infer E } ? keyof E & string : never;

/** The payload of an event. */
export type EventPayload<M extends Manifest, N extends EventName<M>> = M extends { events: infer E }
  ? E[N & keyof E] extends { payload: infer S extends z.ZodType }
    ? z.output<S>
    : never
  : never;

/** The audience that an emit names, by the area of the event. */
type AudienceIn<Area extends EventArea> = Area extends 'own'
  ? readonly [audience: { readonly neighborhoodId: number }]
  : Area extends 'admins'
    ? readonly [audience: { readonly adminIds: readonly number[] }]
    : readonly [];

/** The arguments of an emit after the payload, by the area that the manifest declares. */
export type EventAudience<M extends Manifest, N extends EventName<M>> = M extends { events: infer E }
  ? E[N & keyof E] extends { area: infer Area extends EventArea }
    ? AudienceIn<Area>
    : never
  : never;

/** The settings of a plugin, with defaults filled in. */
export type ConfigOf<M extends Manifest> = M extends { config: infer S extends z.ZodObject }
  ? z.output<S>
  : Record<never, never>;
