import { z } from 'zod';
import { allows, type Access, type Rights } from '../access/access.ts';
import type { Manifest, SearchDeclaration } from '../plugin/manifest.ts';

/** The media type of `GET search` as a stream: one JSON {@link searchLineSchema} per line, as results arrive. */
export const searchLinesType = 'application/x-ndjson';

/** The schema of a search hit. Personal numbers are masked as in lists. */
export const searchHitSchema = z.object({
  id: z.union([z.string(), z.number()]),
  title: z.string(),
  subtitle: z.string(),
  /** The record's page, or a list filtered to the record. */
  path: z.string(),
  /** The number by which people refer to it, such as `№ 000042`. */
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
  /** The key of the search in the manifest. */
  key: z.string(),
  items: z.array(searchHitSchema),
  /** Whether there are more hits than these. */
  more: z.boolean().optional(),
  /** Set if the search timed out or failed. */
  state: z.enum(['late', 'failed']).optional(),
});
/** The hits of one search. */
export type SearchGroup = z.infer<typeof searchGroupSchema>;

/** Response of `GET search`. */
export const searchResponseSchema = z.object({ groups: z.array(searchGroupSchema) });

/** The response of `GET search/known`: the requested records that the caller may see. */
export const knownResponseSchema = z.object({
  items: z.array(searchHitSchema.extend({ plugin: z.string(), key: z.string() })),
});

/** A line of {@link searchLinesType}: first the searches that run, then each group, even if empty, then the end. */
export const searchLineSchema = z.union([
  z.object({ asked: z.array(z.object({ plugin: z.string(), key: z.string() })) }),
  z.object({ group: searchGroupSchema }),
  z.object({ end: z.literal(true) }),
]);
export type SearchLine = z.infer<typeof searchLineSchema>;

/** A search of an enabled plugin under its full id, `<plugin>.<key>`. */
export interface RegisteredSearch {
  readonly id: string;
  readonly plugin: string;
  readonly key: string;
  readonly access: Access;
  readonly area: SearchDeclaration['area'];
  readonly icon: string;
  /** The path of the list that shows all hits. */
  readonly path: string;
}

/** An action of the top bar's search. */
export interface RegisteredAction {
  readonly id: string;
  readonly plugin: string;
  readonly label: string;
  readonly icon: string;
  readonly path: string;
}

/** The searches of the enabled plugins, in deployment order. */
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

/** The actions allowed with these rights, in deployment order. */
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
