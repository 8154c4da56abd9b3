import { styled } from 'styled-components';
import { Banner, Stack, useText } from '#kernel/plugin-api/client.ts';
import type { Additions, Plan } from '../../contract.ts';
import { usePluginTexts } from '../data/use-plugin-texts.ts';

/** The consequences: other plugins that change, contributions that disappear, data that stay. */
export function PlanView({ plan }: { readonly plan: Plan }) {
  const t = useText('plugins');
  const { nameOf, find } = usePluginTexts();
  const names = (ids: readonly string[]) => ids.map(nameOf).join(', ');
  if (plan.forbidden.length > 0) {
    return (
      <Banner tone="rejected">
        {t(plan.on ? 'plan.notInstalled' : 'plan.essential', { plugins: names(plan.forbidden) })}
      </Banner>
    );
  }
  return (
    // In the tab order, so that keyboard users can scroll through a long plan.
    <Stack as="section" $gap={12} aria-label={t('plan.title')} tabIndex={0}>
      {plan.also.length > 0 ? (
        <Banner tone="accepted">
          {t(plan.on ? 'plan.alsoOn' : 'plan.alsoOff', { plugins: names(plan.also) })}
        </Banner>
      ) : (
        <p>{t(plan.on ? 'plan.aloneOn' : 'plan.aloneOff')}</p>
      )}
      {plan.removed.map(({ id, adds }) => (
        <Part key={id}>
          <h3>{plan.removed.length > 1 ? t('plan.removedWith', { name: nameOf(id) }) : t('plan.removed')}</h3>
          <ul>
            {linesOf(adds).map(({ key, count, of }) => (
              <li key={key}>
                {t(`plan.${key}`, { count })}
                {of.length > 0 ? (
                  <small>{of.map((one) => find(id, `${key}.${one}`, one)).join(', ')}</small>
                ) : null}
              </li>
            ))}
          </ul>
        </Part>
      ))}
      {plan.on ? null : <Staying plan={plan} />}
    </Stack>
  );
}

/** The data that stay. */
function Staying({ plan }: { readonly plan: Plan }) {
  const t = useText('plugins');
  const filled = plan.preserved.filter(({ rows }) => rows > 0);
  return (
    <Part>
      <h3>{t('plan.preserved')}</h3>
      <ul>
        <li>{t('plan.data')}</li>
        {filled.map(({ table, rows, capped }) => (
          <li key={table}>
            <code>{table}</code> {t(capped ? 'plan.moreRows' : 'plan.rows', { count: rows })}
          </li>
        ))}
        {plan.roles > 0 ? <li>{t('plan.roles', { count: plan.roles })}</li> : null}
        <li>{t('plan.drafts')}</li>
      </ul>
    </Part>
  );
}

interface Line {
  /** A key under `plan`; also a key under the plugin's own texts if these name the items. */
  readonly key: 'menu' | 'pages' | 'permissions' | 'apiCalls' | 'events' | 'extensions' | 'hooks';
  readonly count: number;
  readonly of: readonly string[];
}

function linesOf(adds: Additions): Line[] {
  const lines: Line[] = [
    { key: 'menu', count: adds.menu.length, of: adds.menu },
    { key: 'pages', count: adds.pages.length, of: [] },
    { key: 'permissions', count: adds.permissions.length, of: adds.permissions },
    { key: 'apiCalls', count: adds.calls.length, of: [] },
    { key: 'events', count: adds.events.length, of: [] },
    { key: 'extensions', count: adds.extensions.length, of: [] },
    { key: 'hooks', count: adds.hooks.length, of: [] },
  ];
  return lines.filter(({ count }) => count > 0);
}

const Part = styled.section`
  h3 {
    font-size: 13.5px;
    line-height: 20px;
    font-weight: 600;
  }

  ul {
    margin: 4px 0 0;
    padding-left: 18px;
    color: var(--text-2);
  }

  small {
    display: block;
    color: var(--text-3);
    font-size: 12.5px;
    overflow-wrap: anywhere;
  }

  code {
    font-family: var(--font-mono);
    font-size: 12.5px;
    overflow-wrap: anywhere;
  }
`;
