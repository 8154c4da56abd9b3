import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { toast, useText } from '#kernel/plugin-api/client.ts';
import { outcomes } from '../contract.ts';

const parameter = 'oneid';

/** Says what came of linking, when the browser comes back from the service, and takes it out of the address. */
export function useOutcome(): void {
  const t = useText('one_id');
  const [search, setSearch] = useSearchParams();
  const found = outcomes.find((one) => one === search.get(parameter));
  useEffect(() => {
    if (found === undefined) return;
    const text = t(`outcomes.${found}`);
    if (found === 'linked') toast.success(text);
    else toast.error(text);
    setSearch(
      (before) => {
        before.delete(parameter);
        return before;
      },
      { replace: true },
    );
  }, [found, setSearch, t]);
}
