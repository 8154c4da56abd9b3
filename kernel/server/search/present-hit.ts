import type { SearchHit } from '#kernel/contract/index.ts';

/** A hit as it leaves: the fields that the contract names, and no other. */
export function presentHit({ id, title, subtitle, path, number, status }: SearchHit): SearchHit {
  return {
    id,
    title,
    subtitle,
    path,
    ...(number === undefined ? {} : { number }),
    ...(status === undefined ? {} : { status: { tone: status.tone, text: status.text } }),
  };
}
