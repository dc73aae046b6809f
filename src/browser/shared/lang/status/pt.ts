import type { StatusWords } from '../../words.ts';

export const pt: StatusWords = {
  periods: {
    not_started: 'Por começar',
    first_half: '1.ª parte',
    half_time: 'Intervalo',
    second_half: '2.ª parte',
    extra_time_break: 'Segue-se o prolongamento',
    extra_time_first_half: 'Prolongamento, 1.ª parte',
    extra_time_half_time: 'Prolongamento, intervalo',
    extra_time_second_half: 'Prolongamento, 2.ª parte',
    penalty_shootout: 'Grandes penalidades',
    full_time: 'Final',
  },
  statuses: {
    completed: 'Final',
    postponed: 'Adiado',
    cancelled: 'Cancelado',
    abandoned: 'Interrompido',
    awarded: 'Decidido na secretaria',
  },
  live: 'Em direto',
  stopped: 'parado',
  versus: 'x',
};
