import { exportFileName, type MapExport, type Reading } from '../model/index.ts';

/** Reads a text that holds shapes; the code for it comes when it is first needed. */
export async function read(text: string): Promise<Reading> {
  const { readText } = await import('../model/exchange/index.ts');
  return readText(text, { xml: new DOMParser() });
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
