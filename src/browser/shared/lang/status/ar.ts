import type { StatusWords } from '../../words.ts';

export const ar: StatusWords = {
  periods: {
    not_started: 'لم تبدأ',
    first_half: 'الشوط الأول',
    half_time: 'استراحة الشوطين',
    second_half: 'الشوط الثاني',
    extra_time_break: 'استراحة قبل الوقت الإضافي',
    extra_time_first_half: 'الشوط الإضافي الأول',
    extra_time_half_time: 'استراحة الوقت الإضافي',
    extra_time_second_half: 'الشوط الإضافي الثاني',
    penalty_shootout: 'ركلات الترجيح',
    full_time: 'نهاية المباراة',
  },
  statuses: {
    completed: 'نهاية المباراة',
    postponed: 'مؤجلة',
    cancelled: 'ملغاة',
    abandoned: 'أوقفت',
    awarded: 'بقرار إداري',
  },
  live: 'مباشر',
  stopped: 'متوقف',
  versus: '×',
};
