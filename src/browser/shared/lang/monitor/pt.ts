import type { MonitorWords } from '../../words.ts';

export const pt: MonitorWords = {
  advice: {
    401: 'Abra o grafismo com um token de visualização válido no endereço: /overlay/…?token=…',
    403: 'Abra o grafismo com um token de visualização que indique este canal; o do endereço não o indica.',
    404: 'Abra o grafismo de game:ID, match:ID, club:SLUG ou tournament:SLUG; este canal não existe.',
  },
  wait: (why) => `Aguarde: ${why} Esta página tenta de novo sozinha.`,
  notReady: 'O servidor não está pronto.',
  tooMany: 'O servidor recebeu demasiados pedidos.',
  connected: 'Ligado',
  noSignal: (seconds) => `Sem sinal há ${seconds} s`,
  delay: (seconds) => `atraso de ${seconds} s`,
  startsIn: (seconds) => `começa em ${seconds} s`,
  nothingYet: 'Ainda não há nada para mostrar.',
  missing: {
    table: 'não há classificação para este canal.',
    group: (name) => `não há grupo ${name}.`,
    next: 'não há jogos por disputar.',
    sponsors: 'o endereço não tem patrocinadores.',
    oneMatch: 'é para um jogo, não para um clube ou um torneio.',
    match: (id) => `este canal não tem o jogo ${id}.`,
    sides: 'este canal não tem nenhum jogo com duas equipas.',
    lineup: 'o jogo não tem escalação.',
    kickOff: 'o jogo não tem hora de início.',
  },
};
