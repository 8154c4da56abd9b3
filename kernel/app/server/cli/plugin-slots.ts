import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { closestWord } from '#kernel/domain/text/closest-word.ts';
import type { Manifest } from '#kernel/contract/index.ts';

const root = new URL('../../../../', import.meta.url);

/** A slot and the type of its props, as written in its declaration. */
export interface OfferedSlot {
  readonly id: string;
  readonly props: string;
}

/**
 * The slots of the kernel or of a built-in plugin, parsed from the source: at run time a slot is an id without props.
 */
export async function slotsOf(owner: string): Promise<readonly OfferedSlot[]> {
  const path = owner === 'kernel' ? 'kernel/contract/plugin/slot.ts' : `plugins/${owner}/contract.ts`;
  const text = await readFile(new URL(path, root), 'utf8').catch(() => '');
  return [...text.matchAll(/^export const \w+ = slot<([^(]*)>\('([\w.]+)'\);$/gm)].map(
    ([, props = '', id = '']) => ({
      id,
      props: props === 'Record<never, never>' ? '' : props,
    }),
  );
}

/**
 * A sentence about each slot that a manifest extends and that does not exist, so that its extension would never be
 * shown.
 */
export async function unknownSlots({ id, extensions = [] }: Manifest): Promise<readonly string[]> {
  const sentences = await Promise.all(
    extensions.map(async (slot) => {
      const [owner = ''] = slot.split('.');
      // The slots of an external plugin are declared only in its own source.
      if (owner === id || !isOurs(owner)) return [];
      const offered = (await slotsOf(owner)).map((one) => one.id);
      if (offered.includes(slot)) return [];
      const near = closestWord(slot, offered);
      const known = offered.length > 0 ? `it has ${offered.join(', ')}.` : 'it has none.';
      return `It extends "${slot}", and ${owner} has no such slot; ${near ? `did you mean "${near}"?` : known}`;
    }),
  );
  return sentences.flat();
}

const isOurs = (owner: string) =>
  owner === 'kernel' || existsSync(new URL(`plugins/${owner}/manifest.ts`, root));
