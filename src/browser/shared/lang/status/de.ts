import type { StatusWords } from '../../words.ts';

export const de: StatusWords = {
  periods: {
    not_started: 'Noch nicht begonnen',
    first_half: '1. Halbzeit',
    half_time: 'Halbzeit',
    second_half: '2. Halbzeit',
    extra_time_break: 'Es folgt die Verlängerung',
    extra_time_first_half: 'Verlängerung, 1. Hälfte',
    extra_time_half_time: 'Verlängerung, Pause',
    extra_time_second_half: 'Verlängerung, 2. Hälfte',
    penalty_shootout: 'Elfmeterschießen',
    full_time: 'Endstand',
  },
  statuses: {
    completed: 'Endstand',
    postponed: 'Verlegt',
    cancelled: 'Abgesagt',
    abandoned: 'Abgebrochen',
    awarded: 'Am grünen Tisch',
  },
  live: 'Live',
  stopped: 'angehalten',
  versus: '–',
};
