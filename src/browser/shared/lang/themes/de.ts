import type { ThemeWords } from '../../words.ts';

export const de: ThemeWords = {
  save: 'Aussehen als Design speichern',
  about:
    'Ein Design bewahrt Farben, Form und Ort der Grafiken unter einem Namen auf. Eine Adresse, die es nennt (theme=sunday), folgt jeder Änderung des Designs, sobald ihre Seite neu geladen wird. Andere Parameter der Adresse haben Vorrang.',
  name: 'Name des Designs',
  nameHint: 'Zum Beispiel „sunday“. Ein Design mit diesem Namen erhält die neuen Einstellungen.',
  wrongName: (max) =>
    `Benutzen Sie die Buchstaben a bis z, Ziffern und Bindestriche, höchstens ${max}, und nicht den Namen eines unserer eigenen Designs.`,
  full: (max) => `Es gibt schon ${max} Designs, mehr sind nicht möglich. Löschen Sie zuerst eines.`,
  saved: (name) => `Das Design „${name}“ ist gespeichert.`,
  deleted: (name) => `Das Design „${name}“ ist gelöscht.`,
  gone: 'Dieses Design gibt es nicht mehr.',
  notYours: 'Nur die Verantwortlichen des Vereins oder Turniers ändern seine Designs.',
  title: (owner) => `Designs von ${owner}`,
  count: (count, max) => `${count} von höchstens ${max}.`,
  columns: ['Name', 'Einstellungen', 'Aktionen'],
  use: 'Benutzen',
  useOf: (name) => `Das Design ${name} benutzen`,
  change: 'Ändern',
  changeOf: (name) => `Das Design ${name} ändern`,
  delete: 'Löschen',
  confirm: {
    title: (name) => `Das Design ${name} löschen?`,
    outcome: 'Seiten, deren Adresse es nennt, sehen nach dem nächsten Laden wie üblich aus.',
    yes: 'Das Design löschen',
  },
};
