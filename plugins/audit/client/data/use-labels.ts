import { useText } from '#kernel/plugin-api/client.ts';

/** Returns the labels of actions, subjects and details; those of unknown plugins are shown as their codes. */
export function useLabels() {
  const t = useText('audit');
  const named = (kind: 'actions' | 'subjects' | 'details' | 'fields', name: string) =>
    t(`${kind}.${name.replaceAll('.', '_')}`, { defaultValue: name });
  return {
    actionOf: (action: string) => named('actions', action),
    typeOf: (type: string) => named('subjects', type),
    /** A detail by name and value; changed fields are shown by their labels. */
    detailOf: ({ name, value }: { readonly name: string; readonly value: string }) => ({
      label: named('details', name),
      value:
        name === 'fields'
          ? value
              .split(', ')
              .map((field) => named('fields', field))
              .join(', ')
          : value,
    }),
  };
}
