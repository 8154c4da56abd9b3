import { sql } from 'kysely';
import { random } from '#kernel/devtools/demo/people.ts';
import { namesToColumns } from '#kernel/records/server/crud/index.ts';
import type { ServerContext } from '#kernel/server/plugins/api/index.ts';

const names: readonly (readonly [string, string])[] = [
  ['Al-Xorazmiy', 'Аль-Хорезми'],
  ['Amir Temur', 'Амира Темура'],
  ['Navoiy', 'Навои'],
  ['Ogahiy', 'Огахи'],
  ['Beruniy', 'Беруни'],
  ['Pahlavon Mahmud', 'Пахлавана Махмуда'],
  ['Bogʻiston', 'Богистон'],
  ['Gulzor', 'Гулзор'],
  ['Istiqlol', 'Истиклол'],
  ['Mustaqillik', 'Мустакиллик'],
  ['Oqtepa', 'Октепа'],
  ['Paxtakor', 'Пахтакор'],
  ['Qoratol', 'Каратол'],
  ['Sharq', 'Шарк'],
  ['Tinchlik', 'Тинчлик'],
  ['Yangi hayot', 'Янги хаёт'],
  ['Yoshlik', 'Ёшлик'],
  ['Zargarlar', 'Заргарлар'],
  ['Hamkorlik', 'Хамкорлик'],
  ['Chamanzor', 'Чаманзор'],
];

/** Gives every neighbourhood four to six streets. */
export async function fillStreets({ database }: ServerContext): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from neighborhoods order by id`.execute(database);
  const next = random(20_260_401);
  const streets = rows.flatMap(({ id }) => {
    const first = Math.floor(next() * names.length);
    const count = 4 + Math.floor(next() * 3);
    return Array.from({ length: count }, (_, index) => {
      const [uz = '', ru = ''] = names[(first + index * 3) % names.length] ?? [];
      const days = 20 + ((id * 31 + index * 7) % 300);
      return { neighborhood_id: id, ...namesToColumns({ uz: { name: uz }, ru: { name: ru } }), days };
    });
  });
  await sql`
    insert into streets (neighborhood_id, name_uz, name_ru, fold_uz, fold_ru, created_at, updated_at)
    select neighborhood_id, name_uz, name_ru, fold_uz, fold_ru, moment, moment
    from jsonb_to_recordset(${JSON.stringify(streets)}::jsonb)
      as street (neighborhood_id bigint, name_uz text, name_ru text, fold_uz text, fold_ru text, days int)
      cross join lateral (select now() - days * interval '1 day' as moment) as written
  `.execute(database);
}
