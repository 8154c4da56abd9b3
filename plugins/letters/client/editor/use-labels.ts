import { useMemo } from 'react';
import { useTextOf } from '#kernel/plugin-api/client.ts';
import { type ConditionName, conditionNames, conditions, type Condition } from '../../contract.ts';
import type { EditorLabels } from './schema.ts';

/** A condition to choose from. */
export type ConditionChoice = Pick<Condition, 'when' | 'value'>;

/** Every condition; those with values once per value. */
export const conditionChoices: readonly ConditionChoice[] = conditionNames.flatMap(
  (when): ConditionChoice[] => {
    const values: readonly string[] = conditions[when];
    return values.length === 0 ? [{ when, value: null }] : values.map((value) => ({ when, value }));
  },
);

/** A condition as the value of a select. */
export function keyOf({ when, value }: ConditionChoice): string {
  return value === null ? when : `${when}:${value}`;
}

/** The texts of an editor. */
export interface Labels extends EditorLabels {
  readonly choice: (choice: ConditionChoice) => string;
}

/** The labels of fields, conditions and lists in the current language. */
export function useLabels(): Labels {
  const t = useTextOf(['letters', 'applications']);
  return useMemo(() => {
    const valueOf = (when: ConditionName, value: string | null) =>
      value === null ? '' : t(`applications:${when}.${value}`);
    const choice = ({ when, value }: ConditionChoice) =>
      t(`letters:conditions.${when}`, { value: valueOf(when, value) });
    return {
      field: (name) => t(`letters:fields.${name}`),
      choice,
      condition: (condition) => {
        const head = t(condition.negate ? 'letters:editor.showOnlyIfNot' : 'letters:editor.showOnlyIf');
        return `${head} ${choice(condition)}`;
      },
      listBlock: ({ source, style }) =>
        t('letters:editor.listAs', {
          name: t(`letters:sources.${source}`),
          style: t(`letters:styles.${style}`),
        }),
    };
  }, [t]);
}
