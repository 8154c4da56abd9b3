import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Card, DescriptionList, useRegistry, useText } from '#kernel/plugin-api/client.ts';
import type { PluginDetail } from '../../contract.ts';
import { usePluginTexts } from '../data/use-plugin-texts.ts';

type Access = PluginDetail['adds']['pages'][number]['access'];

/** The contributions of a plugin: pages, menu, permissions, routes, events, notices, extensions, jobs. */
export function AdditionsCard({ plugin: { id, adds, loaded } }: { readonly plugin: PluginDetail }) {
  const t = useText('plugins');
  const { find } = usePluginTexts();
  const { installed } = useRegistry();
  // A permission that one plugin requires may be declared by another.
  const rightOf = (right: string) =>
    find(
      installed.find(({ permissions }) => permissions?.includes(right))?.id ?? id,
      `permissions.${right}`,
      right,
    );
  const accessOf = ({ rule, permissions = [] }: Access) =>
    permissions.length > 0
      ? t(`access.${rule}`, {
          permissions: permissions.map(rightOf).join(', '),
        })
      : t(`access.${rule}`);
  const named = (kind: 'menu' | 'permissions', keys: readonly string[]) =>
    keys.length > 0 ? keys.map((key) => find(id, `${kind}.${key}`, key)).join(', ') : null;
  const items: readonly { label: string; value: ReactNode }[] = [
    { label: t('contributions.menu'), value: named('menu', adds.menu) },
    { label: t('contributions.permissions'), value: named('permissions', adds.permissions) },
    {
      label: t('contributions.pages'),
      value: list(adds.pages, ({ path, access }) => [path, accessOf(access)]),
    },
    {
      label: t('contributions.calls'),
      value: loaded
        ? list(adds.calls, ({ method, path, access }) => [`${method} ${path}`, accessOf(access)])
        : t('contributions.unknown'),
    },
    { label: t('contributions.events'), value: list(adds.events, (name) => [name]) },
    {
      label: t('contributions.notices'),
      value: list(adds.notices, (type) => [type, find(id, `notices.${type}.name`, type)]),
    },
    { label: t('contributions.extensions'), value: list(adds.extensions, (name) => [name]) },
    {
      label: t('contributions.hooks'),
      value: loaded ? list(adds.hooks, (name) => [name]) : t('contributions.unknown'),
    },
    { label: t('contributions.jobs'), value: list(adds.jobs, (name) => [name]) },
    { label: t('contributions.capabilities'), value: list(adds.capabilities, (name) => [name]) },
    {
      label: t('contributions.search'),
      value: loaded
        ? t(adds.searches ? 'contributions.yes' : 'contributions.no')
        : t('contributions.unknown'),
    },
  ];
  return (
    <Card title={t('contributions.title')}>
      <DescriptionList layout="above" items={items} />
    </Card>
  );
}

/** Names as in code, each with its label. */
function list<Item>(items: readonly Item[], wordsOf: (item: Item) => readonly [string, string?]): ReactNode {
  if (items.length === 0) return null;
  return (
    <Names>
      {items.map((item) => {
        const [name, word] = wordsOf(item);
        return (
          <li key={name}>
            <code>{name}</code>
            {word === undefined ? null : <span>{word}</span>}
          </li>
        );
      })}
    </Names>
  );
}

const Names = styled.ul`
  display: flex;
  flex-direction: column;
  gap: 2px;

  li {
    display: flex;
    flex-wrap: wrap;
    gap: 0 10px;
  }

  code {
    font-family: var(--font-mono);
    font-size: 12.5px;
    overflow-wrap: anywhere;
  }

  span {
    color: var(--text-3);
    font-size: 12.5px;
  }
`;
