import type { MonitorWords } from '../../words.ts';

export const de: MonitorWords = {
  advice: {
    401: 'Öffnen Sie das Overlay mit einem gültigen View-Token in der Adresse: /overlay/…?token=…',
    403: 'Öffnen Sie das Overlay mit einem View-Token, das diesen Kanal nennt; das in der Adresse tut es nicht.',
    404: 'Öffnen Sie das Overlay von game:ID, match:ID, club:SLUG oder tournament:SLUG; diesen Kanal gibt es nicht.',
  },
  wait: (why) => `Warten Sie: ${why} Diese Seite versucht es von selbst wieder.`,
  notReady: 'Der Server ist nicht bereit.',
  tooMany: 'Der Server wurde zu oft gefragt.',
  connected: 'Verbunden',
  noSignal: (seconds) => `Seit ${seconds} s kein Signal`,
  delay: (seconds) => `${seconds} s Verzögerung`,
  startsIn: (seconds) => `beginnt in ${seconds} s`,
  nothingYet: 'Es gibt noch nichts zu zeigen.',
  missing: {
    table: 'Für diesen Kanal gibt es keine Tabelle.',
    group: (name) => `Es gibt keine Gruppe ${name}.`,
    next: 'Es steht kein Spiel an.',
    sponsors: 'Die Adresse nennt keine Sponsoren.',
    oneMatch: 'Das gibt es für ein Spiel, nicht für einen Verein oder ein Turnier.',
    match: (id) => `Dieser Kanal hat kein Spiel ${id}.`,
    sides: 'Dieser Kanal hat kein Spiel mit zwei Mannschaften.',
    lineup: 'Das Spiel hat keine Aufstellung.',
    kickOff: 'Das Spiel hat keine Anstoßzeit.',
  },
};
