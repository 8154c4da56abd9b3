import { useDates, useName, useText } from '#kernel/plugin-api/client.ts';
import type { RecordedChange } from '../../../contract.ts';

/** Returns a function that describes a change, one line for each field with old and new values. */
export function useChangeLines(): (change: RecordedChange) => readonly string[] {
  const t = useText('applications');
  const dates = useDates();
  const nameOf = useName();

  function shown(field: string, value: string | null): string {
    if (value === null || value === '') return t('changes.none');
    if (field === 'birthday') return dates.date(value);
    return field === 'employment_status' ? t(`employment.${value}`, { defaultValue: value }) : value;
  }

  return ({ fields, places }) => [
    ...(places
      ? [
          t('changes.field', {
            field: t('fields.neighborhood'),
            from: t('neighborhood', { name: nameOf(places.from) }),
            to: t('neighborhood', { name: nameOf(places.to) }),
          }),
        ]
      : []),
    ...(fields ?? []).map(({ field, from, to }) =>
      t('changes.field', {
        field: t(`fields.${field}`, { defaultValue: field }),
        from: shown(field, from),
        to: shown(field, to),
      }),
    ),
  ];
}
