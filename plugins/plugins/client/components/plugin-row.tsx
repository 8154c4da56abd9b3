import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { media, Switch, useText } from '#kernel/plugin-api/client.ts';
import type { InstalledPlugin } from '../../contract.ts';
import { usePluginTexts } from '../data/use-plugin-texts.ts';
import { StateBadge } from './state-card.tsx';

export interface PluginRowProps {
  readonly plugin: InstalledPlugin;
  readonly onSwitch: (on: boolean) => void;
}

/** A plugin in the list: its description, whether it runs, why not, and its switch. */
export function PluginRow({ plugin, onSwitch }: PluginRowProps) {
  const t = useText('plugins');
  const words = usePluginTexts();
  const { id, version, reasons, essential } = plugin;
  const state = reasons[0]?.state ?? 'disabled';
  const name = words.nameOf(id);
  return (
    <Row>
      <Words>
        <Head>
          <Link to={`/plugins/${id}`}>{name}</Link>
          <Code>
            {id} {version}
          </Code>
          <StateBadge state={state} />
        </Head>
        <p>{words.textOf(id)}</p>
        {state === 'enabled' || state === 'disabled' ? null : <Reason>{words.explain(reasons)}</Reason>}
      </Words>
      <Switch
        label={t(state === 'disabled' ? 'switchOn' : 'switchOff', { name })}
        labelHidden
        checked={state !== 'disabled'}
        disabled={essential && state === 'enabled'}
        onChange={(event) => onSwitch(event.target.checked)}
      />
    </Row>
  );
}

const Row = styled.li`
  display: flex;
  align-items: flex-start;
  gap: var(--s4);
  padding: 14px 16px;

  /* On a phone the switch is aligned with the name, which is as high as a touch target. */
  ${media.phone} {
    > label {
      justify-content: flex-end;
      margin-block: -8px;
    }
  }
`;

const Words = styled.div`
  flex: 1;
  min-width: 0;

  p {
    margin-top: 2px;
    color: var(--text-2);
    overflow-wrap: anywhere;
  }
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 10px;

  a {
    color: var(--text);
    font-weight: 600;
  }

  /* On a phone the name has a line of its own, so that the state has the same position in all rows. */
  ${media.phone} {
    a {
      display: flex;
      flex: 1 0 100%;
      align-items: center;
      min-height: 44px;
      margin-block: -8px;
    }

    code {
      order: 1;
    }
  }
`;

const Code = styled.code`
  color: var(--text-3);
  font-family: var(--font-mono);
  font-size: 12px;
`;

const Reason = styled.p`
  && {
    color: var(--rejected);
  }
`;
