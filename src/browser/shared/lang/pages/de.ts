import { countedIn } from '../../counted.ts';
import type { OpenWords } from '../../words.ts';

const counted = countedIn('de');

export const de: OpenWords = {
  frame: {
    skip: 'Zum Inhalt springen',
    signOut: 'Abmelden',
    guide: 'Anleitung für Entwickler',
    home: 'Startseite',
    languages: 'Sprache',
    cancel: 'Abbrechen',
    delete: 'Löschen',
    group: (name) => `Gruppe ${name}`,
    yourTime: (time: string) => `bei Ihnen: ${time}`,
    never: 'nie',
    and: (count) => `und ${count} weitere`,
  },

  problems: {
    400: {
      title: 'Diese Anfrage ist ungültig',
      advice: 'Nichts wurde geändert. Gehen Sie zurück, öffnen Sie die Seite neu und versuchen Sie es noch einmal.',
    },
    401: { title: 'Sie sind nicht angemeldet', advice: 'Melden Sie sich an und öffnen Sie diese Seite noch einmal.' },
    403: {
      title: 'Sie dürfen diese Seite nicht sehen',
      advice:
        'Melden Sie sich mit einem anderen Konto an, oder fragen Sie den Inhaber des Vereins oder den Veranstalter des Turniers.',
    },
    404: {
      title: 'Diese Seite gibt es nicht',
      advice: 'Prüfen Sie die Adresse auf Tippfehler, oder beginnen Sie auf der Startseite.',
    },
    405: {
      title: 'Das kann diese Adresse nicht',
      advice: 'Öffnen Sie die Seite von der Startseite aus und benutzen Sie ihre Schaltflächen.',
    },
    409: {
      title: 'Das wurde inzwischen geändert',
      advice: 'Ihre Eingabe hat nichts geändert. Öffnen Sie die Seite noch einmal.',
    },
    413: {
      title: 'Das Formular ist zu groß',
      advice: 'Nichts wurde geändert. Kürzen Sie die Texte und senden Sie es noch einmal.',
    },
    415: {
      title: 'Diese Adresse nimmt nur Formulare an',
      advice: 'Öffnen Sie die Seite und senden Sie ihr Formular.',
    },
    422: {
      title: 'Etwas in diesem Formular ist ungültig',
      advice: 'Nichts wurde geändert. Gehen Sie zurück und berichtigen Sie das Formular.',
    },
    429: {
      title: 'Das waren zu viele Anfragen',
      advice: 'Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
    },
    500: {
      title: 'Bei uns ist etwas schiefgegangen',
      advice: 'Der Server hat ein Problem. Warten Sie einen Moment und versuchen Sie es dann noch einmal.',
    },
    501: { title: 'Das kann dieser Server nicht', advice: 'Fragen Sie den Administrator dieses Servers.' },
    503: {
      title: 'Der Server ist nicht bereit',
      advice: 'Der Server hat ein Problem. Warten Sie einen Moment und versuchen Sie es dann noch einmal.',
    },
  },
  outdatedForm: {
    title: 'Dieses Formular ist veraltet.',
    advice:
      'Nichts wurde geändert. Öffnen Sie die Seite neu und senden Sie ihr Formular. Ihr Browser muss Cookies für diese Seite zulassen.',
  },
  keptForm: {
    title: 'Sie wurden abgemeldet',
    advice:
      'Noch ist nichts gespeichert. Ihre Eingaben bleiben auf dieser Seite: Melden Sie sich in einem neuen Tab an, kommen Sie dann hierher zurück und machen Sie weiter.',
    signIn: 'In einem neuen Tab anmelden',
    goOn: 'Mit meinen Eingaben weitermachen',
    again: 'Eingaben noch einmal senden?',
    signedInAs: (user) => `Sie sind als ${user} angemeldet. Noch ist nichts gespeichert, Ihre Eingaben sind noch da.`,
    send: 'Meine Eingaben senden',
  },
  incompleteForm: {
    title: 'Dieses Formular ist unvollständig.',
    advice: 'Nichts wurde geändert. Öffnen Sie die Seite neu.',
  },
  userGone: {
    title: 'Dieses Konto gibt es nicht mehr.',
    advice: 'Nichts wurde verbunden. Melden Sie sich mit einem anderen Konto an.',
  },

  home: {
    empty: 'Dieser Server hat noch keine Daten',
    emptyFile: 'diese Datendatei eines kleinen Vereins',
    emptyAdvice:
      'Nehmen Sie {file} und tragen Sie Ihre Namen ein. Halten Sie den Server an und starten Sie ihn mit der Datei: {start}. Für ein Passwort halten Sie ihn noch einmal an und führen {password} aus. Dann starten Sie ihn und melden sich hier an.',
    titleForVisitors: 'Live-Ergebnisse für Vereine und Turniere',
    title: 'Ihre Spiele',
    welcome:
      'Am Spielfeldrand tippt jemand auf dem Telefon ein Tor ein. Einen Moment später zeigt es jede Anzeigetafel: der Bildschirm im Stadion, das Overlay im Stream, die App auf dem Telefon.',
    score: 'Spiel erfassen',
    whatFor: 'Wofür es da ist',
    console:
      '{name} am Spielfeldrand: große Tasten. Erst das Tor erfassen, die Einzelheiten später. Sie funktioniert ohne Netz und sendet die Einträge, sobald sie wieder online ist.',
    consoleName: 'Die Konsole',
    screen:
      '{name} im Stadion: Spielstand, Uhr und Torschützen, aus der Ferne lesbar. Er zeigt an, wenn er keine Verbindung hat.',
    screenName: 'Der Bildschirm',
    overlay:
      '{name} für Streams: eine durchsichtige Seite für OBS und ähnliche Programme, mit der Verzögerung Ihres Streams.',
    overlayName: 'Das Overlay',
    api: '{name} für Apps: Ergebnisse und Ereignisse über REST, jede Änderung über einen WebSocket. Eine Änderung wird gespeichert, bevor sie gezeigt wird.',
    apiName: 'Die API',
    developers: 'Für Entwickler',
    guide: '{link}, von der ersten Anfrage bis zur Live-Anzeige (englisch)',
    guideLink: 'Die Anleitung',
    tryIt: 'Jeden Endpunkt ausprobieren',
    assistants: '{link} und die Spezifikationen: {openapi}, {asyncapi}',
    assistantsLink: 'Für KI-Assistenten',
    yourApps: 'Ihre verbundenen Apps',
    nothing: 'Sie verwalten keinen Verein und kein Turnier',
    nothingAdvice:
      'Bitten Sie einen Inhaber, Sie zum Moderator des Vereins oder zum Veranstalter eines Turniers zu machen. Dann erscheint es hier.',
    more: counted({ one: '{n} weiterer Eintrag steht hier nicht.', other: '{n} weitere Einträge stehen hier nicht.' }),
    screenOfAll: 'Bildschirm mit allen Spielen',
    overlayWithTables: 'Overlay mit den Tabellen',
    showMatches: 'Spiele zeigen',
    noMatches: 'Kein Spiel läuft oder ist angesetzt.',
    today: 'Heute',
    todayAbout: 'Laufende Spiele und solche mit Anstoß in 12 Stunden',
    search: 'Spiel, Verein oder Turnier suchen',
    find: 'Suchen',
    all: 'Alle zeigen',
    notFound: (text) => `Für „${text}“ wurde nichts gefunden.`,
    onlyToday: 'Alle Spiele stehen unter „Heute“.',
    pictures: {
      console: 'Die Konsole auf dem Telefon: Spielstand und große Tasten',
      screen: 'Ein Bildschirm im Stadion: Spielstand, Uhr und Torschützen',
      overlay: 'Ein Overlay mit dem Banner eines Tores über dem Spielfeld',
    },
    start: 'So fangen Sie an',
    steps: [
      'Melden Sie sich mit dem Konto Ihres Vereins oder Turniers an.',
      'Wählen Sie ein Spiel und erstellen Sie die Adresse für Bildschirm oder Overlay.',
      'Öffnen Sie die Konsole auf einem Telefon und tippen Sie das erste Tor ein.',
    ],
    matchesOf: (name) => `Spiele von ${name}`,
    columns: ['Spiel', 'Wann', 'Öffnen'],
    live: 'Live',
    finished: 'Beendet',
    noDate: 'noch kein Termin',
    links: { console: 'Konsole', screen: 'Bildschirm', overlay: 'Overlay', page: 'Öffentliche Seite' },
    linksOf: {
      console: (match) => `Konsole von ${match}`,
      screen: (match) => `Bildschirm von ${match}`,
      overlay: (match) => `Overlay von ${match}`,
      page: (match) => `Öffentliche Seite von ${match}`,
    },
  },

  console: {
    title: 'Touchline-Konsole',
    noScript: 'Die Konsole braucht JavaScript.',
    about: 'Die Konsole für den Spielbericht: Tore, Karten und die Uhr vom Spielfeldrand.',
  },

  roles: {
    owner: 'Inhaber',
    moderator: 'Moderator',
    administrator: 'Administrator',
    organizer: 'Veranstalter',
    'host club owner': 'Inhaber des ausrichtenden Vereins',
    'host club moderator': 'Moderator des ausrichtenden Vereins',
  },

  signIn: {
    title: 'Anmelden',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    failed: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    failedAdvice: 'Prüfen Sie beide und versuchen Sie es noch einmal. Beim Passwort zählen Groß- und Kleinbuchstaben.',
    signedInAs: (name) => `Sie sind als ${name} angemeldet.`,
  },

  apps: {
    title: 'Ihre Apps',
    about:
      'Eine verbundene App handelt für Sie: Sie erreicht jeden Verein und jedes Turnier, solange Sie diese verwalten.',
    connected: 'Verbundene Apps',
    none: 'Sie haben keine App verbunden. Eine App, die für Sie handeln möchte, schickt Sie zu einer Seite, die um Ihre Zustimmung bittet.',
    caption: 'Apps, die für Sie handeln',
    managed: 'Was Sie verwalten',
    managesNothing: 'Sie verwalten zurzeit keinen Verein und kein Turnier. Deshalb haben Ihre Apps keinen Zugriff.',
    integrationsOf: (name) => `Integrationen von ${name}`,
    disconnected: 'Die App ist getrennt.',
    columns: {
      app: 'App',
      actsFor: 'Handelt für',
      connected: 'Verbunden',
      lastUsed: 'Zuletzt benutzt',
      action: 'Aktion',
    },
    onlyResource: 'nur dieser Verein oder dieses Turnier',
    noUser: 'kein Benutzer',
    onlyOthers: 'nur ihr Benutzer oder ein Inhaber',
    disconnect: 'Trennen …',
    disconnectOf: (app) => `${app} trennen …`,
    unknownOrigin: 'Adresse unbekannt',
    notFound: 'App nicht gefunden.',
    question: (app) => `${app} trennen?`,
    yes: 'Trennen',
    consequences: [
      'Sie verliert sofort den Zugriff auf alle Ihre Vereine und Turniere.',
      'Ihre anderen Apps sind nicht betroffen.',
      'Die App darf Sie bitten, sie wieder zu verbinden.',
    ],
  },

  connect: {
    title: 'App verbinden',
    wouldLike: (user) => `{app} möchte Ihr Konto benutzen, ${user}.`,
    nameGiven: 'Name, den die App angibt',
    sentTo: 'Ihr Schlüssel wird gesendet an',
    warning: 'Fahren Sie nur fort, wenn Sie von dieser Adresse kommen und ihr vertrauen.',
    warningReason: 'Eine App kann sich jeden Namen geben. Nur die Adresse weist sie aus.',
    access: 'Worauf sie Zugriff hat',
    accessText:
      'Sie kann Profile, Spieler und Spiele lesen und Ergebnisse und Ereignisse erfassen, für jeden Verein und jedes Turnier, die Sie verwalten. Zurzeit sind das:',
    clubs: (count) => `Vereine (${count})`,
    tournaments: (count) => `Turniere (${count})`,
    anyTime: 'Sie können sie jederzeit wieder trennen.',
    connect: 'Verbinden',
    nothing: 'Es gibt nichts zu verbinden',
    nothingText: (user) =>
      `{app} möchte Ihr Konto benutzen, ${user}, aber Sie verwalten keinen Verein und kein Turnier.`,
    nothingAdvice:
      'Inhaber und Moderatoren eines Vereins können Apps verbinden, ebenso Veranstalter eines Turniers und die Verwalter des ausrichtenden Vereins. Bitten Sie sie um eine dieser Rollen, oder melden Sie sich ab und benutzen Sie ein anderes Konto.',
    back: 'Zurück zur App',
    bad: 'Diese App kann nicht verbunden werden.',
    badAdvice:
      'Nichts wurde verbunden oder an die App gesendet. Ihr Entwickler muss diese Parameter von GET /api/auth/connect berichtigen; die Anleitung beschreibt den Ablauf.',
    faults: {
      repeated: () => 'Darf nur einmal in der Abfrage stehen.',
      no_name: () => 'Fehlt: der Name Ihrer App, wie ihn die Seite dem Benutzer zeigt.',
      no_redirect: () => 'Fehlt: die Adresse Ihrer App, die das Token empfängt.',
      bad_name: (max) =>
        `Muss ein Name aus 1 bis ${max} sichtbaren Zeichen sein, ohne Steuer- und Formatierungszeichen.`,
      bad_state: (max) => `Muss UTF-8 mit höchstens ${max} Zeichen sein.`,
      too_long: (max) => `Darf höchstens ${max} Zeichen haben.`,
      not_plain: () =>
        'Muss reines ASCII ohne Leerzeichen, Steuerzeichen und umgekehrte Schrägstriche sein: Kodieren Sie Pfad und Abfrage mit Prozentzeichen, und schreiben Sie internationale Hostnamen in Punycode (xn--…).',
      not_absolute: () =>
        'Muss eine vollständige Adresse der Form https://host[:port]/pfad sein, ohne Benutzernamen, Passwort oder Prozentzeichen vor dem Pfad.',
      not_https: () => 'Muss mit https:// beginnen.',
      not_https_or_local: () =>
        'Muss mit https:// beginnen; http:// ist nur für localhost, 127.0.0.1 und [::1] erlaubt.',
      own_address: () => 'Darf keine Adresse dieses Dienstes sein: Nehmen Sie eine Adresse Ihrer App.',
      taken_parameter: (name) =>
        `Darf den Parameter ${name} nicht in der Abfrage haben: Dieser Dienst fügt ihn der Adresse hinzu. Nehmen Sie einen anderen Namen.`,
    },
  },

  device: {
    title: 'Mit diesem Gerät erfassen',
    about:
      'Die Konsole speichert einen Schlüssel auf diesem Gerät. Mit dem Schlüssel lassen sich Ergebnisse für jeden Verein und jedes Turnier erfassen, die Sie verwalten. Er gilt auch nach der Abmeldung.',
    lost: 'Telefon verloren? Trennen Sie „Touchline console“ unter {apps}: Der Schlüssel gilt dann sofort nicht mehr, auf allen Ihren Geräten.',
    yourApps: 'Ihre Apps',
    nothing: 'Es gibt nichts zu erfassen',
    nothingAdvice:
      'Sie verwalten keinen Verein und kein Turnier. Bitten Sie einen Inhaber oder Moderator des Vereins oder den Veranstalter des Turniers um eine Rolle oder um den Schlüssel. Den Schlüssel können Sie in der {console} eingeben.',
    console: 'Konsole',
  },
};
