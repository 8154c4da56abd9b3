import { exportFileName, type LatLng, type MapExport, type Reading } from '../model/index.ts';

/**
 * Reads a text that holds shapes; the code for it comes when it is first needed. `near` is where the map looks: by it,
 * latitude and longitude that have changed places are recognised.
 */
export async function read(text: string, near?: LatLng): Promise<Reading> {
  const { readText } = await import('../model/exchange/index.ts');
  return readText(text, { xml: new DOMParser(), ...(near ? { near } : {}) });
}

/** Hands an export to the person as a file. */
export function download(exported: MapExport): void {
  const blob = new Blob([JSON.stringify(exported, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = exportFileName(new Date(exported.exportedAt));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
