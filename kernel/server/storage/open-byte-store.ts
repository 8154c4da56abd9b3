import type { ObjectStoreAddress } from '../config/object-store.ts';
import { createFolderStore } from './folder-store.ts';
import { openObjectStore } from './object-store.ts';
import type { Store } from './byte-store.ts';

/** The store of a server: the bucket where one is named, else a folder. */
export async function openStore(
  folder: string,
  address: ObjectStoreAddress | null,
): Promise<{ store: Store; close: () => void }> {
  if (address === null) return { store: createFolderStore(folder), close: () => undefined };
  const store = await openObjectStore(address);
  return { store, close: store.close };
}
