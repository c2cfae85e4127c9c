import type { ContactStatus } from '../../../shared/contract/contacts.contract.ts';

/** A contact of the demo workspace. */
export interface DemoContact {
  phone: string;
  name: string;
  status: ContactStatus;
  tags: readonly string[];
  email: string | null;
}

/** Oldest customer first. The numbers are from ranges that no country assigns. */
export const DEMO_CONTACTS: readonly DemoContact[] = [
  contact('15550100123', 'Maya Lindqvist', 'customer', 'repairs vip', 'maya.lindqvist@example.com'),
  contact('447700900141', 'Tomás Okafor', 'customer', 'rental trade', 'tomas@okafor-joinery.example'),
  contact('15550100177', 'Ren Castellanos', 'warm', 'garden'),
  contact('12125550143', 'Priya Raghunathan', 'customer', 'repairs bikes', 'priya.r@example.org'),
  contact('4917604069012', 'Jürgen Weiß', 'customer', 'wholesale', 'einkauf@weiss-holzbau.example'),
  contact('33639980017', 'Élodie Marchand', 'warm', 'paint', 'elodie.marchand@example.fr'),
  contact('13125550118', 'Desmond Achebe', 'customer', 'trade invoices', 'desmond@achebe-builds.example'),
  contact('96170000123', 'ليلى حداد', 'warm', 'paint delivery', 'layla.haddad@example.com'),
  contact('819000000145', '中村 葵', 'customer', 'sharpening', 'aoi.nakamura@example.jp'),
  contact('16175550162', 'Grace O’Malley', 'customer', 'repairs', 'grace@omalley.example'),
  contact('447700900318', 'Siân Pritchard', 'hot', 'workshops', 'sian.pritchard@example.co.uk'),
  contact('61491570156', 'Jack Nguyen', 'customer', 'bikes', 'jack.nguyen@example.au'),
  contact('14155550127', 'Mei-Lin Zhao', 'warm', 'keys'),
  contact('46701740612', 'Åsa Bergström', 'customer', 'sewing repairs', 'asa.bergstrom@example.se'),
  contact('34600000141', 'Lucía Fernández Ortega', 'warm', 'rental'),
  contact('12065550171', 'Hank Dombrowski', 'customer', 'trade lumber', 'hank@dombrowskidecks.example'),
  contact('380500000152', 'Олена Коваленко', 'hot', 'paint', 'olena.k@example.com'),
  contact('15035550139', 'Winnie Adeyemi-Clark', 'customer', 'garden', 'winnie@example.com'),
  contact('447700900554', 'Callum Reid', 'cold', 'keys'),
  contact('13055550104', 'Isabela Duarte', 'customer', 'delivery garden', 'isa.duarte@example.com'),
  contact('972500000147', 'נועה ברק', 'warm', 'workshops', 'noa.barak@example.com'),
  contact('12025550186', 'Theo Papadakis', 'customer', 'invoices trade', 'accounts@papadakis.example'),
  contact('17185550155', 'Fatou Diallo', 'warm', 'repairs'),
  contact('4917604069077', 'Anneliese Vogt', 'cold', 'shipping', 'a.vogt@example.de'),
  contact('16025550133', 'Marcus Whitehorse', 'customer', 'lumber', 'marcus.w@example.com'),
  contact('15550131026', 'Bernadette Quill', 'cold', 'delivery'),
  contact('33639980088', 'Baptiste Le Goff', 'customer', 'bikes', 'baptiste@example.fr'),
  contact('19175550148', 'Soo-ah Park', 'hot', 'rental events', 'sooah.park@example.com'),
  contact('48500000163', 'Łukasz Wiśniewski', 'customer', 'trade', 'biuro@wisniewski.example'),
  contact('14045550192', 'Ruth Ann Beasley', 'customer', 'garden vip', 'ruthann@example.com'),
  contact('447700900772', 'Amara Nwosu', 'warm', 'workshops'),
  contact('16465550121', 'Dmitri Volkov', 'cold', 'repairs'),
  contact('61491570158', 'Charlotte Te Rangi', 'warm', 'shipping', 'charlotte@example.nz'),
  contact('13235550115', 'Javier “Javi” Montoya', 'customer', 'bikes trade', 'javi@montoyacycles.example'),
  contact('12155550167', 'Pilar Aguinaldo', 'warm', 'paint'),
  contact('353200000135', 'Fionnuala Byrne', 'customer', 'sewing', 'finn.byrne@example.ie'),
  contact('15125550109', 'Dale Hutchins', 'customer', 'rental', 'dale.hutchins@example.com'),
  contact('46701740688', 'Nils Eklund', 'cold', 'wholesale'),
  contact('17025550174', 'Imani Brooks', 'hot', 'delivery', 'imani.brooks@example.com'),
  contact('447700900903', 'Gwilym Haf Jones', 'customer', 'sharpening', 'gwilym@example.wales'),
  contact('16195550151', 'Rosa Delgado', 'customer', 'garden', 'rosa.delgado@example.com'),
  contact('39300000128', 'Giulia Ferraro', 'cold', 'newsletter', 'giulia.ferraro@example.it'),
  contact('13035550146', 'Owen Blackwood', 'customer', 'lumber trade'),
  contact('5511900000147', 'João Pedro Azevedo', 'cold', 'newsletter', 'jp.azevedo@example.com.br'),
  contact('12145550182', 'Cheryl Kowalczyk', 'customer', 'paint', 'cheryl.k@example.com'),
  contact('33639980134', 'Inès Benali', 'warm', 'workshops', 'ines.benali@example.fr'),
  contact(
    '447700900426',
    'Harriet Pemberton-Shah',
    'customer',
    'invoices vip',
    'harriet@pembertonshah.example',
  ),
  contact('16155550128', 'Leon Tate', 'cold', ''),
  contact('4917604069041', 'Mehmet Yıldız', 'customer', 'bikes', 'mehmet.yildiz@example.de'),
  contact('14125550137', 'Dorothy Vance', 'customer', 'garden newsletter'),
  contact('61491570110', 'Lachlan Murray', 'cold', 'shipping'),
  contact('910000000159', 'Ananya Deshpande', 'warm', 'wholesale', 'ananya@example.in'),
  contact('15055550195', 'Chenoa Begay', 'customer', 'repairs', 'chenoa.begay@example.com'),
  contact('46701740633', 'Maja Söderlund', 'cold', 'newsletter', 'maja.s@example.se'),
  contact('12075550112', 'Everett Thibodeau', 'customer', 'lumber vip', 'everett@thibodeau.example'),
  contact('302100000144', 'Ελένη Παπαδοπούλου', 'warm', 'paint', 'eleni.p@example.gr'),
  contact('17735550168', 'Tyrell Jefferson', 'hot', 'rental'),
  contact('447700900657', 'Morag Sinclair', 'customer', 'sewing newsletter', 'morag@example.scot'),
  contact('525500000156', 'Ximena Robles', 'cold', 'wholesale', 'ximena.robles@example.mx'),
  contact('13605550199', 'Birdie Hollister', 'customer', 'garden workshops', 'birdie@example.com'),
];

function contact(
  phone: string,
  name: string,
  status: ContactStatus,
  tags: string,
  email: string | null = null,
): DemoContact {
  return { phone, name, status, tags: tags === '' ? [] : tags.split(' '), email };
}
