import type { StaffWords } from '../../words.ts';

export const de: StaffWords = {
  staff: {
    manage: { club: 'Verein verwalten', tournament: 'Turnier verwalten' },
    navigation: (name) => `Bereiche von ${name}`,
    sections: {
      games: 'Spiele',
      squad: 'Kader',
      overview: 'Spiele',
      teams: 'Mannschaften',
      fixtures: 'Spiele anlegen',
      settings: 'Einstellungen',
      tournaments: 'Turniere',
      invitations: 'Einladungen',
      integrations: 'Integrationen',
    },
    whenAndWhere: 'Wann und wo',
    who: 'Wer spielt',
    edit: 'Ändern',
    save: 'Speichern',
    notYours: {
      club: {
        title: 'Sie verwalten diesen Verein nicht.',
        advice: 'Nur Eigentümer und Moderatoren des Vereins sehen diese Seite. Bitten Sie darum, Moderator zu werden.',
      },
      tournament: {
        title: 'Sie verwalten dieses Turnier nicht.',
        advice:
          'Nur seine Organisatoren sowie die Eigentümer und Moderatoren des gastgebenden Vereins sehen diese Seite.',
      },
    },
    notSaved:
      'Noch ist nichts gespeichert. Ihre Eingaben sind noch da: Korrigieren Sie sie und senden Sie das Formular erneut.',
    inUse: 'Das kann nicht gelöscht werden: Es hat Ergebnisse, oder andere Einträge brauchen es.',
    stale: {
      by: (user) => `${user} hat das inzwischen geändert`,
      unknown: 'Das wurde inzwischen geändert',
      advice:
        'Noch ist nichts gespeichert. Ihre Eingaben stehen noch im Formular. Vergleichen Sie sie mit dem, was jetzt gespeichert ist: Wenn Sie erneut speichern, ersetzen Ihre Eingaben es.',
      same: 'Gespeichert ist jetzt dasselbe wie Ihre Eingaben. Sie müssen nicht erneut speichern.',
      caption: 'Was sich unterscheidet',
      columns: ['Feld', 'Jetzt gespeichert', 'Ihre Eingabe'],
      empty: '(leer)',
      discard: 'Meine Eingaben verwerfen und das Gespeicherte nehmen',
    },
  },
};
