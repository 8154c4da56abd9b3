import { localizedName } from '#kernel/contract/text/index.ts';

/** First and last name, as people say them; for cards and senders. */
export function shortName(person: { readonly first_name: string; readonly last_name: string }): string {
  return [person.first_name, person.last_name]
    .map((name) => name?.trim())
    .filter(Boolean)
    .join(' ');
}

/** An option of a select by the language's name. */
export function toOption(
  entity: { readonly id: number },
  language: string,
): { readonly value: number; readonly label: string } {
  return { value: Number(entity.id), label: localizedName(entity, language) };
}
