import type { AccountWords } from '../../words.ts';

export const de: AccountWords = {
  link: {
    title: 'Ihren Link öffnen',
    about: 'Sie haben einen Link bekommen, der einmal gilt. Fügen Sie den ganzen Link hier ein.',
    field: 'Link',
    continue: 'Weiter',
    states: {
      unknown: {
        title: 'Dieser Link ist nicht bekannt',
        advice: 'Kopieren Sie den ganzen Link, von https:// bis zum letzten Zeichen, oder bitten Sie um einen neuen.',
      },
      used: {
        title: 'Dieser Link wurde schon benutzt',
        advice: 'Ein Link gilt einmal. Melden Sie sich an, oder bitten Sie um einen neuen Link.',
      },
      revoked: {
        title: 'Dieser Link gilt nicht mehr',
        advice: 'Er wurde zurückgezogen, oder das Passwort hat sich seitdem geändert. Bitten Sie um einen neuen Link.',
      },
      expired: { title: 'Dieser Link ist abgelaufen', advice: 'Bitten Sie um einen neuen.' },
    },
    askAgain: 'Einen neuen Link anfordern',
  },

  password: {
    title: (name) => `Ein Passwort für ${name}`,
    account: 'Konto',
    field: 'Neues Passwort',
    again: 'Dasselbe Passwort noch einmal',
    hint: (min) => `Mindestens ${min} Zeichen. Einen Satz merkt man sich leicht.`,
    tooShort: (min) => `Das Passwort braucht mindestens ${min} Zeichen.`,
    tooLong: (max) => `Das Passwort darf höchstens ${max} Zeichen haben.`,
    differ: 'Die beiden Passwörter sind verschieden. Geben Sie beide noch einmal ein.',
    set: 'Passwort setzen',
    done: 'Ihr Passwort ist gesetzt',
    doneAdvice: 'Sie sind hier angemeldet. Ihre anderen Sitzungen sind beendet; verbundene Apps laufen weiter.',
  },

  forgotten: {
    link: 'Kein Passwort, oder vergessen?',
    title: 'Ein neues Passwort',
    about: 'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Sie bekommen einen Link, der eine Stunde gilt.',
    send: 'Link senden',
    sent: 'Sehen Sie in Ihr Postfach',
    sentAdvice: (email) =>
      `Wenn es ein Konto mit der Adresse ${email} gibt, ist ein Link dorthin unterwegs. Er gilt eine Stunde. Sehen Sie auch im Spam-Ordner nach.`,
    noMail: 'Dieser Server sendet keine E-Mails',
    noMailAdvice:
      'Bitten Sie die Verantwortlichen Ihres Vereins oder Turniers um einen Link, oder den Administrator dieses Servers. Sie erzeugen ihn auf der Seite „Einladungen“ und geben ihn Ihnen.',
    failed: 'Die E-Mail konnte nicht gesendet werden',
    failedAdvice:
      'Versuchen Sie es in einigen Minuten noch einmal, oder bitten Sie die Verantwortlichen Ihres Vereins oder den Administrator dieses Servers um einen Link.',
    tooMany: 'Es wurden zu viele Links angefordert.',
    tooManyAdvice: (minutes) => `Warten Sie ${minutes} min und versuchen Sie es noch einmal.`,
    notAnAddress: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ana@example.org.',
  },

  invitation: {
    title: (place) => `Einladung zu ${place}`,
    access: 'Ihr Konto',
    by: (maker, role) => `${maker} lädt Sie ein, Ihre Rolle: ${role}.`,
    accessBy: (maker) => `${maker} gibt Ihnen ein Konto.`,
    acceptAs: (name) => `Als ${name} annehmen`,
    otherAccount: (name) => `Diese Einladung ist für ${name}.`,
    otherAccountAdvice:
      'Sie sind mit einem anderen Konto angemeldet. Melden Sie sich ab und öffnen Sie den Link noch einmal.',
    newAccount: 'Ich habe kein Konto',
    name: 'Ihr Name',
    nameMissing: 'Geben Sie Ihren Namen ein, mit höchstens 200 Zeichen.',
    create: 'Konto anlegen und annehmen',
    known: 'Ich habe ein Konto',
    signInAndAccept: 'Anmelden und annehmen',
    taken: 'Es gibt schon ein Konto mit dieser E-Mail-Adresse. Melden Sie sich damit an.',
    noPassword: 'Ihr Konto hat noch kein Passwort',
    noPasswordAdvice:
      'Wer Sie einlädt, darf keines für Sie setzen lassen. Bitten Sie den Administrator dieses Servers um einen Link, und öffnen Sie dann diesen noch einmal.',
    done: 'Die Einladung ist angenommen',
    doneAdvice: 'Sie sind angemeldet und haben ab jetzt Ihre Rolle.',
    home: 'Zur Startseite',
  },

  invitations: {
    title: (place) => `Einladungen zu ${place}`,
    invite: 'Per E-Mail einladen',
    inviteAbout:
      'Die Person bekommt einen Link, der einmal gilt, innerhalb von 7 Tagen. Er geht auch mit einem bestehenden Konto.',
    email: 'E-Mail-Adresse',
    role: 'Rolle',
    roles: { Owner: 'Inhaber', Moderator: 'Moderator', Member: 'Mitglied', Organizer: 'Veranstalter' },
    makeAndMail: 'Einladung senden',
    make: 'Einladung erzeugen',
    person: 'Eine Person des Kaders',
    personAbout:
      'Eine Person ohne Konto bekommt einen Link zu einem ersten Passwort, für 7 Tage; eine mit Konto einen Link zu einem neuen Passwort, für eine Stunde.',
    choose: 'Person',
    hasAccount: (name) => `${name} (neues Passwort)`,
    hasNone: (name) => `${name} (erstes Passwort)`,
    makeLink: 'Link erzeugen',
    open: 'Offene Einladungen',
    none: 'Keine Einladung ist offen.',
    caption: 'Einladungen, die noch nicht benutzt wurden, die neueste zuerst',
    columns: ['Für', 'Rolle', 'Von', 'Bis', 'Aktion'],
    revoke: 'Zurückziehen',
    revokeOf: (person) => `Die Einladung von ${person} zurückziehen`,
    revoked: 'Die Einladung ist zurückgezogen.',
    notFound: 'Diese offene Einladung gibt es nicht.',
    made: 'Der Link ist erzeugt',
    madeBefore: 'Sie haben dieses Formular zweimal gesendet. Den Link gibt es einmal, hier ist er.',
    ended: 'Dieser Link wurde benutzt oder zurückgezogen',
    endedAdvice: 'Das Formular wurde schon gesendet. Öffnen Sie die Seite neu, um einen neuen Link zu erzeugen.',
    copyNow: 'Kopieren Sie ihn jetzt: Er wird nur einmal gezeigt.',
    copyAdvice: (person) => `Geben Sie ihn nur ${person}: Jeder mit dem Link kann ihn einmal benutzen.`,
    mailed: (person) => `Der Link wurde an ${person} gesendet.`,
    mailedOnly: 'Er wird hier nicht gezeigt, weil diese Person mehr darf als Sie.',
    notMailedTitle: 'Der Link konnte nicht gesendet werden',
    lost: 'Der Mailserver hat ihn nicht angenommen. Versuchen Sie es in einigen Minuten noch einmal, oder bitten Sie den Administrator dieses Servers um einen Link.',
    notMailed: 'Die E-Mail konnte nicht gesendet werden. Geben Sie der Person den Link auf einem anderen Weg.',
    back: 'Zurück zu den Einladungen',
    tooMany: 'Es gibt zu viele offene Einladungen.',
    tooManyAdvice: 'Ziehen Sie einige zurück, die nicht mehr gebraucht werden, oder warten Sie einige Minuten.',
    outranked: 'Für diese Person dürfen Sie keinen Link erzeugen.',
    outrankedAdvice:
      'Der Link gäbe Ihnen alles, was die Person darf. Bitten Sie einen Inhaber des Vereins oder den Administrator dieses Servers.',
    roleTooHigh: 'Diese Rolle dürfen Sie nicht geben.',
    roleTooHighAdvice: 'Sie können höchstens Ihre eigene Rolle geben.',
  },

  passkeys: {
    title: 'Ihre Passkeys',
    about:
      'Ein Passkey meldet Sie mit Fingerabdruck, Gesicht oder PIN Ihres Geräts an, ohne Passwort. Ihr Passwort gilt weiter.',
    caption: 'Ihre Passkeys, die ältesten zuerst',
    columns: ['Name', 'Hinzugefügt', 'Zuletzt benutzt', 'Aktion'],
    name: 'Name',
    nameHint: 'Zum Beispiel der Name des Geräts. Nur Sie sehen ihn.',
    add: 'Passkey hinzufügen',
    deleteOf: (name) => `Den Passkey ${name} löschen`,
    added: 'Der Passkey ist hinzugefügt.',
    kept: 'Diese Passkeys bleiben gültig. Löschen Sie die, die Sie nicht kennen.',
    deleted: 'Der Passkey ist gelöscht.',
    notFound: 'Diesen Passkey gibt es nicht.',
    signIn: 'Mit einem Passkey anmelden',
    failed: 'Es hat nicht geklappt. Versuchen Sie es noch einmal, oder nehmen Sie ein anderes Gerät.',
    refused: 'Dieser Passkey wurde nicht angenommen',
    refusedAdvice:
      'Nichts wurde geändert. Öffnen Sie die Seite neu und wiederholen Sie es, oder benutzen Sie Ihr Passwort.',
    noScript: 'Passkeys brauchen JavaScript.',
    impossible: 'Passkeys brauchen einen Server mit Hostnamen und https. Fragen Sie seinen Administrator.',
  },

  mails: {
    password: {
      subject: 'Ein neues Passwort für Touchline',
      hello: (name) => `Hallo ${name},`,
      text: 'mit diesem Link können Sie ein neues Passwort setzen. Er gilt einmal, innerhalb einer Stunde:',
      ignore: 'Sie haben nicht darum gebeten? Dann ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist.',
    },
    invitation: {
      hello: 'Hallo,',
      text: (maker, place, role) => `${maker} lädt Sie zu ${place} ein (Rolle: ${role}).`,
      access: (maker, place) => `${maker} von ${place} gibt Ihnen ein Konto.`,
      use: 'Dieser Link gilt einmal, innerhalb von 7 Tagen:',
      ignore: 'Sie wissen nichts davon? Dann ignorieren Sie diese E-Mail.',
    },
    open: 'Link öffnen',
  },
};
