import type { z } from 'zod';
import type { Access } from '../access/access.ts';

/** The capability of a plugin with a configured external sign-in (`sign-in.ts`); its name on the wire is historical. */
export const signInCapability = 'kernel.oneId';

/** The capability that ends sessions after a time without user input, if the client reports input. */
export const activityCapability = 'kernel.activity';

/** The capability of a plugin whose accounts can have passkeys. */
export const passkeysCapability = 'kernel.passkeys';

/** A page of a plugin: a path in react-router's syntax, and who may open it. */
export interface RouteDeclaration {
  readonly path: string;
  readonly access: Access;
  /**
   * The capability that the page needs: if the server does not announce it, browsers omit the page and its menu entry.
   * For pages beyond the specification; searches and actions cannot lead to them.
   */
  readonly capability?: string;
  /** The kernel's slot that the page shows, such as `kernel.settings`; links of the kernel lead to this page. */
  readonly shows?: string;
  /**
   * The first call of the page if its address has no query, such as `streets?page=1&limit=20`. A browser that starts at
   * the page requests it while the page's code loads. The page must make exactly this call.
   */
  readonly firstRead?: string;
}

/**
 * An entry of the sidebar. Its key is the key of a route, which gives path and access; its label is
 * `<plugin>:menu.<key>`.
 */
export interface MenuDeclaration {
  /** An icon name of `kernel/client/ui/icons/icons.tsx`; an unknown name shows a puzzle piece. */
  readonly icon: string;
}

/**
 * The recipients of an event among users with its access. `own`: those responsible for the neighbourhood that each emit
 * names; `none`: all of them, since the event concerns no neighbourhood; `admins`: only those that each emit names.
 */
export type EventArea = 'own' | 'none' | 'admins';

/** A socket event of a plugin, and who may receive it; server and browser check its payload. */
export interface EventDeclaration {
  readonly payload: z.ZodType;
  readonly access: Access;
  readonly area: EventArea;
}

/**
 * A type of notice that a plugin sends through `noticeHook`. Its text is `<plugin>:notices.<type>.text`, with `number`
 * (the id of its subject, six digits) and the texts and numbers of the payload, and names of both languages in the
 * reader's; its label in filters is
 * `<plugin>:notices.<type>.name`.
 */
export interface NoticeDeclaration {
  /** An icon name of `kernel/client/ui/icons/icons.tsx` or `lazy-icons.tsx`. */
  readonly icon: string;
  /** The schema of the payload; a notice that does not match is shown as unknown. */
  readonly payload: z.ZodType<Readonly<Record<string, unknown>>>;
  /** The plugin's route that shows the subject, with `:id` in its path, and the payload field with that id. */
  readonly opens?: { readonly route: string; readonly id: string };
  /** Payload fields that are shown below the text, separated by spaces. */
  readonly excerpt?: readonly string[];
  /** Whether the notice requires an action; it is coloured accordingly. */
  readonly urgent?: boolean;
}

/**
 * A search of the top bar; the server module has a provider with the same key. The heading of its hits is
 * `<plugin>:found.<key>`.
 */
export interface SearchDeclaration {
  /** The key of the route whose list shows all hits, with `?search=`. Users who may open it may search. */
  readonly route: string;
  /** `own`: records of neighbourhoods; the provider gets the caller's area. `none`: records without a neighbourhood. */
  readonly area: 'own' | 'none';
}

/** An action in the search of the top bar; its label is `<plugin>:actions.<key>`. */
export interface ActionDeclaration {
  /** The key of the route on which the action starts. Users who may open it may start the action. */
  readonly route: string;
  /** Opens the form for a new record on that route's list. */
  readonly opens?: 'new';
}

/** The contributions of a plugin, as data without side effects. */
export interface Manifest {
  /** Folder name, locale namespace and prefix of full ids: lower case, digits and `_`. */
  readonly id: string;
  readonly version: string;
  /** The required plugins: ids, or ids with version ranges (`{ streets: '^1.2' }`). */
  readonly requires?: readonly string[] | Readonly<Record<string, string>>;
  /** Whether only `deployment.json` can disable it, since nobody could sign in to enable it again. */
  readonly essential?: boolean;
  /** Whether all of it goes beyond the specification; browsers omit it if a server announces no plugins. */
  readonly announcedOnly?: boolean;
  /** Whether it stores and erases data of citizens (`erasureHook`); while it is disabled, no citizen is erased. */
  readonly erases?: boolean;
  /** Permissions that a role can have; the label is `<plugin>:permissions.<permission>`. */
  readonly permissions?: readonly string[];
  /** Features of the server beyond the specification, announced by `GET plugins`. */
  readonly capabilities?: readonly string[];
  /**
   * The capabilities that impose requirements on clients that know them. `GET plugins` announces them only to sessions,
   * and the server records which sessions got them (view `kernel_v1_session_announcements`); for other callers the
   * specification applies.
   */
  readonly sessionCapabilities?: readonly string[];
  /** The schema of the plugin's settings in `deployment.json`; `{}` must be valid. */
  readonly config?: z.ZodObject;
  /** Keys of the settings that are sent to browsers. */
  readonly publicConfig?: readonly string[];
  readonly routes?: Readonly<Record<string, RouteDeclaration>>;
  readonly menu?: Readonly<Record<string, MenuDeclaration>>;
  readonly events?: Readonly<Record<string, EventDeclaration>>;
  /** The types of notices that the plugin sends, by name on the wire. */
  readonly notices?: Readonly<Record<string, NoticeDeclaration>>;
  readonly search?: Readonly<Record<string, SearchDeclaration>>;
  readonly actions?: Readonly<Record<string, ActionDeclaration>>;
  /** Ids of the slots that the plugin extends; its client module is loaded when one of them is shown. */
  readonly extensions?: readonly string[];
  /**
   * Whether its client module is loaded on every page, after the first render and once events arrive. Not for external
   * plugins.
   */
  readonly background?: boolean;
  /**
   * Runs the pages of an untrusted external plugin in a sandboxed frame, which communicates with the shell only through
   * a message port. Such a plugin has no server module and no tables.
   */
  readonly isolation?: 'frame';
  /** The calls that a plugin in a frame may make with the user's rights, such as `GET applications`. */
  readonly calls?: readonly string[];
}

/** The ids of the plugins that a manifest requires. */
export function requiredIds({ requires = [] }: Pick<Manifest, 'requires'>): readonly string[] {
  return Array.isArray(requires) ? (requires as readonly string[]) : Object.keys(requires);
}

/** A compile error for a menu entry without a route of the same key. */
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

/** A compile error for a public setting that is not in the schema. */
type PublicConfigExists<M extends Manifest> = M extends { publicConfig: readonly string[] }
  ? { readonly publicConfig: readonly (keyof ConfigOf<M> & string)[] }
  : unknown;

const mark: unique symbol = Symbol.for('komak.plugin');

/** A manifest returned by {@link definePlugin}; the kernel finds plugins by this type. */
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

/** Whether a value was returned by {@link definePlugin}. */
export function isPlugin(value: unknown): value is Plugin {
  return typeof value === 'object' && value !== null && mark in value;
}

/** The plugin that a manifest module exports; throws if there is none or more than one. */
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

/** The audience argument of an emit, by the area of the event. */
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
