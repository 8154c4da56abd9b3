import { sql } from 'kysely';
import { random, seedRecords } from '#kernel/plugin-api/demo.ts';
import type { Database } from '#kernel/plugin-api/server.ts';

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
export async function seedStreets(database: Database): Promise<void> {
  const { rows } = await sql<{
    id: number;
  }>`select id from neighborhoods_v1_neighborhoods order by id`.execute(database);
  const next = random(20_260_401);
  const seeds = rows.flatMap(({ id }) => {
    const first = Math.floor(next() * names.length);
    const count = 4 + Math.floor(next() * 3);
    return Array.from({ length: count }, (_, index) => {
      const [uz = '', ru = ''] = names[(first + index * 3) % names.length] ?? [];
      return { uz, ru, daysAgo: 20 + ((id * 31 + index * 7) % 300), columns: { neighborhood_id: id } };
    });
  });
  await seedRecords(database, 'streets', seeds);
}
