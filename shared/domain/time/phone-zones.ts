/**
 * The time zone in which the owner of a phone number most likely lives: by the area code where it says so (North America,
 * Brazil, Mexico, Kazakhstan), else the zone of most people of the country. Data, so that no number is sent anywhere.
 */

/** The zone of each country code: code and city, by region. */
const BY_COUNTRY_CODE: Readonly<Record<string, string>> = {
  Africa: `20 Cairo, 211 Juba, 212 Casablanca, 213 Algiers, 216 Tunis, 218 Tripoli, 220 Banjul, 221 Dakar,
    222 Nouakchott, 223 Bamako, 224 Conakry, 225 Abidjan, 226 Ouagadougou, 227 Niamey, 228 Lome,
    229 Porto-Novo, 231 Monrovia, 232 Freetown, 233 Accra, 234 Lagos, 235 Ndjamena, 236 Bangui, 237 Douala,
    239 Sao_Tome, 240 Malabo, 241 Libreville, 242 Brazzaville, 243 Kinshasa, 244 Luanda, 245 Bissau,
    249 Khartoum, 250 Kigali, 251 Addis_Ababa, 252 Mogadishu, 253 Djibouti, 254 Nairobi, 255 Dar_es_Salaam,
    256 Kampala, 257 Bujumbura, 258 Maputo, 260 Lusaka, 263 Harare, 264 Windhoek, 265 Blantyre, 266 Maseru,
    267 Gaborone, 268 Mbabane, 27 Johannesburg, 291 Asmara`,
  America: `297 Aruba, 299 Nuuk, 501 Belize, 502 Guatemala, 503 El_Salvador, 504 Tegucigalpa, 505 Managua,
    506 Costa_Rica, 507 Panama, 508 Miquelon, 509 Port-au-Prince, 51 Lima, 52 Mexico_City, 53 Havana,
    54 Argentina/Buenos_Aires, 55 Sao_Paulo, 56 Santiago, 57 Bogota, 58 Caracas, 590 Guadeloupe, 591 La_Paz,
    592 Guyana, 593 Guayaquil, 594 Cayenne, 595 Asuncion, 596 Martinique, 597 Paramaribo, 598 Montevideo,
    599 Curacao`,
  Asia: `357 Nicosia, 374 Yerevan, 60 Kuala_Lumpur, 62 Jakarta, 63 Manila, 65 Singapore, 66 Bangkok, 670 Dili,
    673 Brunei, 81 Tokyo, 82 Seoul, 84 Ho_Chi_Minh, 850 Pyongyang, 852 Hong_Kong, 853 Macau, 855 Phnom_Penh,
    856 Vientiane, 86 Shanghai, 880 Dhaka, 886 Taipei, 91 Kolkata, 92 Karachi, 93 Kabul, 94 Colombo,
    95 Yangon, 961 Beirut, 962 Amman, 963 Damascus, 964 Baghdad, 965 Kuwait, 966 Riyadh, 967 Aden,
    968 Muscat, 970 Gaza, 971 Dubai, 972 Jerusalem, 973 Bahrain, 974 Qatar, 975 Thimphu, 976 Ulaanbaatar,
    977 Kathmandu, 98 Tehran, 992 Dushanbe, 993 Ashgabat, 994 Baku, 995 Tbilisi, 996 Bishkek, 998 Tashkent`,
  Atlantic: `238 Cape_Verde, 247 St_Helena, 290 St_Helena, 298 Faroe, 354 Reykjavik, 500 Stanley`,
  Australia: `61 Sydney`,
  Europe: `30 Athens, 31 Amsterdam, 32 Brussels, 33 Paris, 34 Madrid, 350 Gibraltar, 351 Lisbon, 352 Luxembourg,
    353 Dublin, 355 Tirane, 356 Malta, 358 Helsinki, 359 Sofia, 36 Budapest, 370 Vilnius, 371 Riga,
    372 Tallinn, 373 Chisinau, 375 Minsk, 376 Andorra, 377 Monaco, 378 San_Marino, 380 Kyiv, 381 Belgrade,
    382 Podgorica, 383 Belgrade, 385 Zagreb, 386 Ljubljana, 387 Sarajevo, 389 Skopje, 39 Rome, 40 Bucharest,
    41 Zurich, 420 Prague, 421 Bratislava, 423 Vaduz, 43 Vienna, 44 London, 45 Copenhagen, 46 Stockholm,
    47 Oslo, 48 Warsaw, 49 Berlin, 7 Moscow, 90 Istanbul`,
  Indian: `230 Mauritius, 246 Chagos, 248 Mahe, 261 Antananarivo, 262 Reunion, 269 Comoro, 960 Maldives`,
  Pacific: `64 Auckland, 672 Norfolk, 674 Nauru, 675 Port_Moresby, 676 Tongatapu, 677 Guadalcanal, 678 Efate,
    679 Fiji, 680 Palau, 681 Wallis, 682 Rarotonga, 683 Niue, 685 Apia, 686 Tarawa, 687 Noumea, 688 Funafuti,
    689 Tahiti, 690 Fakaofo, 691 Pohnpei, 692 Majuro`,
};

/** The area codes of North America (+1), by the city of their zone in America. Others count as New York. */
const NORTH_AMERICA: Readonly<Record<string, string>> = {
  Chicago: `205 210 214 217 218 219 224 225 228 251 254 256 262 270 274 281 308 309 312 314 316 318 319 320 325 327 331 334
    337 346 353 361 364 402 405 409 414 417 430 432 447 448 464 469 479 501 504 507 512 515 531 534 539 557 563 572 573 580
    601 605 608 612 615 618 620 629 630 636 641 651 659 660 662 682 701 708 712 713 715 726 730 731 737 763 769 773 779 785
    806 815 816 817 830 832 847 850 861 870 872 901 903 913 918 920 931 936 938 940 945 952 956 972 975 979 985`,
  Denver: '208 303 307 385 406 435 505 575 719 720 801 915 970 983 986',
  Phoenix: '480 520 602 623 928',
  Los_Angeles: `206 209 213 253 279 310 323 341 350 360 369 408 415 424 425 442 458 503 509 510 530 541 559 562 564 619 626
    628 650 657 661 669 702 707 714 725 738 747 760 775 805 818 820 831 837 840 858 909 916 925 949 951 971`,
  Anchorage: '907',
  Toronto: `226 249 263 289 343 354 365 367 382 416 418 437 438 450 468 514 519 548 579 581 613 647 683 705 742 753 807 819
    873 905 942`,
  Winnipeg: '204 431 584',
  Regina: '306 474 639',
  Edmonton: '368 403 587 780 825 867',
  Vancouver: '236 250 257 604 672 778',
  Halifax: '428 506 782 902',
  St_Johns: '709 879',
  Puerto_Rico: '787 939',
  St_Thomas: '340',
  Nassau: '242',
  Barbados: '246',
  Anguilla: '264',
  Antigua: '268',
  Tortola: '284',
  Cayman: '345',
  Grenada: '473',
  Grand_Turk: '649',
  Jamaica: '658 876',
  Montserrat: '664',
  Lower_Princes: '721',
  St_Lucia: '758',
  Dominica: '767',
  St_Vincent: '784',
  Santo_Domingo: '809 829 849',
  Port_of_Spain: '868',
  St_Kitts: '869',
};
const ELSEWHERE_IN_NORTH_AMERICA: Readonly<Record<string, string>> = {
  '441': 'Atlantic/Bermuda',
  '670': 'Pacific/Saipan',
  '671': 'Pacific/Guam',
  '684': 'Pacific/Pago_Pago',
  '808': 'Pacific/Honolulu',
};

/** The area codes of Brazil whose time is not that of São Paulo. */
const BRAZIL: Readonly<Record<string, string>> = {
  Cuiaba: '65 66',
  Campo_Grande: '67',
  Rio_Branco: '68',
  Porto_Velho: '69',
  Manaus: '92 97',
  Boa_Vista: '95',
};

/** The area codes of Mexico whose time is not that of Mexico City. */
const MEXICO: Readonly<Record<string, string>> = {
  Tijuana: '646 653 658 661 663 664 665 686',
  Hermosillo: '622 631 632 633 634 637 638 641 642 643 644 645 647 651 662',
  Mazatlan: '612 613 615 624 667 668 669 672 673 687 694 695 696 697 698',
  Ciudad_Juarez: '656',
  Cancun: '983 984 987 997 998',
};

/** One calling code of a country, its own digits after it, and what is left. */
const AREAS = new Map<string, string>([
  ...areasOf('1', NORTH_AMERICA),
  ...Object.entries(ELSEWHERE_IN_NORTH_AMERICA).map(([area, zone]) => [`1${area}`, zone] as const),
  ...areasOf('55', BRAZIL),
  ...areasOf('52', MEXICO),
  ...areasOf('521', MEXICO),
  ['76', 'Asia/Almaty'],
  ['77', 'Asia/Almaty'],
]);
const COUNTRIES = new Map<string, string>([
  ['1', 'America/New_York'],
  ...Object.entries(BY_COUNTRY_CODE).flatMap(([region, list]) =>
    list.split(',').map((entry) => {
      const [code = '', city = ''] = entry.trim().split(' ');
      return [code, `${region}/${city}`] as const;
    }),
  ),
]);

/** Returns the time zone of a number with country code; null for one of no known country. */
export function zoneOfPhone(digits: string): string | null {
  for (let length = 6; length >= 2; length -= 1) {
    const zone = AREAS.get(digits.slice(0, length));
    if (zone !== undefined) return zone;
  }
  for (let length = 3; length >= 1; length -= 1) {
    const zone = COUNTRIES.get(digits.slice(0, length));
    if (zone !== undefined) return zone;
  }
  return null;
}

function areasOf(code: string, byCity: Readonly<Record<string, string>>): (readonly [string, string])[] {
  return Object.entries(byCity).flatMap(([city, areas]) =>
    areas.split(/\s+/).map((area) => [`${code}${area}`, `America/${city}`] as const),
  );
}
