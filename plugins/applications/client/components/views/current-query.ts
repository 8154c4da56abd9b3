/** The parameters of a list's address that a view stores. */
export function currentQuery(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('page');
  const set = Array.from(params).filter(([, value]) => value !== '');
  return new URLSearchParams(set).toString();
}

/** Whether two queries have the same parameters, in any order. */
export function isSameQuery(one: string, other: string): boolean {
  const sorted = (text: string) => {
    const params = new URLSearchParams(text);
    params.sort();
    return params.toString();
  };
  return sorted(currentQuery(one)) === sorted(currentQuery(other));
}
