import { useState } from 'react';
import { styled } from 'styled-components';
import { useText } from '../i18n/i18n.ts';
import { Button, Dialog, Kbd, Stack, Switch } from '../ui/index.ts';
import { areSingleKeysOn, currentCommands, setSingleKeys } from './commands.ts';

/** Lists the shortcuts of all pages and of the current one, with a switch for single-key shortcuts. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const [commands] = useState(() => currentCommands().filter(({ key }) => key !== undefined));
  const [on, setOn] = useState(areSingleKeysOn);
  const control = t('search.controlKey');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('keys.title')}
      footer={<Button onClick={onClose}>{t('keys.done')}</Button>}
    >
      <Stack $gap={16}>
        <Keys
          title={t('keys.onThisPage')}
          empty={t('keys.none')}
          rows={commands.map(({ id, title, key = '' }) => ({
            id,
            title,
            keys: [key.toUpperCase()],
            off: !on,
          }))}
        />
        <Keys
          title={t('keys.general')}
          rows={[
            { id: 'find', title: t('keys.find'), keys: [`${control} K`] },
            { id: 'slash', title: t('keys.find'), keys: ['/'], off: !on },
            { id: 'show', title: t('keys.show'), keys: ['?'], off: !on },
            { id: 'close', title: t('keys.close'), keys: [t('search.escapeKey')] },
          ]}
        />
        <Switch
          label={t('keys.single')}
          hint={t('keys.singleHint')}
          checked={on}
          onChange={({ target }) => {
            setSingleKeys(target.checked);
            setOn(target.checked);
          }}
        />
      </Stack>
    </Dialog>
  );
}

interface KeysProps {
  readonly title: string;
  readonly rows: readonly {
    readonly id: string;
    readonly title: string;
    readonly keys: readonly string[];
    readonly off?: boolean;
  }[];
  readonly empty?: string;
}

function Keys({ title, rows, empty }: KeysProps) {
  return (
    <section>
      <Heading>{title}</Heading>
      {rows.length === 0 ? <p>{empty}</p> : null}
      <List>
        {rows.map((row) => (
          <div key={row.id} data-off={row.off || undefined}>
            <dt>{row.title}</dt>
            <dd>
              {row.keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </List>
    </section>
  );
}

const Heading = styled.h3`
  margin-bottom: 4px;
  color: var(--text-3);
  font-size: 13px;
  font-weight: 600;
`;

const List = styled.dl`
  margin: 0;

  > div {
    display: flex;
    justify-content: space-between;
    gap: 16px;
    min-height: 32px;
    padding: 4px 0;
  }

  > [data-off] dt {
    color: var(--text-3);
    text-decoration: line-through;
  }

  dd {
    margin: 0;
  }
`;
