import { Link } from 'react-router-dom';
import { BatchFailures, ReadView, useRead, useText, useTextOf } from '#kernel/plugin-api/client.ts';
import { padId } from '#kernel/domain/text/index.ts';
import { batchDocument } from '../data/queries.ts';

/** The applications for which a bulk job wrote no letter, with the reasons. */
export function BatchProblems({ id }: { readonly id: number }) {
  const t = useText('letters');
  const translate = useTextOf(['letters', 'kernel']);
  const read = useRead(batchDocument, { variables: { id: String(id) }, policy: 'network-only' });
  return (
    <ReadView read={read} failed={t('batches.failedToRead')}>
      {({ batch: { problems } }) => (
        <BatchFailures aria-label={t('batches.problems')}>
          {problems.map(({ application_id: application, problem }) => (
            <li key={application}>
              <Link to={`/applications/${application}/timeline`}>№ {padId(application)}</Link>{' '}
              {translate(`letters:batches.problem.${problem}`, {
                defaultValue: translate(`letters:errors.${problem}`, {
                  defaultValue: translate(`kernel:errors.${problem}`, problem),
                }),
              })}
            </li>
          ))}
        </BatchFailures>
      )}
    </ReadView>
  );
}
