import type { EmploymentStatus } from '../contract.ts';

/** What people ask for, in the words of an application. */
export const requests: readonly string[] = [
  'Uyimizning tomi eskirib, yomgʻir oʻtkazmoqda. Tomni taʼmirlash uchun shifer va yogʻoch bilan yordam berishingizni soʻrayman.',
  'Qishki mavsum uchun koʻmir yetkazib berishda yordam soʻrayman. Oilada uch nafar yosh bola bor.',
  'Onamga har kuni qon bosimi dorilari kerak. Dori-darmon sotib olishda moddiy yordam soʻrayman.',
  'Otam yura olmaydi. Nogironlik aravachasi ajratishda yordam berishingizni soʻrayman.',
  'Ishsizman, tikuvchilik kasbini bilaman. Tikuv mashinasi olish uchun subsidiya ajratishingizni soʻrayman.',
  'Doimiy ish topishda yordam kerak. Haydovchilik guvohnomam (B, C toifa) bor.',
  'Farzandlarimga maktab kiyimi va oʻquv qurollari olish uchun yordam soʻrayman.',
  'Boquvchimizni yoʻqotdik. Bir martalik moddiy yordam berishingizni soʻrayman.',
  'Hovlimizga ichimlik suvi quvuri ulanmagan. Ulash xarajatlarini qoplashda yordam soʻrayman.',
  'Isitish pechimiz ishdan chiqqan. Yangi pech oʻrnatishda yordam kerak.',
  'Eshitish apparati kerak. Shifokor xulosasi ilova qilingan.',
  'Issiqxona qurib, pomidor yetishtirmoqchiman. Imtiyozli kredit olishda koʻmak soʻrayman.',
  'Uyimizning poli va devorlari namdan yemirilgan. Qurilish ashyolari bilan yordam bersangiz.',
  'Farzandim jismoniy rivojlanishda orqada. Reabilitatsiya markaziga yoʻllanma soʻrayman.',
  'Oziq-ovqat mahsulotlari bilan yordam berishingizni soʻrayman. Besh kishilik oilamizda faqat bir kishi ishlaydi.',
  'Kompyuter savodxonligi kursida oʻqishni istayman. Toʻlovini qoplab berishingizni soʻrayman.',
  'Gaz balloni va plita olishda yordam kerak, uyda ovqat pishirish imkoni yoʻq.',
  'Koʻzim xiralashgan, operatsiya kerak. Operatsiya xarajatlarining bir qismini qoplashda yordam soʻrayman.',
  'Yolgʻiz yashayman, oʻzgalar parvarishiga muhtojman. Ijtimoiy xodim biriktirishingizni soʻrayman.',
  'Xorijdan qaytdim, ish topguncha oilamga yordam kerak.',
  'Ikki bosh qoramol boqib, sut sotmoqchiman. Yem-xashak olishda yordam bersangiz.',
  'Ijara haqini toʻlay olmayapman. Ijara toʻlovining bir qismini qoplab berishingizni soʻrayman.',
  'Elektr simlarimiz eskirgan, yongʻin xavfi bor. Almashtirishda yordam soʻrayman.',
  'Qizim oliygohga kirdi. Kontrakt toʻlovining birinchi qismi uchun yordam soʻrayman.',
  'Novvoyxona ochmoqchiman. Tandir va un olish uchun boshlangʻich mablagʻ soʻrayman.',
  'Deraza romlari singan, uy sovuq. Qishgacha oyna qoʻyib berishda yordam bersangiz.',
];

/** What stands in the field whose meaning the kind of employment gives. */
export const salaries: Readonly<Record<EmploymentStatus, readonly string[]>> = {
  official: ['Maktab qorovuli', 'Poliklinika hamshirasi', 'Bogʻcha tarbiyachisi', 'Korxonada haydovchi'],
  unofficial: ['1 200 000 soʻm', '800 000 soʻm', '1 500 000 soʻm', 'Mavsumiy ish, 600 000 soʻm'],
  self_employed: ['Tikuvchilik', 'Novvoylik', 'Sartaroshlik', 'Poyabzal taʼmirlash', 'Bogʻdorchilik'],
  unemployed: ['Tikuvchilik', 'Payvandchilik', 'Kompyuter savodxonligi', 'Oshpazlik', 'Chorvachilik'],
  disabled: ['Qandli diabet', 'Koʻrish qobiliyati pasaygan', 'Harakat buzilishi', 'Eshitish pasaygan'],
  migration: ['Rossiya', 'Qozogʻiston', 'Koreya Respublikasi', 'Turkiya'],
};

/** Why a status was changed. */
export const notes: Readonly<Record<'accepted' | 'completed' | 'rejected' | 'canceled', readonly string[]>> =
  {
    accepted: [
      'Qoʻshimcha hujjatlar topshirildi, ariza qayta koʻrib chiqiladi.',
      'Komissiya qaroriga koʻra ariza qayta ishga olindi.',
    ],
    completed: [
      'Yordam koʻrsatildi, dalolatnoma imzolandi.',
      'Mahsulotlar yetkazib berildi.',
      'Moddiy yordam plastik kartaga oʻtkazildi.',
      'Bandlik markazi orqali ishga joylashtirildi.',
      'Taʼmirlash ishlari yakunlandi, suratlar ilova qilindi.',
    ],
    rejected: [
      'Oilaning daromadi belgilangan mezondan yuqori.',
      'Shu maqsad uchun yordam yil boshida berilgan.',
      'Soʻralgan hujjatlar muddatida taqdim etilmadi.',
    ],
    canceled: ['Fuqaro arizasini qaytarib oldi.', 'Ariza takroran yuborilgan.'],
  };

/** What staff write to one another. */
export const messages: readonly string[] = [
  'Xonadonga borib koʻrildi, holat arizada yozilganidek.',
  'Fuqaro bilan telefonda gaplashdim, daromad haqida maʼlumotnomani ertaga olib keladi.',
  'Mahalla raisidan tavsifnoma soʻraldi.',
  'Komissiya yigʻilishi payshanba kuni soat 10:00 da.',
  'Hujjatlar toʻliq, qaror loyihasini tayyorlayapman.',
  'Smeta tuzildi, tasdiqlash uchun yuborildi.',
  'Yetkazib beruvchi bilan kelishildi, dushanba kuni olib borishadi.',
  'Iltimos, oila aʼzolari sonini aniqlashtirib bering.',
  'Suratlarni ilova qildim.',
  'Bandlik markaziga soʻrov yubordim, javob kutilmoqda.',
];

/** With what words a task is handed on. */
export const tasks: readonly string[] = [
  'Xonadonni oʻrganib, dalolatnoma tuzib bering.',
  'Ushbu ariza sizning hududingizga tegishli, koʻrib chiqishingizni soʻrayman.',
  'Taʼtildaman, arizani yakuniga yetkazib bersangiz.',
  'Sogʻliqni saqlash boʻlimi bilan kelishib, javob tayyorlang.',
];

/** Where people live, beside the neighbourhood. */
export const streets: readonly string[] = [
  'Al-Xorazmiy koʻchasi',
  'Gulzor koʻchasi',
  'Istiqlol koʻchasi',
  'Paxtakor koʻchasi',
  'Tinchlik koʻchasi',
  'Chamanzor koʻchasi',
  'Beruniy koʻchasi',
];
