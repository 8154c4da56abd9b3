/**
 * The transformation of Pulkovo's systems to WGS 84, as `TOWGS84` in WKT, exact to a few metres (GOST R
 * 51794-2008). Surveys of Uzbekistan use them, and ArcGIS and QGIS write a `.prj` without the datum shift,
 * which is 80 m there.
 */
const shifts: Readonly<Record<string, string>> = {
  '1942': '23.57,-140.95,-79.8,0,0.35,0.79,-0.22',
  '1995': '24.47,-130.89,-81.56,0,0,0.13,-0.22',
};

const pulkovo =
  /DATUM\s*\[\s*"(?:D_)?Pulkovo[ _](?<year>1942|1995)"\s*,\s*SPHEROID\s*\[(?:[^[\]]|\[[^\]]*\])*\]/iu;

/** Adds the transformation to WGS 84 to a WKT reference system without one. */
export function withDatumShift(definition: string): string {
  if (/TOWGS84/iu.test(definition)) return definition;
  return definition.replace(pulkovo, (datum, ...groups) => {
    const { year = '' } = groups.at(-1) as { year?: string };
    return `${datum},TOWGS84[${shifts[year] ?? '0,0,0'}]`;
  });
}
