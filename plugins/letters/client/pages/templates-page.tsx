import {
  DeletedButton,
  type ListFilter,
  listOf,
  RecordList,
  useName,
  useRecords,
  useText,
} from '#kernel/plugin-api/client.ts';
import { template, templateKinds } from '../../contract.ts';
import { templatesPath } from '../letter/paths.ts';
import { templatesDocument } from '../data/queries.ts';
import { useTemplateColumns } from '../templates/use-template-columns.tsx';

/** The templates of letters and quick replies. */
export function TemplatesPage() {
  const t = useText('letters');
  const nameOf = useName();
  const records = useRecords({
    ...listOf(template),
    document: templatesDocument,
    sort: { key: 'name', direction: 'up' },
  });
  const filters: ListFilter<keyof typeof template.filters>[] = [
    {
      key: 'kind',
      label: t('templates.kind'),
      any: t('templates.anyKind'),
      options: templateKinds.map((value) => ({ value, label: t(`templates.kinds.${value}`) })),
    },
    {
      key: 'enabled',
      label: t('templates.state'),
      any: t('templates.anyState'),
      options: (['true', 'false'] as const).map((value) => ({
        value,
        label: t(`templates.states.${value}`),
      })),
    },
  ];
  return (
    <RecordList
      records={records}
      title={t('menu.templates')}
      columns={useTemplateColumns()}
      searchLabel={t('templates.search')}
      filters={filters}
      tools={
        <DeletedButton plugin="letters" path={template.path} onBack={() => void records.read.refetch()} />
      }
      emptyText={t('templates.empty')}
      nameOf={nameOf}
      addTo={`${templatesPath}/add`}
      hrefFor={({ id }) => `${templatesPath}/${id}`}
      isMuted={({ enabled }) => !enabled}
    />
  );
}
