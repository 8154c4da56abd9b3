import { X } from 'lucide-react';
import { styled } from 'styled-components';
import { Button, Combobox, media, Select, useText } from '#kernel/plugin-api/client.ts';
import type { Condition } from '../../contract.ts';
import { around, changeCondition, removeCondition } from './commands.ts';
import { oneRowOnPhones } from './one-row.ts';
import type { EditorHandle } from './use-editor-view.ts';
import { conditionChoices, keyOf, type Labels } from './use-labels.ts';

interface ConditionBarProps {
  readonly editor: EditorHandle;
  readonly labels: Labels;
}

/** The condition at the cursor: change it, negate it, or remove it. */
export function ConditionBar({ editor: { state, run }, labels }: ConditionBarProps) {
  const t = useText('letters');
  const found = around(state, 'condition');
  if (!found) return null;
  const condition = found.node.attrs as Condition;
  return (
    <Bar aria-label={t('editor.condition')}>
      <Choice $width={210}>
        <Select
          aria-label={t('editor.conditionEffect')}
          value={condition.negate ? 'not' : 'only'}
          options={[
            { value: 'only', label: t('editor.showOnlyIf') },
            { value: 'not', label: t('editor.showOnlyIfNot') },
          ]}
          onChange={(value) => run(changeCondition({ ...condition, negate: value === 'not' }))}
        />
      </Choice>
      <Choice $width={250}>
        <Combobox
          aria-label={t('editor.condition')}
          value={keyOf(condition)}
          options={conditionChoices.map((choice) => ({ value: keyOf(choice), label: labels.choice(choice) }))}
          onChange={(key) => {
            const chosen = conditionChoices.find((choice) => keyOf(choice) === key);
            if (chosen) run(changeCondition({ ...chosen, negate: condition.negate }));
          }}
        />
      </Choice>
      <Button size="small" variant="ghost" icon={<X />} onClick={() => run(removeCondition)}>
        {t('editor.removeCondition')}
      </Button>
    </Bar>
  );
}

const Bar = styled.section`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  padding: 6px 8px;
  border-bottom: 1px solid var(--line);
  background: var(--accepted-soft);
  ${oneRowOnPhones}
`;

const Choice = styled.div<{ readonly $width: number }>`
  flex: 0 1 ${({ $width }) => $width}px;
  width: ${({ $width }) => $width}px;
  min-width: 0;

  ${media.phone} {
    flex: none;
  }
`;
