import type { z } from 'zod';
import type { Access } from '../access/access.ts';

/** The capability of a plugin whose way to sign in (`sign-in.ts`) is configured; the name on the wire is unchanged. */
export const signInCapability = 'kernel.oneId';

/** The capability of a plugin whose sessions last by the input of their user, if the client reports it. */
export const activityCapability = 'kernel.activity';

/** The capability of a plugin whose account can have passkeys. */
export const passkeysCapability = 'kernel.passkeys';

/** A page that a plugin adds: a path in react-router's syntax, and who may open it. */
export interface RouteDeclaration {
  readonly path: string;
  readonly access: Access;
  /**
   * A capability that the page needs: without its announcement, browsers leave out the page and its menu entry. For pages
   * that the specification lacks; searches and actions cannot lead to them.
   */
  readonly capability?: string;
  /** The slot of the kernel that the page shows, such as `kernel.settings`; the kernel's links lead to this page. */
  readonly shows?: string;
  /**
   * The first call of the page if its address has no query, such as `streets?page=1&limit=20`: a browser that starts at the
   * page requests it while the code of the page loads. The page must request exactly this.
   */
  readonly firstRead?: string;
}

/** A line in the sidebar. Its key is the key of a route, from which path and rights come; its label is `<plugin>:menu.<key>`. */
export interface MenuDeclaration {
  /** A name from `kernel/client/ui/icons/icons.tsx`; an unknown one shows as a puzzle piece. */
  readonly icon: string;
}

/**
 * The audience of an event among users with its access. `own`: users responsible for the neighbourhood that each emit names;
 * `none`: everyone, since it concerns no neighbourhood; `admins`: only the admins that each emit names.
 */
export type EventArea = 'own' | 'none' | 'admins';

/** A socket event that a plugin sends to browsers, and who may receive it; its payload is checked on both ends. */
export interface EventDeclaration {
  readonly payload: z.ZodType;
  readonly access: Access;
  readonly area: EventArea;
}

/**
 * A type of notice that a plugin sends through `noticeHook`. Its text is `<plugin>:notices.<type>.text`, which may use
 * `number` (the id of its subject, six digits) and the texts and numbers of the payload; its name in filters is
 * `<plugin>:notices.<type>.name`.
 */
export interface NoticeDeclaration {
  /** A name from `kernel/client/ui/icons/icons.tsx` or `lazy-icons.ts`. */
  readonly icon: string;
  /** The schema of the data under the type's key; other data are shown as unknown. */
  readonly payload: z.ZodType<Readonly<Record<string, unknown>>>;
  /** The plugin's own route that shows the subject, with `:id` in its path, and the field of the payload with that id. */
  readonly opens?: { readonly route: string; readonly id: string };
  /** The fields of the payload that are shown below the text, separated by spaces. */
  readonly excerpt?: readonly string[];
  /** Whether it requires an action, and is coloured accordingly. */
  readonly urgent?: boolean;
}

/**
 * A search of the top bar; its server module has the provider of the same key, and its group is headed
 * `<plugin>:found.<key>`.
 */
export interface SearchDeclaration {
  /** The key of the route with the list that shows all hits, by `?search=`. Users who may open it may search. */
  readonly route: string;
  /** `own`: records of neighbourhoods; the provider receives the caller's area. `none`: records without a neighbourhood. */
  readonly area: 'own' | 'none';
}

/** An action in the search of the top bar; its text is `<plugin>:actions.<key>`. */
export interface ActionDeclaration {
  /** The key of the route on which the action starts. Users who may open it may start the action. */
  readonly route: string;
  /** Opens the form of a new record on the list of that route. */
  readonly opens?: 'new';
}

/** The contributions of a plugin, as data. No field has a side effect. */
export interface Manifest {
  /** Folder name, locale namespace, prefix of full ids: lower case, digits and `_`. */
  readonly id: string;
  readonly version: string;
  /** The plugins that this one requires: their ids, or ids with version ranges (`{ streets: '^1.2' }`). */
  readonly requires?: readonly string[] | Readonly<Record<string, string>>;
  /** Whether users could not enable it again, for example the sign-in; it can only be disabled in `deployment.json`. */
  readonly essential?: boolean;
  /** Whether no part of it is in the specification; it is left out if a server announces no plugins. */
  readonly announcedOnly?: boolean;
  /** Whether it stores data of citizens and erases them (`erasureHook`); while it is disabled, no citizen is erased. */
  readonly erases?: boolean;
  /** Permissions that a role may hold; the label is `<plugin>:permissions.<permission>`. */
  readonly permissions?: readonly string[];
  /** Abilities of the server beyond the specification, announced by `GET plugins`. */
  readonly capabilities?: readonly string[];
  /**
   * Those of `capabilities` that impose requirements on clients that know them: `GET plugins` announces them only to
   * sessions, and the server records to which (the view `kernel_v1_session_announcements`), so that for other callers the
   * specification applies.
   */
  readonly sessionCapabilities?: readonly string[];
  /** Schema of the plugin's settings in `deployment.json`; `{}` must be valid. */
  readonly config?: z.ZodObject;
  /** Keys of the settings that browsers may see. */
  readonly publicConfig?: readonly string[];
  readonly routes?: Readonly<Record<string, RouteDeclaration>>;
  readonly menu?: Readonly<Record<string, MenuDeclaration>>;
  readonly events?: Readonly<Record<string, EventDeclaration>>;
  /** The types of notices that it sends, by their names on the wire. */
  readonly notices?: Readonly<Record<string, NoticeDeclaration>>;
  readonly search?: Readonly<Record<string, SearchDeclaration>>;
  readonly actions?: Readonly<Record<string, ActionDeclaration>>;
  /** Ids of the slots that the plugin extends; its client module is loaded when one of them is shown. */
  readonly extensions?: readonly string[];
  /**
   * Whether its client module is loaded on every page, after the first screen is shown and events arrive. Not for external
   * plugins.
   */
  readonly background?: boolean;
  /**
   * The pages of an untrusted external plugin run in a sandboxed frame, which communicates with the shell only through a
   * message port. Such a plugin has no server module and no tables.
   */
  readonly isolation?: 'frame';
  /** The calls that a plugin in a frame may make with the user's rights, such as `GET applications`. */
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

/** A compile error for a notice that opens a missing route. */
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

/** A compile error for a search or an action without its route. */
type RoutesAreThere<M extends Manifest, Field extends 'search' | 'actions'> =
  M extends Record<Field, infer Entries>
    ? {
        readonly [F in Field]: {
          readonly [K in keyof Entries]: Entries[K] extends { route: keyof M['routes'] } ? Entries[K] : never;
        };
      }
    : unknown;

/** A compile error for a public setting that the schema lacks. */
type PublicConfigExists<M extends Manifest> = M extends { publicConfig: readonly string[] }
  ? { readonly publicConfig: readonly (keyof ConfigOf<M> & string)[] }
  : unknown;

const mark: unique symbol = Symbol.for('komak.plugin');

/** A manifest that went through {@link definePlugin}; the kernel finds plugins by this type. */
export type Plugin<M extends Manifest = Manifest> = M & { readonly [mark]: true };

/**
 * Defines a plugin by its manifest, with its literal types, against which client and server module are checked.
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

/** The keys of a manifest's searches, each with its declared area. */
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
