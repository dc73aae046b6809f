import type { MonitorWords } from '../../words.ts';

export const es: MonitorWords = {
  advice: {
    401: 'Abra el gráfico con un token de visualización válido en su dirección: /overlay/…?token=…',
    403: 'Abra el gráfico con un token de visualización que nombre este canal; el de la dirección no lo nombra.',
    404: 'Abra el gráfico de game:ID, match:ID, club:SLUG o tournament:SLUG; este canal no existe.',
  },
  wait: (why) => `Espere: ${why} Esta página lo vuelve a intentar sola.`,
  notReady: 'El servidor no está listo.',
  tooMany: 'El servidor recibió demasiadas peticiones.',
  connected: 'Conectado',
  noSignal: (seconds) => `Sin señal desde hace ${seconds} s`,
  delay: (seconds) => `retraso de ${seconds} s`,
  startsIn: (seconds) => `empieza en ${seconds} s`,
  nothingYet: 'Todavía no hay nada que mostrar.',
  missing: {
    table: 'no hay clasificación para este canal.',
    group: (name) => `no hay grupo ${name}.`,
    next: 'no hay partidos por jugar.',
    sponsors: 'la dirección no tiene patrocinadores.',
    oneMatch: 'es para un partido, no para un club o un torneo.',
    match: (id) => `este canal no tiene el partido ${id}.`,
    sides: 'este canal no tiene ningún partido con dos equipos.',
    lineup: 'el partido no tiene alineación.',
    kickOff: 'el partido no tiene hora de inicio.',
  },
};
