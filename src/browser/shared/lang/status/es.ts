import type { StatusWords } from '../../words.ts';

export const es: StatusWords = {
  periods: {
    not_started: 'Por comenzar',
    first_half: '1.er tiempo',
    half_time: 'Descanso',
    second_half: '2.º tiempo',
    extra_time_break: 'Habrá prórroga',
    extra_time_first_half: 'Prórroga, 1.er tiempo',
    extra_time_half_time: 'Prórroga, descanso',
    extra_time_second_half: 'Prórroga, 2.º tiempo',
    penalty_shootout: 'Tanda de penaltis',
    full_time: 'Final',
  },
  statuses: {
    completed: 'Final',
    postponed: 'Aplazado',
    cancelled: 'Cancelado',
    abandoned: 'Suspendido',
    awarded: 'Adjudicado',
  },
  live: 'En juego',
  stopped: 'parado',
  versus: 'v',
};
