import { z } from 'zod';
import { allows, type Access, type Rights } from '../access/access.ts';
import type { Manifest, SearchDeclaration } from '../plugin/manifest.ts';

/** The media type of `GET search` as lines of JSON, each a {@link searchLineSchema}, as they become known. */
export const searchLinesType = 'application/x-ndjson';

/** The schema of a search hit. Personal numbers are masked as in lists. */
export const searchHitSchema = z.object({
  id: z.union([z.string(), z.number()]),
  title: z.string(),
  subtitle: z.string(),
  /** The page of the thing, or its list narrowed to it. */
  path: z.string(),
  /** By which people call it, such as `№ 000042`. */
  number: z.string().optional(),
  status: z
    .object({ tone: z.enum(['created', 'accepted', 'completed', 'rejected', 'canceled']), text: z.string() })
    .optional(),
});
/** A hit of the search of the top bar. */
export type SearchHit = z.infer<typeof searchHitSchema>;

/** The schema of the hits of one search of a plugin. */
export const searchGroupSchema = z.object({
  plugin: z.string(),
  /** The key under which the manifest declares the finder. */
  key: z.string(),
  items: z.array(searchHitSchema),
  /** There are others beside these. */
  more: z.boolean().optional(),
  /** It did not finish: it took too long, or failed. */
  state: z.enum(['late', 'failed']).optional(),
});
/** The hits of one search. */
export type SearchGroup = z.infer<typeof searchGroupSchema>;

/** Response of `GET search`. */
export const searchResponseSchema = z.object({ groups: z.array(searchGroupSchema) });

/** Response of `GET search/known`: the requested things that the caller may see. */
export const knownResponseSchema = z.object({
  items: z.array(searchHitSchema.extend({ plugin: z.string(), key: z.string() })),
});

/** A line of {@link searchLinesType}: first who is asked, then each group, found or not, then the end. */
export const searchLineSchema = z.union([
  z.object({ asked: z.array(z.object({ plugin: z.string(), key: z.string() })) }),
  z.object({ group: searchGroupSchema }),
  z.object({ end: z.literal(true) }),
]);
export type SearchLine = z.infer<typeof searchLineSchema>;

/** A finder of an enabled plugin under its full id, `<plugin>.<key>`. */
export interface RegisteredSearch {
  readonly id: string;
  readonly plugin: string;
  readonly key: string;
  readonly access: Access;
  readonly area: SearchDeclaration['area'];
  readonly icon: string;
  /** The list that shows all that is found. */
  readonly path: string;
}

/** Something to begin. */
export interface RegisteredAction {
  readonly id: string;
  readonly plugin: string;
  readonly label: string;
  readonly icon: string;
  readonly path: string;
}

/** The finders of the enabled plugins, in their order. */
export function searchesOf(enabled: readonly Manifest[]): RegisteredSearch[] {
  return enabled.flatMap((manifest) =>
    Object.entries(manifest.search ?? {}).flatMap(([key, { route, area }]) => {
      const declared = manifest.routes?.[route];
      if (!declared) return [];
      const icon = manifest.menu?.[route]?.icon ?? 'search';
      const { access, path } = declared;
      return [{ id: `${manifest.id}.${key}`, plugin: manifest.id, key, access, area, icon, path }];
    }),
  );
}

/** The actions allowed with these rights, in the order of the plugins. */
export function actionsOf(enabled: readonly Manifest[], rights: Rights | null): RegisteredAction[] {
  return enabled.flatMap((manifest) =>
    Object.entries(manifest.actions ?? {}).flatMap(([key, { route, opens }]) => {
      const declared = manifest.routes?.[route];
      if (!declared || !allows(declared.access, rights)) return [];
      const icon = opens ? 'plus' : (manifest.menu?.[route]?.icon ?? 'plus');
      const path = opens ? `${declared.path}?${opens}` : declared.path;
      const id = `${manifest.id}.${key}`;
      return [{ id, plugin: manifest.id, label: `${manifest.id}:actions.${key}`, icon, path }];
    }),
  );
}
