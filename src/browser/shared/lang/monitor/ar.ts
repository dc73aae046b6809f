import type { MonitorWords } from '../../words.ts';

export const ar: MonitorWords = {
  advice: {
    401: 'افتح طبقة البث برمز عرض صالح في عنوانها: \u2066/overlay/…?token=…\u2069',
    403: 'افتح طبقة البث برمز عرض يسمّي هذه القناة؛ الرمز الموجود في العنوان لا يسمّيها.',
    404: 'افتح طبقة البث الخاصة بـ \u2066game:ID\u2069 أو \u2066match:ID\u2069 أو \u2066club:SLUG\u2069 أو \u2066tournament:SLUG\u2069؛ هذه القناة غير موجودة.',
  },
  wait: (why) => `انتظر: ${why} تعيد هذه الصفحة المحاولة تلقائيًا.`,
  notReady: 'الخادم غير جاهز.',
  tooMany: 'وصلت إلى الخادم طلبات كثيرة جدًا.',
  connected: 'متصل',
  noSignal: (seconds) => `لا إشارة منذ ${seconds} ث`,
  delay: (seconds) => `تأخير ${seconds} ث`,
  startsIn: (seconds) => `يبدأ بعد ${seconds} ث`,
  nothingYet: 'لا شيء للعرض بعد.',
  missing: {
    table: 'لا يوجد جدول لهذه القناة.',
    group: (name) => `لا توجد مجموعة باسم \u2068${name}\u2069.`,
    next: 'لا توجد مباريات قادمة.',
    sponsors: 'لا رعاة في العنوان.',
    oneMatch: 'هذا لمباراة واحدة، لا لنادٍ أو بطولة.',
    match: (id) => `ليس في هذه القناة المباراة \u2068${id}\u2069.`,
    sides: 'ليس في هذه القناة مباراة بين فريقين.',
    lineup: 'ليس للمباراة تشكيلة.',
    kickOff: 'ليس للمباراة موعد انطلاق.',
  },
};
