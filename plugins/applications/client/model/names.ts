/** First and last name, for cards and senders. */
export function shortName(person: { readonly first_name: string; readonly last_name: string }): string {
  return [person.first_name, person.last_name]
    .map((name) => name?.trim())
    .filter(Boolean)
    .join(' ');
}
