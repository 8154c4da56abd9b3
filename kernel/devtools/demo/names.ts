/** Given names of men, from which the names of fathers are made too. */
export const maleNames: readonly string[] = words(`
  Abbos Abdulla Akmal Alisher Anvar Asror Aziz Azamat Bahodir Baxtiyor Bekzod Botir Davron
  Dilshod Doniyor Elyor Erkin Farhod Farrux Feruz Gʻayrat Hamid Hasan Husan Ibrohim Ikrom Ilhom
  Islom Jahongir Jamshid Jasur Javohir Kamol Komil Laziz Maqsud Mansur Mirzo Murod Muzaffar Nodir
  Nurbek Odil Olim Otabek Oybek Qobil Qahramon Rashid Ravshan Rustam Sanjar Sardor Shavkat
  Sherzod Sobir Sunnat Temur Toʻlqin Ulugʻbek Umid Vohid Xurshid Yoqub Yusuf Zafar Ziyod Zokir
  Oʻktam Oʻrinboy
`);

/** Given names of women. */
export const femaleNames: readonly string[] = words(`
  Adolat Anora Asal Aziza Barno Charos Dilbar Dildora Dilfuza Dilnoza Dilorom Elnora Farida
  Feruza Fotima Gavhar Gulbahor Gulchehra Gulnora Guzal Halima Hulkar Iroda Kamola Karima Komila
  Lobar Lola Mahliyo Malika Manzura Mavluda Maʼmura Mohira Muhabbat Mukarram Nafisa Nargiza
  Nasiba Nigora Nilufar Nodira Ozoda Oydin Rayhon Robiya Saida Saodat Sevara Shahlo Shahnoza
  Shoira Sitora Tursunoy Umida Xurshida Yulduz Zarina Zebo Ziyoda
`);

/** Family names of men; a woman's has an `a` at its end. */
export const familyNames: readonly string[] = words(`
  Abdullayev Ahmedov Allaberganov Atajanov Axmedov Bekchanov Boboyev Boltayev Davlatov Doʻstov
  Egamberdiyev Ergashev Eshchanov Fayzullayev Gʻaniyev Hasanov Ibragimov Ismoilov Jabborov
  Jumaniyozov Kamolov Karimov Komilov Latipov Mahmudov Masharipov Matkarimov Matyoqubov Mirzayev
  Moʻminov Murodov Narzullayev Nazarov Niyozov Normatov Oʻrinboyev Ollayorov Otaniyozov Polvonov
  Qodirov Qurbonov Quvondiqov Rahimov Rajabov Roʻzmetov Ruziyev Sadullayev Saidov Salayev
  Samandarov Sattorov Sharipov Sobirov Sultonov Tojiyev Toʻrayev Umarov Usmonov Vaisov Xodjayev
  Xudoyberganov Yaqubov Yoʻldoshev Yusupov
`);

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
