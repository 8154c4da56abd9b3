import { loosen } from './loosen.ts';

/**
 * Beginnings that say which word it is, whatever follows: words of the field, which people ask with most, and those whose own
 * letters look like endings (`jadval`, `yangi`). In the folded form (see `fold`), where x is h.
 */
const roots =
  `administrator ariza parol telefon login hodim raqam nomer bildirishnoma habarnoma mahalla muddat maydon malumot
  jadval holat toifa harita honadon kocha statistika ruhsat huquq qongiroq sahifa hisobot hujja fayl filtr fuqaro
  foydalanuvchi yonalish yonaltir chegara poligon nuqta belgi eslatma topshiriq masul ijrochi ishsiz kvartira hovli tahrir
  saqla tanla yuklab yukla tikla bekor yangila yangi almash ozgar yoqol yoqot tugil tugat tuga tugma kompyuter interne brauzer server
  sayt tarih sabab seans sessiya plagin modul bolim royhat seriya pasport operator davr foiz grafik import eksport excel
  shablon namuna qator ustun saral tartib qidir izla zahira bosqich qollanma yoriqnoma ekran shrift klaviatura sichqon mavzu
  qorongi yordamchi yordam qosh qoshni qoshimcha ochir korsat kirit biriktir birinchi birdan ochiq chiqar qaytar
  yashir yasha boshqar boshliq hamkasb himoya shahsiy interfeys tizim dastur savol javob ovoz signal rasm rasmiy
  qurilma hisob nusha ilova orqaga oldingi keyingi kunduz yakun bajar yopiq qizil sariq yashil migratsiya nogiron daromad
  oraliq yozuv yozish rang jshshir lokatsiya koordinata aloqa tarmoq hato umumiy kattalashtir kichrayt soat minut
  sana rejim ogzaki murojaat muallif ustuvor kelin tekshir tasdiq talab talaba`
    .split(/\s+/)
    .map((root) => ({ root, loose: loosen(root) }))
    .toSorted((a, b) => b.loose.length - a.loose.length);

/**
 * Endings of Uzbek words in the folded form (see `fold`), and how many letters at least must be left before each. Uzbek
 * strings them together, so they are taken off one after the other, the longest first.
 */
const endings: readonly (readonly [least: number, endings: string])[] = [
  // Case and number.
  [2, 'ning lar dan gacha'],
  [3, 'ni ga da'],
  [4, 'ka qa'],
  // Whose: of what ends in a consonant, and in a vowel.
  [3, 'ingiz imiz ingizni'],
  [4, 'im ing ngiz miz si'],
  [3, 'i'],
  // Verbs: nouns of doing, tenses, persons, wishes, the passive, "not".
  [3, 'ish moq moqchi aman adi amiz asiz yapti yman yapman yapsiz yotgan gan kan qan diq sin'],
  [3, 'ydi ymiz ysiz ib sa sam sak di dim dik ding ing olmay olmayap olma'],
  [3, 'maydi mayapti mas may madi ma masa'],
  [4, 'man miz siz san sh y ay m'],
  [3, 'il in'],
  [4, 'mi chi dir'],
  // What makes verbs of nouns, and nouns of nouns.
  [4, 'lash lay la lab lan lashtir lantir'],
  [4, 'lik li roq gi dagi'],
];

const list: readonly { readonly ending: string; readonly least: number }[] = endings
  .flatMap(([least, text]) => text.split(' ').map((ending) => ({ ending, least })))
  .toSorted((a, b) => b.ending.length - a.ending.length);

/** The most endings that are taken off one word: `qoʻshmoqchilarniki` has four. */
const most = 5;

/**
 * The stem of a folded Uzbek word: `arizalarimizni` is `ariza`. It need not be a word; the forms of one word should have one
 * stem, and other words another.
 */
export function stemUzbek(word: string): string {
  const loose = loosen(word);
  const known = roots.find((one) => loose.startsWith(one.loose));
  if (known) return known.root;
  let stem = word;
  for (let taken = 0; taken < most; taken++) {
    const found = list.find(
      ({ ending, least }) => stem.endsWith(ending) && stem.length - ending.length >= least,
    );
    if (!found) break;
    stem = stem.slice(0, -found.ending.length);
  }
  return stem;
}
