declare module 'shpjs' {
  /** The geometries of a `.shp` as in GeoJSON, null where missing; reprojected if a `.prj` is given. */
  export function parseShp(shp: Uint8Array, prj?: string): readonly unknown[];
  /** The attributes of a `.dbf`, in an encoding. */
  export function parseDbf(dbf: Uint8Array, encoding: string): readonly Readonly<Record<string, unknown>>[];
  /** Puts geometries and attributes together. */
  export function combine(parts: readonly [shapes: readonly unknown[], rows?: readonly unknown[]]): {
    readonly features: readonly unknown[];
  };
}
