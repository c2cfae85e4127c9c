// Generates people and companies like those of an address book with several countries, reproducibly by seed.

const FIRST = words(`
  Anna Ana Anja Antonia António Andrea Andreas André Amélie Ahmet Ayşe Aylin Alexander Aleksandra Agnieszka Adèle Amina
  Bea Beatriz Benedikt Bernd Björn Brigitte Bruno Burcu Başak Camila Carlos Carmen Caroline Catarina Cécile Céline Cem
  Charlotte Christian Christine Christoph Clara Claudia Clémence Concepción Cristina Çağla Dagmar Daniel Daniela David
  Débora Deniz Dieter Dmitri Dominik Dorota Dóra Edda Eduardo Elena Eleonora Elif Elisabeth Élise Emil Emilia Emma Emre
  Enrique Erik Esra Esteban Eszter Eva Ewa Fabian Fabienne Fatima Federica Felipe Felix Fernanda Fernando Filip Fiona
  Florian François Françoise Frank Franziska Friederike Frida Gabriel Gabriela Geneviève Georg Gerhard Gianluca Giorgia
  Giulia Gizem Grace Greta Grzegorz Gökhan Guadalupe Guilherme Gustavo Hakan Hanna Hannelore Hans Heike Helena Hélène
  Henrik Hernán Hiroshi Hugo Ida Ignacio Igor Ilse Inés Inga Irena Isabel Isabelle Ivan Iwona Jacek Jakob Jan Jana Javier
  Jean Jens Jesús Joana João Johanna Johannes Jonas Jörg José Josefine Juan Judit Júlia Julia Julien Jürgen Justyna Kaan
  Karin Karl Karol Katarzyna Katharina Kemal Kerstin Kirsten Klaus Konstantin Krzysztof Kübra Lars Laura Laurent Léa Lena
  Leonie Letícia Lidia Liesel Linda Lorenzo Louis Lucía Luca Lucas Luís Luisa Łukasz Mads Magda Magdalena Maja Malin Manuel
  Marc Marcel Marcela Marek Margarete Margit María Maria Mariana Marie Marina Mário Marlene Marta Martin Martina Mateo
  Mateus Mathilde Matthias Maurice Max Maxime Mehmet Melanie Mercedes Michael Michał Michelle Miguel Mikkel Milena Miriam
  Mónica Murat Mustafa Nadia Natália Natalia Nele Nicolas Nicole Niklas Nils Nina Noah Noémie Nuray Oksana Olaf Olga Oliver
  Olivia Olivier Özlem Özgür Oscar Pablo Paola Pascal Patricia Patrick Paul Paula Paulina Pauline Pedro Petra Philipp
  Pierre Pilar Piotr Rafael Rafał Raimund Ramón Raquel Rebecca Regina Renate Ricardo Rita Robert Roberto Rodrigo Rosa
  Rüdiger Ruth Sabine Salma Salvador Samira Samuel Sandra Sara Sarah Sebastian Selin Sergio Şebnem Siegfried Silke Silvia
  Simon Simone Sofia Sofía Sonja Sophie Soraya Stefan Stefania Steffen Stéphanie Svenja Svetlana Sylvie Tamara Tanja Tatjana
  Teresa Thaís Theodor Thérèse Thiago Thomas Tim Tobias Tomasz Tomáš Torsten Uğur Ulrike Ursula Uwe Valentina Valérie
  Vanessa Vera Verónica Veronika Victor Viktor Vincent Virginie Vitória Volker Walter Wanda Werner Wiebke Wilhelm Wiktoria
  Wojciech Wolfgang Xavier Ximena Yann Yasemin Yolanda Yusuf Yvonne Zbigniew Zeynep Zofia Zoé Zuzana`);

const LAST = words(`
  Abel Acosta Adamczyk Aguilar Akın Albrecht Almeida Álvarez Alves Amaral Andersen Andersson Antunes Araújo Arnold Arslan
  Aslan Aubert Aydın Bach Barbosa Barros Bartels Barth Bauer Baumann Baumgartner Becker Beckmann Bergmann Bernard Berger
  Bianchi Blanc Böhm Bonnet Borges Bouchard Braun Brandt Busch Böttcher Cabrera Calderón Campos Cardoso Carlsson Carvalho
  Castillo Castro Çelik Çetin Chevalier Colombo Conti Correia Costa Couto Cruz Cunha Dąbrowski Dahl Delgado Demir Díaz Dias
  Dietrich Doğan Domínguez Dubois Dufour Duarte Dupont Durand Dvořák Eberhardt Eckert Eder Engel Erdoğan Eriksson Ernst
  Escobar Espinoza Esposito Fabre Farias Faure Fernandes Fernández Ferrari Ferreira Fiedler Figueiredo Fischer Fleischer
  Flores Fontaine Fournier Frank Franke Freitas Friedrich Fuchs Fuentes Gallo García Garnier Gauthier Geiger Gerlach
  Giménez Girard Gomes Gómez Gonçalves González Graf Groß Günther Guerrero Guimarães Gutiérrez Guzmán Haas Hahn Hansen
  Hartmann Heinrich Heinz Henry Herbst Hermann Hernández Herrera Hoffmann Hofmann Horváth Hübner Huber Ivanov Iwanow Jäger
  Jablonski Jankowski Jensen Jiménez Johansson Jung Kaiser Kamiński Kaplan Kara Karlsson Kaya Keller Kılıç Klein Koch Koç
  König Köhler Kovács Kowalczyk Kowalski Kozłowski Kraft Krämer Kraus Krüger Kruse Kuhn Kühn Kurt Lambert Lang Lange
  Larsen Larsson Laurent Lefèvre Lehmann Lemaire Lenz León Leroy Lewandowski Lima Lindberg Linke López Lopes Lorenz
  Ludwig Luna Machado Maier Marchand Marín Marino Marques Martin Martinez Martínez Martins Mathieu Matos Mayer Mazur
  Medeiros Medina Meier Melo Mendes Mendoza Meunier Meyer Mendez Miranda Molina Monteiro Morales Moreau Moreira Moreno
  Moretti Morin Moser Müller Muñoz Nascimento Navarro Neumann Nguyen Nielsen Nilsson Noël Nogueira Novák Nowak Nowakowski
  Nunes Núñez Öztürk Okonkwo Oliveira Olsen Olsson Ortega Ortiz Otto Özdemir Pacheco Paiva Peeters Pedersen Peña Pereira
  Pérez Perrin Peters Petersen Petit Pfeiffer Piątek Pinto Pires Pohl Ponce Prado Ramírez Ramos Rasmussen Rausch Reis
  Reinhardt Reyes Ribeiro Richard Richter Ricci Riedel Ríos Rivera Robert Rocha Rodrigues Rodríguez Rojas Romano Romero
  Rossi Roth Rousseau Roux Ruiz Russo Ruß Sahin Şahin Sánchez Santana Santos Sauer Schäfer Schmid Schmidt Schmitt Schneider
  Schiller Scholz Schröder Schubert Schulte Schulz Schumacher Schuster Schwarz Seidel Silva Simon Simões Sommer Sousa Souza
  Soto Stein Steiner Svensson Szabó Szymański Tavares Teixeira Thomas Tóth Torres Toussaint Ulrich Unger Urban Valdez Vargas
  Vasconcelos Vázquez Vega Vidal Vieira Vogel Vogt Voigt Wagner Walter Weber Weiß Wendt Werner Wiśniewski Wójcik Wolf Wolff
  Woźniak Yalçın Yıldırım Yıldız Yılmaz Zając Zieliński Ziegler Zimmermann`);

const TRADES = words(`
  Bäckerei Autohaus Werkstatt Praxis Apotheke Immobilien Logistik Elektro Sanitär Reisebüro Blumen Buchhandlung Optik
  Gärtnerei Metzgerei Fahrrad Schreinerei Café Restaurant Hotel Farmácia Padaria Oficina Clínica Librería Panadería Taller
  Boulangerie Garage Pharmacie Fleuriste Studio Consulting Software Design Media Energy Solar Print Travel Fitness`);
const FORMS = [
  'GmbH',
  'AG',
  'KG',
  'e.K.',
  'Ltd',
  'S.A.',
  'S.L.',
  'Ltda.',
  '& Söhne',
  '& Co. KG',
  'SARL',
  'sp. z o.o.',
];

/** Country and area codes with the number of digits that follow, weighted by repetition. */
const NUMBERS = [
  ...['49151', '49152', '49157', '49160', '49170', '49171', '49172', '49175', '49176', '49179'].map((p) => [
    p,
    8,
  ]),
  ...['551191', '551198', '552199', '553198', '554199', '558199'].map((p) => [p, 7]),
  ...['5215512', '5213312', '5218112'].map((p) => [p, 6]),
  ...['346', '336', '337', '3934', '4366', '4179', '31612', '4850', '4860', '90532', '90542', '90555'].map(
    (p) => [p, 8],
  ),
  ...['1212', '1305', '1415', '1646', '1713', '447400', '447700', '447911'].map((p) => [p, 7]),
];

const STATUSES = ['cold', 'cold', 'cold', 'cold', 'cold', 'warm', 'warm', 'warm', 'customer', 'hot'];

/**
 * @returns {() => { name: string, phone: string, status: string }} a new person with an unused number.
 */
export function createPeople(seed) {
  const random = createRandom(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const taken = new Set();
  const phone = () => {
    for (;;) {
      const [prefix, length] = pick(NUMBERS);
      const digits = prefix + String(Math.floor(random() * 10 ** length)).padStart(length, '0');
      // Stored as numbers; a million strings would need twenty times the memory.
      if (!taken.has(Number(digits))) {
        taken.add(Number(digits));
        return digits;
      }
    }
  };
  const name = () => {
    const kind = random();
    if (kind < 0.12) return `${pick(TRADES)} ${pick(LAST)} ${pick(FORMS)}`;
    if (kind < 0.22) return `${pick(FIRST)} ${pick(LAST)}-${pick(LAST)}`;
    if (kind < 0.36) return `${pick(FIRST)} ${pick(FIRST)} ${pick(LAST)}`;
    if (kind < 0.4) return pick(FIRST);
    return `${pick(FIRST)} ${pick(LAST)}`;
  };
  return () => ({ name: name(), phone: phone(), status: pick(STATUSES) });
}

/** Mulberry32: small, and the same on every machine. @returns {() => number} in [0, 1) */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function words(text) {
  return [...new Set(text.trim().split(/\s+/))];
}
