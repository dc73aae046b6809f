import type { MonitorWords } from '../../words.ts';

export const fr: MonitorWords = {
  advice: {
    401: 'Ouvrez l’habillage avec un jeton de lecture valide dans son adresse : /overlay/…?token=…',
    403: 'Ouvrez l’habillage avec un jeton de lecture qui nomme ce canal ; celui de l’adresse ne le nomme pas.',
    404: 'Ouvrez l’habillage de game:ID, match:ID, club:SLUG ou tournament:SLUG ; ce canal n’existe pas.',
  },
  wait: (why) => `Attendez : ${why} Cette page réessaie toute seule.`,
  notReady: 'Le serveur n’est pas prêt.',
  tooMany: 'Le serveur a reçu trop de demandes.',
  connected: 'Connecté',
  noSignal: (seconds) => `Pas de signal depuis ${seconds} s`,
  delay: (seconds) => `retard de ${seconds} s`,
  startsIn: (seconds) => `commence dans ${seconds} s`,
  nothingYet: 'Il n’y a encore rien à montrer.',
  missing: {
    table: 'il n’y a pas de classement pour ce canal.',
    group: (name) => `il n’y a pas de groupe ${name}.`,
    next: 'aucun match n’est à venir.',
    sponsors: 'l’adresse n’a pas de sponsors.',
    oneMatch: 'c’est pour un match, pas pour un club ou un tournoi.',
    match: (id) => `ce canal n’a pas de match ${id}.`,
    sides: 'ce canal n’a pas de match avec deux équipes.',
    lineup: 'le match n’a pas de composition.',
    kickOff: 'le match n’a pas d’heure de coup d’envoi.',
  },
};
