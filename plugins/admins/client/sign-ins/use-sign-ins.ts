import { confirm, send, toast, toastError, useRead, useText } from '#kernel/client/index.ts';
import type { SignIn } from '../../contract.ts';
import { signInsDocument } from '../queries.ts';
import { useDeviceName } from './sign-in-list.tsx';

/** Reads where an admin is signed in and ends it; `of` is his id, or `admin` for one's own. */
export function useSignIns(of: number | 'admin') {
  const t = useText('admins');
  const nameOf = useDeviceName();
  const read = useRead(signInsDocument, { variables: { of: String(of) }, policy: 'cache-and-network' });

  async function ask(title: string, path: string, done: string): Promise<void> {
    try {
      const sure = await confirm({ title, danger: true, action: () => send('DELETE', path) });
      if (sure) toast.success(done);
    } catch (error) {
      toastError(error);
    }
    await read.refetch();
  }

  return {
    read,
    items: read.data?.signIns.items,
    end: (signIn: SignIn) =>
      void ask(
        t('signIns.endTitle', { name: nameOf(signIn) }),
        `admins/${of}/sessions/${signIn.id}`,
        t('signIns.ended'),
      ),
    endAll: (title: string) => void ask(title, `admins/${of}/sessions`, t('signIns.allEnded')),
  };
}
