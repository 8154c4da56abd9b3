-- The letter of a house is stored in one form: Latin capitals where Cyrillic ones look the same. Its search key is written anew.
update households
set house_suffix = translate(upper(house_suffix), 'АВЕЁКМНОРСТУҮХІЈЅ', 'ABEEKMHOPCTYYXIJS'), search_key = null
where house_suffix ~ '[^0-9/]';
