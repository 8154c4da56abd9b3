import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { BatchFailures, ReadView, useRead, useText } from '#kernel/plugin-api/client.ts';
import { padId } from '#kernel/domain/text/index.ts';
import { batchDocument } from './queries.ts';

interface BatchProblemsProps {
  readonly id: number;
  /** The number of failed applications; the server lists only the first of them. */
  readonly failed: number;
}

/** The applications for which a bulk job failed, with the reasons. */
export function BatchProblems({ id, failed }: BatchProblemsProps) {
  const t = useText('applications');
  const read = useRead(batchDocument, { variables: { id: String(id) }, policy: 'network-only' });
  return (
    <ReadView read={read} failed={t('bulk.jobsFailed')}>
      {({ batch: { problems, failures } }) => (
        <>
          <Reasons>
            {problems.map(({ problem, count }) => (
              <li key={problem}>{t('bulk.problem', { text: t(`bulk.problems.${problem}`), count })}</li>
            ))}
          </Reasons>
          <BatchFailures aria-label={t('bulk.failuresList')} tabIndex={0}>
            {failures.map(({ application_id: application, problem }) => (
              <li key={application}>
                <Link to={`/applications/${application}`}>№ {padId(application)}</Link>{' '}
                {t(`bulk.problems.${problem}`)}
              </li>
            ))}
            {failed > failures.length ? (
              <li>{t('bulk.failuresMore', { count: failed - failures.length })}</li>
            ) : null}
          </BatchFailures>
        </>
      )}
    </ReadView>
  );
}

const Reasons = styled.ul`
  margin: 0;
  padding-left: 18px;
  list-style: disc;
  font-size: 13px;
`;
