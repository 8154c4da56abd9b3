import type { Language } from '#kernel/domain/text/languages.ts';

/** Cyrillic letters that only one of the languages has, and endings that are typical of one. */
const features = {
  uz: {
    letters: /[ўғқҳ]/iu,
    endings: /(?:ман|миз|сиз|ган|нинг|ни|дан|да|га|лар|лари|ди|япти|иш|ми|си|ими|адими|са|моқчи|вчи|иб)$/iu,
  },
  ru: {
    letters: /[ыщ]/iu,
    endings:
      /(?:ть|ся|ет|ют|ит|ат|ый|ий|ой|ая|яя|ое|ые|ие|ия|ию|ов|ев|ей|ам|ами|ах|ого|ому|ом|ем|ку|ке|ки|ть|л|ла|ли|ло|но|на|ну)$/iu,
  },
} as const;

/** Detects the language of a question; `null` when it may be either. Latin letters are Uzbek. */
export function detectLanguage(question: string): Language | null {
  if (!/\p{Script=Cyrillic}/u.test(question)) return /[a-z]/i.test(question) ? 'uz' : null;
  if (features.uz.letters.test(question)) return 'uz';
  if (features.ru.letters.test(question)) return 'ru';
  const words = question.match(/\p{L}{2,}/gu) ?? [];
  const uzbek = words.filter((word) => features.uz.endings.test(word)).length;
  const russian = words.filter((word) => features.ru.endings.test(word)).length;
  return uzbek === russian ? null : uzbek > russian ? 'uz' : 'ru';
}
