import type { ObjectStoreAddress } from '../config/object-store.ts';
import { createFolderStore } from './folder-store.ts';
import { openObjectStore } from './object-store.ts';
import type { ByteStore } from '../services/byte-store.ts';

/** The store of a server: the bucket where one is named, else a folder. */
export async function openByteStore(
  folder: string,
  address: ObjectStoreAddress | null,
): Promise<{ store: ByteStore; close: () => void }> {
  if (address === null) return { store: createFolderStore(folder), close: () => undefined };
  const store = await openObjectStore(address);
  return { store, close: store.close };
}
