import { Download, Ellipsis, FileText, History, Plus } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import {
  Avatar,
  Button,
  Card,
  CardLink,
  DescriptionList,
  Icon,
  IconButton,
  LinkTabs,
  PageHeader,
  SearchInput,
  Select,
  StatusBadge,
  Tabs,
  Toolbar,
  ToolbarItem,
} from '#kernel/client/ui/index.ts';
import { icons } from '#kernel/client/ui/icons/icons.tsx';
import { lazyIcons } from '#kernel/client/ui/icons/lazy-icons.tsx';
import { Columns, Row, Section } from './gallery-section.tsx';
import samples from './samples.json' with { type: 'json' };

/** Page headers, tabs, cards and toolbars. */
export function LayoutSection() {
  const [query, setQuery] = useState('');
  return (
    <Section title="Layout">
      <PageHeader
        back={{ to: '/', label: 'Arizalar' }}
        leading={<Avatar name="Sherzod Matyoqubov" size={44} tone="accent" />}
        title="Matyoqubov Sherzod Ollaberganovich"
        note={<StatusBadge tone="high">Yuqori ustuvorlik</StatusBadge>}
        subtitle="№ 000411 · Mustaqillik MFY · 19.11.2026 09:14"
        actions={
          <>
            <Button icon={<Download />}>Eksport</Button>
            <Button variant="primary" icon={<Plus />}>
              Qo‘shish
            </Button>
          </>
        }
      />
      <Toolbar label="Filtrlar" end={<IconButton label="Yana" icon={<Ellipsis />} variant="default" />}>
        <ToolbarItem $width={260}>
          <SearchInput label="Qidiruv" value={query} onChange={setQuery} />
        </ToolbarItem>
        <ToolbarItem $width={180}>
          <Select
            aria-label="Holat"
            options={[{ value: 'all', label: 'Hammasi' }]}
            value="all"
            onChange={() => undefined}
          />
        </ToolbarItem>
      </Toolbar>
      <Cards />
      <TabSamples />
      <Icons>
        {[...Object.keys(icons), ...Object.keys(lazyIcons)].map((name) => (
          <span key={name} title={name}>
            <Icon name={name} size={20} />
            {name}
          </span>
        ))}
      </Icons>
    </Section>
  );
}

function Cards() {
  return (
    <Columns $min={320}>
      <Card title="Qisqacha" actions={<IconButton size="small" label="Yana" icon={<Ellipsis />} />}>
        <DescriptionList items={samples.person} />
      </Card>
      <Card title="Shaxsiy ma’lumotlar">
        <DescriptionList items={samples.person} layout="above" columns={2} />
      </Card>
      <Card highlighted>
        <Row>
          <Avatar name="Gulnora Rahimova" size={36} />
          <CardLink to="/messages/412">Gulnora Rahimova</CardLink>
          <StatusBadge tone="created">Yuborilgan</StatusBadge>
        </Row>
      </Card>
    </Columns>
  );
}

function TabSamples() {
  return (
    <>
      <Card flush>
        <Inset>
          <Tabs
            label="Ariza"
            tabs={[
              { id: 'general', label: 'Umumiy', content: 'Umumiy ma’lumot' },
              {
                id: 'history',
                label: <WithIcon icon={<History size={16} />} text="Tarix" />,
                count: 3,
                content: 'Tarix',
              },
              {
                id: 'documents',
                label: <WithIcon icon={<FileText size={16} />} text="Hujjatlar" />,
                content: '---',
              },
              { id: 'closed', label: 'Yopiq', content: '', disabled: true },
            ]}
          />
        </Inset>
      </Card>
      <LinkTabs
        label="Bo‘limlar"
        tabs={[
          { to: '.', label: 'Tarix' },
          { to: '/x/documents', label: 'Hujjatlar', count: 3 },
        ]}
      />
    </>
  );
}

function WithIcon({ icon, text }: { readonly icon: React.ReactNode; readonly text: string }) {
  return (
    <>
      {icon}
      {text}
    </>
  );
}

const Inset = styled.div`
  padding: 0 16px 16px;
`;

const Icons = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(96px, 1fr));
  gap: 12px;

  span {
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 4px;
    color: var(--text-2);
    font-size: 12px;
  }
`;
