/** The values in an `Accept` or `Accept-Encoding` header, in lower case, except those with `q=0`. */
export function acceptedValues(header: string | undefined): string[] {
  return (header ?? '').split(',').flatMap((part) => {
    const [value = '', ...params] = part.split(';').map((text) => text.trim().toLowerCase());
    return value === '' || params.some((param) => /^q=0(\.0*)?$/.test(param)) ? [] : [value];
  });
}
