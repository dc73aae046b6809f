import { countedIn } from '../../counted.ts';
import type { SquadWords } from '../../words.ts';

const counted = countedIn('de');

export const de: SquadWords = {
  squad: {
    members: counted({ one: '{n} Mitglied', other: '{n} Mitglieder' }),
    juniors: counted({ one: '{n} Jugendspieler', other: '{n} Jugendspieler' }),
    former: counted({ one: '{n} ehemalige Person', other: '{n} ehemalige Personen' }),
    noMembers: 'Der Verein hat noch keine Mitglieder.',
    noJuniors: 'Der Verein hat noch keine Jugendspieler.',
    addTitle: 'Person hinzufügen',
    add: 'Hinzufügen',
    name: 'Name',
    nameHint: 'Die Person braucht kein Konto.',
    kind: 'Mitglied oder Jugend',
    kinds: { member: 'Mitglied', junior: 'Jugend' },
    number: 'Rückennummer',
    numberHint: '1 bis 99 oder leer',
    position: 'Position',
    positions: { goalkeeper: 'Torwart', defender: 'Abwehr', midfielder: 'Mittelfeld', forward: 'Sturm' },
    notSet: 'nicht angegeben',
    role: 'Rolle',
    roleHint: 'Inhaber und Moderatoren verwalten den Verein. Nur Inhaber vergeben diese Rollen.',
    roles: { Owner: 'Inhaber', Moderator: 'Moderator', Member: 'Mitglied' },
    status: 'Status',
    statuses: { active: 'Aktiv', pending: 'Ausstehend', former: 'Ausgetreten' },
    back: 'Zurück zum Kader',
    change: (name) => `${name} ändern`,
    notFound: 'Diese Person ist nicht im Kader.',
    hasAccount: 'Diese Person kann sich mit einem eigenen Konto anmelden.',
    invite: 'Diese Person mit einem Link zu einem eigenen Konto einladen',
    ofDataFile:
      'Diese Person stammt aus einer Datendatei. Die nächste Datei mit ihr überschreibt, was Sie hier ändern.',
    done: {
      added: 'Die Person ist im Kader.',
      saved: 'Gespeichert.',
      names: 'Gespeichert: So werden Jugendspieler ab jetzt genannt.',
    },
    problems: {
      noName: 'Geben Sie den Namen ein.',
      longName: 'Ein Name hat höchstens 200 Zeichen.',
      badNumber: 'Eine Rückennummer ist eine ganze Zahl von 1 bis 99.',
      numberTaken: 'Ein anderes aktives Mitglied trägt diese Nummer.',
      fixedName:
        'Diese Person hat ein Konto oder spielt auch anderswo: Nur sie selbst oder ein Administrator ändert den Namen.',
      lastOwner: 'Das ist der letzte Inhaber des Vereins. Machen Sie zuerst ein anderes Mitglied zum Inhaber.',
    },

    names: 'Wie Jugendspieler genannt werden',
    inPublic: 'Öffentlich',
    namesAbout:
      'Auf Anzeigetafeln, Overlays und anderen Seiten für alle. Seiten ohne Schlüssel zeigen nie mehr als die Initialen. Die Verantwortlichen sehen hier immer die vollen Namen.',
    publicNames: {
      full: 'Voller Name',
      initials: 'Nur Initialen, zum Beispiel „K. O.“',
      none: 'Rückennummer oder „Spieler“',
    },

    table: {
      title: 'Tabelle importieren',
      about:
        'Fügen Sie Zeilen aus einer Tabelle ein, oder wählen Sie eine Datei: CSV oder Excel (.xlsx), höchstens 1.000 Personen und 1 MB. Sie sehen, was sich ändert, bevor etwas gespeichert wird.',
      columns:
        'Die erste Zeile kann die Spalten benennen: Name (oder Vorname und Nachname), Nummer, Position, Jugend (ja oder nein), Rolle. Eine einfache Liste von Namen geht auch.',
      paste: 'Zeilen',
      file: 'Oder eine Datei',
      kind: 'Die Personen sind',
      kindHint: 'Eine Spalte „Jugend“ und Personen des Kaders entscheiden selbst.',
      kinds: { member: 'Mitglieder', junior: 'Jugendspieler' },
      check: 'Tabelle prüfen',
      checkAgain: 'Noch einmal prüfen',
      startAgain: 'Neu beginnen',
      wrong: counted({ one: '{n} Zelle stimmt nicht', other: '{n} Zellen stimmen nicht' }),
      nothingStored: 'Noch ist nichts importiert. Korrigieren Sie die Zellen hier, oder lassen Sie ihre Zeilen weg.',
      more: counted({
        one: '{n} weitere ist nicht aufgeführt. Korrigieren Sie zuerst diese, oder korrigieren Sie die Tabelle und fügen Sie sie neu ein.',
        other:
          '{n} weitere sind nicht aufgeführt. Korrigieren Sie zuerst diese, oder korrigieren Sie die Tabelle und fügen Sie sie neu ein.',
      }),
      cell: (row, column) => `Zeile ${row}, ${column}`,
      notUnderstood: (value) => `„${value}“`,
      leaveOut: (row) => `Zeile ${row} weglassen`,
      ready: 'Die Tabelle stimmt',
      newMembers: counted({ one: '{n} neues Mitglied', other: '{n} neue Mitglieder' }),
      newJuniors: counted({ one: '{n} neuer Jugendspieler', other: '{n} neue Jugendspieler' }),
      changed: counted({ one: '{n} Person ändert sich', other: '{n} Personen ändern sich' }),
      unchanged: counted({ one: '{n} Person bleibt wie sie ist', other: '{n} Personen bleiben wie sie sind' }),
      firstSheet: 'Die Datei hat mehrere Blätter. Nur das erste wird gelesen.',
      unused: (columns) => `Nicht verwendet: ${columns}.`,
      who: 'Wer importiert wird',
      import: counted({ one: '{n} Person importieren', other: '{n} Personen importieren' }),
      nothing: 'Alle diese Personen sind schon im Kader. Es gibt nichts zu importieren.',
      imported: counted({ one: '{n} Person ist importiert.', other: '{n} Personen sind importiert.' }),
      stale: 'Der Kader wurde inzwischen geändert',
      staleAdvice: 'Noch ist nichts importiert. Die Tabelle ist unten neu geprüft.',
      refused: 'Es wurde nichts importiert',
      noNames:
        'Keine Spalte enthält Namen. Benennen Sie die Spalten in der ersten Zeile, zum Beispiel „Name“ und „Nummer“.',
      unreadable: {
        empty: 'Die Tabelle ist leer. Fügen Sie Zeilen ein, oder wählen Sie eine Datei.',
        empty_sheet:
          'Das erste Blatt der Datei ist leer, und nur dieses wird gelesen. Verschieben Sie die Tabelle dorthin, oder speichern Sie ihr Blatt als CSV.',
        large_file:
          'Die Datei ist größer als 1 MB. Speichern Sie nur das Blatt des Kaders, oder fügen Sie seine Zeilen ein.',
        large_table: 'Die Tabelle hat zu viel Text. Lassen Sie die Spalten weg, die nicht gebraucht werden.',
        too_many_rows: 'Die Tabelle hat mehr als 1.000 Personen. Importieren Sie sie in Teilen.',
        too_many_columns: 'Die Tabelle hat mehr als 40 Spalten. Lassen Sie die weg, die nicht gebraucht werden.',
        bad_quotes:
          'Ein Anführungszeichen in der Tabelle ist nicht geschlossen. Entfernen Sie es, oder speichern Sie die Datei neu als CSV.',
        no_text: 'Die Datei ist weder CSV noch Excel (.xlsx). Speichern Sie sie in einem dieser Formate.',
        no_workbook:
          'Die Datei lässt sich nicht als Excel (.xlsx) lesen. Speichern Sie sie neu, ohne Passwort, oder als CSV.',
        large_workbook:
          'Die Datei ist entpackt zu groß. Speichern Sie nur das Blatt des Kaders, oder speichern Sie als CSV.',
        slow_table:
          'Das Lesen der Datei dauert zu lange. Speichern Sie nur das Blatt des Kaders, oder speichern Sie als CSV.',
        old_workbook:
          'Die Datei hat das ältere Excel-Format (.xls) oder ein Passwort. Speichern Sie sie als .xlsx oder CSV.',
      },
      faults: {
        no_name: 'Der Name fehlt.',
        long_name: 'Der Name hat mehr als 200 Zeichen.',
        bad_character: 'Der Name enthält ein Zeichen, das nicht gespeichert werden kann.',
        same_name: (row) => `Derselbe Name steht in Zeile ${row}. Unterscheiden Sie die beiden Personen.`,
        two_people: 'Zwei Personen im Kader heißen so. Ändern Sie sie einzeln im Kader.',
        bad_number: 'Eine Rückennummer ist eine ganze Zahl von 1 bis 99.',
        number_in_row: (row) => `Zeile ${row} hat dieselbe Nummer.`,
        number_of: (name) => `${name} trägt diese Nummer.`,
        bad_position: 'Das ist keine Position.',
        bad_kind: 'Das ist weder Mitglied noch Jugend.',
        bad_role: 'Das ist keine Rolle.',
        role_of_junior: 'Ein Jugendspieler hat keine Rolle.',
        role_not_yours: 'Nur ein Inhaber des Vereins gibt oder nimmt diese Rolle.',
        bad_team: 'Diese Mannschaft ist nicht im Turnier.',
        bad_captain: 'Antworten Sie mit ja oder nein.',
        two_players: 'Zwei Spieler heißen so. Nennen Sie die Mannschaft, oder ändern Sie sie einzeln auf ihren Seiten.',
        refused: 'Das lässt sich so nicht speichern.',
      },
    },

    mine: {
      title: 'Ihre Vereine',
      none: 'Sie sind in keinem Verein Mitglied.',
      caption: 'Vereine, in denen Sie Mitglied sind',
      columns: ['Verein', 'Rolle', 'Aktion'],
      leave: 'Austreten …',
      leaveOf: (club) => `Aus ${club} austreten …`,
      question: (club) => `Aus ${club} austreten?`,
      consequences: [
        'Sie sind dann nicht mehr im Kader. Ihre Spiele und Tore bleiben.',
        'Wenn Sie den Verein verwalten, verlieren Sie den Zugang sofort, und Ihre Apps auch.',
        'Nur ein Inhaber oder Moderator kann Sie wieder zum aktiven Mitglied machen.',
      ],
      yes: 'Austreten',
      left: 'Sie sind ausgetreten.',
      lastOwner:
        'Sie sind der letzte Inhaber dieses Vereins. Machen Sie zuerst ein anderes Mitglied zum Inhaber, dann treten Sie aus.',
      notFound: 'Sie sind in diesem Verein nicht Mitglied.',
    },
  },
};
