import type { Entry } from '#plugins/chat/contract.ts';
import type { Api } from './api.ts';
import { entryBodyOf } from './entries.ts';
import { makeTemplate } from './letters.ts';
import { pathsOf } from './pages.ts';
import { uniqueMark } from './records.ts';

/**
 * The paths of all pages of a superadmin, with the tabs of an application: each with an existing record, and an
 * accepted application with some messages.
 */
export async function everyPath(url: string, api: Api, messages = 1): Promise<string[]> {
  const firstOf = async (path: string): Promise<number> => {
    const { items } = await api.get<{ items: { id: number }[] }>(`${path}?page=1&limit=1`, 'superadmin');
    const id = items[0]?.id;
    if (id === undefined) throw new Error(`there are no ${path}`);
    return id;
  };
  const { id } = await api.sendApplication();
  await api.accept(id, 'operator');
  for (let number = 0; number < messages; number += 1)
    await api.sendMessage(id, 'operator2', 'Hujjatlar kerak.');
  const mark = uniqueMark();
  const template = await makeTemplate(api, `Namuna ${mark}`);
  const body = entryBodyOf(mark);
  const entry = await api.write<Entry>('POST', 'chatbot/entries', body, 'superadmin');
  const idOf = {
    applications: id,
    chat: entry.id,
    'letters.template': template.id,
    'letters.write': id,
    households: await firstOf('households'),
    neighborhoods: await firstOf('neighborhoods'),
    plugins: 'applications',
    users: await firstOf('users'),
  };
  const tabs = ['overview', 'personal', 'documents'].map((tab) => `/applications/${id}/${tab}`);
  return [...(await pathsOf(url, await api.token('superadmin'), idOf)), ...tabs];
}
