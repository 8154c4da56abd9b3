import type { Language } from '#kernel/contract/index.ts';

/** Words that say nothing of what is asked. */
export const emptyWords: Readonly<Record<Language, string>> = {
  uz: `va ham bilan uchun yoki lekin agar qanday qanaqa qanday qilib qay qaysi qayer qayerda qayerdan qayerga qaerda qaerdan
    qaerga qani nima nimani nimaga nimaning necha nechta nechchi qachon qancha men menga meni mening menda
    biz bizga bizning siz sizga sizning siznikini u uni unga uning ular bu buni bunga shu shuni oʻsha esa edi ekan emas
    bor bormi boʻladi boʻladimi boʻlmaydi boʻlmayapti boʻlsa boʻlsin boʻlib boʻlishi boʻlishini boʻlgan boʻlar mumkin mumkinmi kerak kerakmi
    lozim zarur qilsam qilsa qilib qilish qilishim qilay qilaman qilinadi qiladi qilgan qilmoqchiman etish etiladi iltimos
    ayting aytib haqida toʻgʻrisida borasida oʻzi hali endi faqat juda koʻp katta shunday bunday bir
    biror har hamma xohlayman istayman moqchiman deyapti deb degani degan anglatadi nimadan iborat kerak-mi chunki yana
    ana mana ha bilmayman yordam iloji qoʻlimdan kelmayapti olaman olmayapman olsam olsa`,
  ru: `и а но или если что чего чему чем какой какая какое какие каких каком какую как каким где куда откуда когда
    сколько я мне меня мой моя мое мои мы нам нас наш вы вам вас ваш ваши он она оно они его ее их им
    это этот эта эти этого этом тот та те то в во на с со к ко у о об от до из за по под над при для через между
    ли же бы был была было были есть быть будет можно надо нужно могу может можете мочь пожалуйста скажите подскажите
    расскажите хочу хотел так там тут здесь уже еще ещё только очень все всё весь сделать делать делается происходит значит
    означает такое такой помогите помоги помощь чтобы свой свою свои своего чей чья`,
};

/** Groups of words that mean the same here; the first stands for all. */
export const synonyms: Readonly<Record<Language, readonly string[]>> = {
  uz: [
    'ariza zayavka zayavleniye',
    'parol kalitsoʻz maxfiysoʻz',
    'xodim admin administrator ishchi operator',
    'fuqaro odam kishi aholi shaxs inson',
    'foydalanuvchi yuzer polzovatel',
    'oʻchirish yoʻqotish udalit',
    'qoʻshish kiritish yaratish roʻyxatga dobavit',
    'oʻzgartirish almashtirish yangilash tahrirlash tuzatish oʻzgarish almashish',
    'topish qidirish izlash axtarish qidiruv',
    'koʻrish koʻrinish koʻrsatish',
    'yuborish joʻnatish uzatish',
    'topshiriq vazifa zadacha',
    'muddat srok deadline vaqt',
    'xonadon oila xoʻjalik',
    'kvartira xona',
    'mahalla mfy',
    'xarita karta map',
    'belgi nuqta marker metka',
    'chegara kontur poligon koʻpburchak',
    'toifa kategoriya',
    'holat status',
    'ruxsat huquq vakolat dostup',
    'rol lavozim',
    'hujjat fayl ilova rasm',
    'eslatma zametka',
    'bildirishnoma xabarnoma uvedomleniye',
    'xabar yozishma',
    'tarix oʻtmish timeline',
    'qorongʻi tungi qora dark',
    'mavzu tema rejim',
    'yuklash skachat',
    'jadval excel xlsx csv',
    'bloklash toʻsish',
    'yoʻnalish faoliyat',
    'masʼul javobgar',
    'raqam nomer son',
    'jshshir pinfl',
    'sozlama nastroyka',
    'plagin modul boʻlim',
    'seans sessiya',
    'sabab izoh',
    'chop print pechat',
    'nega nimaga yoʻq',
  ],
  ru: [
    'заявление заявка обращение',
    'пароль пароли',
    'сотрудник админ администратор работник оператор коллега',
    'гражданин житель человек лицо',
    'удалить стереть убрать',
    'добавить создать внести завести зарегистрировать оформить',
    'изменить сменить поменять обновить исправить отредактировать редактировать смена замена',
    'найти искать поиск отыскать',
    'посмотреть увидеть показать видеть вижу',
    'отправить послать передать переслать',
    'задача поручение задание',
    'срок дедлайн',
    'домохозяйство семья двор',
    'махалля мфй mfy',
    'метка маркер точка булавка',
    'граница контур полигон многоугольник',
    'категория тип',
    'статус состояние',
    'право разрешение доступ полномочие',
    'файл документ вложение',
    'заметка примечание',
    'уведомление оповещение',
    'история хронология таймлайн',
    'тёмный ночной',
    'тема оформление режим',
    'скачать выгрузить экспорт загрузить выгрузка',
    'таблица excel эксель xlsx csv',
    'заблокировать блокировать блокировка',
    'направление деятельность',
    'номер цифра',
    'пинфл jshshir жшшир',
    'настройка параметр',
    'плагин модуль раздел',
    'сеанс сессия',
    'причина основание',
    'распечатать печать напечатать',
    'просроченный истекший опоздавший',
    'язык русский узбекский',
    'почему зачем не нет нельзя ни без',
    'кто кого кому кем',
    'раскрасить покрасить окрасить цвет',
  ],
};
