/** Well-known passwords of twelve characters or more, lower case, that no rule of `checkPassword` finds by itself. */
export const commonPasswords: readonly string[] = `
1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6 q1w2e3r4t5y6u7 q1w2e3r4t5y6u7i8
qwe123qwe123 qweasdzxc123 qweasdzxc!@# qweasdqweasd qwe123asd456 qwe123asd456zxc 123qweasdzxc 123qwe123qwe 123qweasd456
1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qaz@wsx3edc 1qazxsw23edc 1qaz1qaz1qaz zaq12wsxcde3 zaq1xsw2cde3 zaq1zaq1zaq1 !qaz2wsx#edc
1qazzaq12wsx qazwsxedcrfv qazwsxedc123 qaz123wsx456 qazxswedcvfr zxcasdqwe123 zxc123asd456 asd123qwe456 asdqwe123456
q1q1q1q1q1q1 qq123456789qq aa123456789aa a1b2c3d4e5f6 a1b2c3d4e5f6g7 a1s2d3f4g5h6 abc123abc123 abc123def456 abcd1234efgh
123abc456def aaa111bbb222 aaaabbbbcccc 111222333444 112233445566 11223344556677 1122334455667788 121212343434 123123456456
147258369147 147852369147 147258369000 159357258456 159753159753 987456321012 741852963741 789456123000 789456123789
102030405060 10203040506070 123456654321 1234567654321 123454321234 12345678987654321 123321123321 123456123456
1234567891011 12345678910111 123456789101112 012345678910 1234567890qwe 1234567890abc 1234qwerasdf 1234qwerasdfzxcv
1234rewqasdf qwer1234asdf qwerasdfzxcv qwer1234tyui qwerty123asdfgh asdf1234qwer asdfzxcv1234 asdfjkl;asdf 12qwaszxerdf
12qwas34erdf 3.1415926535 3.14159265358979 31415926535897 271828182845 299792458299792458
correcthorsebatterystaple correct-horse-battery-staple correct.horse.battery.staple thequickbrownfox thequickbrownfoxjumps
tobeornottobe tobeornottobethatisthequestion maytheforcebewithyou openthedoorplease letmeinrightnow iforgotmypassword
idontknowmypassword thisismypassword thisisapassword thisisnotapassword notmypassword donttellanyone nopasswordneeded
passwordispassword mypasswordispassword enteryourpassword typeyourpassword changethispassword pleasechangeme
changemeplease changemenow12 changeme12345 trustnobody12 ilovemymother ilovemyfamily ilovemyself12 ilovemywife12
iloveyoumore1 iloveyouforever iloveyousomuch iloveyoubaby1 loveyouforever jesusislord12 godisgreat12 inshaallah12
assalomualaykum assalomualaykum1 assalomu-alaykum vaalaykumassalom assalamualaikum bismillahirrohmanirrohim bismillah123
lailahaillallah allohuakbar12 allahuakbar12 alhamdulillah astagfirulloh subhanalloh12 mashaalloh123 xudogashukur ollohgashukur
mensenisevaman mensenisevaman1 sevaman12345 onajonim1234 dadajonim123 onajonimni12 onamnisevaman oilamnisevaman
vatanimuzbek vatanjonajon ozbekistonim1 uzbekistonim12 uzbekistanlove menozbekman1 menuzbekman1 parolyoqmenda paroliyoq1234
parolniunutdim parolnibilmayman paroliesimdayoq mengaparolber yangiparol12 eskiparol123 mahfiyparol1 maxfiyparol1
samarqandgozal toshkentshahri urganchshahri xorazmviloyati buxoroisharif navruzmuborak tugilgankun12 yangiyilbilan
ktozdesestj12 yatebyalyublyu yatebialiubliu privetkakdela parolnepomnyu zabylparol12 moyparol1234 moiparol1234 neskajuparol
йцукенгшщзхъ йцукенгшщзхъ1 йцукен123456 фывапролджэ1 фывапролджэё ячсмитьбю123 йцу123фыв456 1йцукенгшщзх
ilovetashkent zenitchampion realmadrid12 barcelona1899 manchesterunited chelseafc1905 cristianoronaldo lionelmessi10
harrypotter12 starwars1977 spiderman1234 minecraft123 pubgmobile123 counterstrike counterstrike16 leagueoflegends
grandtheftauto callofduty123 windows12345 microsoft1234 google1234567 facebook1234 instagram123 telegram12345 whatsapp12345
`
  .trim()
  .split(/\s+/);

/** Words that make a password weak when it is nothing but such words, digits and signs: `Toshkent-2026!`, `qwertyqwerty`. */
export const commonWords: readonly string[] = `
password passwd passwort passphrase pass parol parolim parolni parola kod kodim secret sekret maxfiy mahfiy sirli
admin administrator superadmin adminadmin root user username login test tester testing demo guest master manager operator
system server default temp temporary welcome hello letmein changeme trustno trustnoone access enter open please
komak yordam dastur davlat hokim hokimiyat hokimlik mahalla mahallam xonadon ariza shahar tuman viloyat
qwerty qwert qwertyu qwertyui qwertyuiop asdf asdfg asdfgh asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qaz wsx edc qazwsx qazwsxedc
qwe asd zxc qweasd qweasdzxc abc abcd abcde abcdef abcdefg abcdefgh aaa xxx
iloveyou love lovely loveyou lover forever baby angel princess prince king queen sunshine shadow dragon monkey tiger lion
football futbol soccer hockey basketball baseball superman batman spiderman starwars pokemon matrix naruto
summer winter spring autumn monday friday january july december computer internet windows google facebook instagram telegram
whatsapp youtube samsung iphone apple android microsoft mobile money dollar freedom whatever nothing family mother father
mustang ferrari mercedes toyota chevrolet nexia matiz cobalt lacetti malibu damas
assalom salom salomat assalomu alaykum rahmat rahmatulloh xayr alloh allah olloh bismillah inshaalloh muhammad islom
uzbekistan ozbekiston uzbek ozbek vatan vatanim toshkent tashkent xorazm xiva urganch urgench buxoro bukhara samarqand
samarkand andijon namangan fargona ferghana navoiy navoi qarshi qashqadaryo termiz surxondaryo jizzax guliston sirdaryo
nukus qoraqalpogiston orol amudaryo ichanqala registon amir temur amirtemur alisher mustaqillik navroz navruz bahor
ona onam onajon dada dadam dadajon ota otam aka opa uka singil bola bolam jon jonim asal asalim azizim sevgi sevgilim
sevaman muhabbat hayot hayotim dunyo baxt baxtim yulduz oy quyosh gul lola anor olma nok bek xon shoh
ali vali olim sardor jasur bobur ulugbek sherzod jahongir rustam aziz aziza dilshod bekzod otabek jamshid shohruh
farhod anvar akmal akbar bahodir davron doston eldor islombek javohir kamol laziz mansur nodir odil ravshan sanjar timur
umid xurshid zafar dilnoza gulnora malika madina nilufar nigora feruza kamola shahnoza zulfiya mohira sevara zarina lola
privet parol admin lyubov lyublyu solnce solnyshko moskva rossiya natasha tanya sasha maksim andrey dima sergey marina
nastya krasotka zaychik kotik mama papa mamapapa spartak zenit lyubimaya druzhba svoboda
`
  .trim()
  .split(/\s+/);
