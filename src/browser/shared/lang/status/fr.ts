import type { StatusWords } from '../../words.ts';

export const fr: StatusWords = {
  periods: {
    not_started: 'À venir',
    first_half: '1re mi-temps',
    half_time: 'Mi-temps',
    second_half: '2e mi-temps',
    extra_time_break: 'Prolongation à suivre',
    extra_time_first_half: 'Prolongation, 1re période',
    extra_time_half_time: 'Prolongation, pause',
    extra_time_second_half: 'Prolongation, 2e période',
    penalty_shootout: 'Tirs au but',
    full_time: 'Terminé',
  },
  statuses: {
    completed: 'Terminé',
    postponed: 'Reporté',
    cancelled: 'Annulé',
    abandoned: 'Arrêté',
    awarded: 'Sur tapis vert',
  },
  live: 'En direct',
  stopped: 'arrêté',
  versus: 'v',
};
