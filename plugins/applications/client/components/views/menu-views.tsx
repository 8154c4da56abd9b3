import { Ellipsis } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import {
  ellipsis,
  IconButton,
  lazyComponent,
  media,
  Menu,
  tabularNumbers,
  useCapabilities,
  useRetriedRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import type { MenuSlotProps } from '#kernel/plugin-api/contract.ts';
import { viewsCapability } from '../../../contract/filter-names.ts';
import type { SavedView } from '../../../contract/views.ts';
import { viewsDocument } from '../../data/filter-queries.ts';
import { lastList } from '../../data/pending-store.ts';
import { isSameQuery } from './current-query.ts';
import { useViewActions } from './use-view-actions.ts';
import { Line, takeFocus } from './view-line.ts';

const deletedView = lazyComponent(async () => (await import('./deleted-view.tsx')).DeletedView);
const dialog = lazyComponent(async () => (await import('./view-dialog.tsx')).ViewDialog);

/** The saved views below the applications in the menu, with their counts. */
export function MenuViews({ plugin, onNavigate }: MenuSlotProps) {
  const hasViews = useCapabilities('applications').includes(viewsCapability);
  if (plugin !== 'applications' || !hasViews) return null;
  return <Views onNavigate={onNavigate} />;
}

function Views({ onNavigate }: Pick<MenuSlotProps, 'onNavigate'>) {
  const { data } = useRetriedRead(viewsDocument);
  const [edited, setEdited] = useState<SavedView | null>(null);
  const { deleted, restored, undo, ...actions } = useViewActions(data?.views.items ?? []);
  return (
    <>
      {(data?.views.items ?? []).map((view) => (
        <ViewLine
          key={view.id}
          view={view}
          isRestored={view.id === restored}
          onNavigate={onNavigate}
          onEdit={() => setEdited(view)}
          actions={actions}
        />
      ))}
      {deleted ? (
        <deletedView.Component key={deleted.id} name={deleted.name} onUndo={() => void undo()} />
      ) : null}
      {edited ? <dialog.Component view={edited} onClose={() => setEdited(null)} /> : null}
    </>
  );
}

interface ViewLineProps {
  readonly view: SavedView;
  /** Whether its deletion has just been undone. */
  readonly isRestored: boolean;
  readonly onNavigate: (() => void) | undefined;
  readonly onEdit: () => void;
  readonly actions: Pick<ReturnType<typeof useViewActions>, 'remove' | 'move'>;
}

function ViewLine({ view, isRestored, onNavigate, onEdit, actions: { remove, move } }: ViewLineProps) {
  const t = useText('applications');
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => (isRestored ? takeFocus(link.current) : undefined), [isRestored]);
  const { pathname, search } = useLocation();
  const active = pathname === '/applications/list' && isSameQuery(search, view.query);
  const count = formatNumber(view.count);
  const author = view.author && `${view.author.first_name} ${view.author.last_name}`;
  const note = author
    ? t('views.sharedBy', { name: author })
    : view.role_id === null
      ? undefined
      : t('views.shared');
  return (
    <Line>
      <ViewLink
        ref={link}
        to={`/applications/list?${view.query}`}
        aria-current={active ? 'page' : undefined}
        data-active={active || undefined}
        title={note}
        onClick={() => {
          lastList.address = `/applications/list?${view.query}`;
          onNavigate?.();
        }}
      >
        <span>{view.name}</span>
        <Count>{t(view.capped ? 'views.countCapped' : 'views.count', { count })}</Count>
      </ViewLink>
      <Menu
        label={t('views.actions', { name: view.name })}
        align="end"
        header={note}
        renderTrigger={(props) => (
          <IconButton
            {...props}
            size="small"
            label={t('views.actions', { name: view.name })}
            icon={<Ellipsis />}
          />
        )}
        entries={[
          { label: t('views.moveUp'), onSelect: () => void move(view, -1) },
          { label: t('views.moveDown'), onSelect: () => void move(view, 1) },
          ...(view.own
            ? [
                { label: t('views.rename'), onSelect: onEdit },
                { label: t('views.delete'), danger: true, onSelect: () => void remove(view) },
              ]
            : []),
        ]}
      />
    </Line>
  );
}

const ViewLink = styled(Link)`
  display: flex;
  flex: 1;
  align-items: center;
  gap: 8px;
  min-width: 0;
  min-height: 32px;
  padding: 4px 6px 4px 38px;
  border-radius: var(--r1);
  color: var(--text-2);
  font-weight: 450;
  line-height: 20px;
  text-decoration: none;

  > :first-child {
    flex: 1;
    ${ellipsis}
  }

  &:hover {
    background: var(--hover);
    color: var(--text);
    text-decoration: none;
  }

  &[data-active] {
    color: var(--accent-strong);
    font-weight: 600;
  }

  ${media.phone} {
    min-height: 44px;
  }
`;

const Count = styled.small`
  color: var(--text-3);
  font-size: 12px;
  ${tabularNumbers}
`;
