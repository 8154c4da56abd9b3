import { styled } from 'styled-components';
import { useText } from '#kernel/client/index.ts';
import { DescriptionList } from '#kernel/client/ui/index.ts';
import type { Application } from '../../../contract.ts';
import { usePersonFacts } from '../shared/person-facts.tsx';

/** Everything that is known of the applicant. */
export function PersonalTab({ author }: { readonly author: Application['author'] }) {
  const t = useText('applications');
  const facts = usePersonFacts(author);
  return (
    <Space>
      <DescriptionList
        layout="above"
        columns={3}
        items={[
          { label: t('fields.last_name'), value: author.last_name },
          { label: t('fields.first_name'), value: author.first_name },
          { label: t('fields.father_name'), value: author.father_name },
          ...facts,
        ]}
      />
    </Space>
  );
}

const Space = styled.div`
  padding: 16px;
`;
