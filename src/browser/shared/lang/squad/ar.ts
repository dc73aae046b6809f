import { countedIn } from '../../counted.ts';
import type { SquadWords } from '../../words.ts';

const counted = countedIn('ar');

/** A number of people, who are named by a noun in each form. */
const people = (before: string) =>
  counted({
    zero: `${before}{n} شخص`,
    one: `${before}شخص واحد`,
    two: `${before}شخصان`,
    few: `${before}{n} أشخاص`,
    many: `${before}{n} شخصًا`,
    other: `${before}{n} شخص`,
  });
const cells = (before: string) =>
  counted({
    zero: `${before}{n} خلية`,
    one: `${before}خلية واحدة`,
    two: `${before}خليتان`,
    few: `${before}{n} خلايا`,
    many: `${before}{n} خلية`,
    other: `${before}{n} خلية`,
  });
const members = (before: string) =>
  counted({
    zero: `${before}{n} عضو`,
    one: `${before}عضو واحد`,
    two: `${before}عضوان`,
    few: `${before}{n} أعضاء`,
    many: `${before}{n} عضوًا`,
    other: `${before}{n} عضو`,
  });
const juniors = (before: string) =>
  counted({
    zero: `${before}{n} ناشئ`,
    one: `${before}ناشئ واحد`,
    two: `${before}ناشئان`,
    few: `${before}{n} ناشئين`,
    many: `${before}{n} ناشئًا`,
    other: `${before}{n} ناشئ`,
  });

export const ar: SquadWords = {
  squad: {
    title: 'الفريق',
    members: members(''),
    juniors: juniors(''),
    former: people('السابقون: '),
    noMembers: 'ليس للنادي أعضاء بعد.',
    noJuniors: 'ليس للنادي ناشئون بعد.',
    addTitle: 'إضافة شخص',
    add: 'إضافة',
    name: 'الاسم',
    nameHint: 'لا يحتاج الشخص إلى حساب.',
    kind: 'عضو أم ناشئ',
    kinds: { member: 'عضو', junior: 'ناشئ' },
    number: 'رقم القميص',
    numberHint: 'من 1 إلى 99، أو فارغ',
    position: 'المركز',
    positions: { goalkeeper: 'حارس مرمى', defender: 'مدافع', midfielder: 'لاعب وسط', forward: 'مهاجم' },
    notSet: 'غير محدد',
    role: 'الدور',
    roleHint: 'المالكون والمشرفون يديرون النادي. المالكون وحدهم يمنحون هذه الأدوار.',
    roles: { Owner: 'مالك', Moderator: 'مشرف', Member: 'عضو' },
    status: 'الحالة',
    statuses: { active: 'نشط', pending: 'معلق', former: 'غادر' },
    save: 'حفظ',
    back: 'العودة إلى الفريق',
    change: (name) => `تعديل ${name}`,
    notFound: 'هذا الشخص ليس في الفريق.',
    hasAccount: 'يستطيع هذا الشخص تسجيل الدخول بحسابه.',
    invite: 'دعوة هذا الشخص إلى حساب خاص به، برابط',
    ofDataFile: 'هذا الشخص من ملف بيانات. الملف التالي الذي يتضمنه يستبدل ما تغيره هنا.',
    done: { added: 'أصبح الشخص في الفريق.', saved: 'تم الحفظ.', names: 'تم الحفظ: هكذا يُسمى الناشئون من الآن.' },
    problems: {
      noName: 'أدخل الاسم.',
      longName: 'للاسم 200 حرف على الأكثر.',
      badNumber: 'رقم القميص عدد صحيح من 1 إلى 99.',
      numberTaken: 'عضو نشط آخر يرتدي هذا الرقم.',
      fixedName: 'لهذا الشخص حساب أو يلعب في مكان آخر أيضًا: لا يغير الاسم إلا هو أو مدير النظام.',
      lastOwner: 'هذا آخر مالك للنادي. اجعل عضوًا آخر مالكًا أولًا.',
    },

    names: 'كيف يُسمى الناشئون',
    inPublic: 'للعامة',
    namesAbout:
      'على الشاشات وطبقات البث والصفحات المفتوحة للجميع. الصفحات التي بلا مفتاح لا تعرض أكثر من الأحرف الأولى. يرى المسؤولون هنا الأسماء كاملة دائمًا.',
    publicNames: {
      full: 'الاسم كاملًا',
      initials: 'الأحرف الأولى فقط، مثل «ك. أ.»',
      none: 'رقم القميص أو «لاعب»',
    },

    table: {
      title: 'استيراد جدول',
      about:
        'ألصق صفوفًا من جدول بيانات، أو اختر ملفًا: CSV أو Excel ‏(.xlsx)، بحد أقصى 1000 شخص و1 ميغابايت. ترى ما يتغير قبل حفظ أي شيء.',
      columns:
        'يمكن للصف الأول أن يسمي الأعمدة: الاسم (أو الاسم الأول واسم العائلة)، الرقم، المركز، ناشئ (نعم أو لا)، الدور. وتكفي قائمة أسماء بسيطة.',
      paste: 'الصفوف',
      file: 'أو ملف',
      kind: 'الأشخاص هم',
      kindHint: 'عمود «ناشئ» وأشخاص الفريق يحددون ذلك بأنفسهم.',
      kinds: { member: 'أعضاء', junior: 'ناشئون' },
      check: 'فحص الجدول',
      checkAgain: 'الفحص مرة أخرى',
      startAgain: 'البدء من جديد',
      wrong: cells('خلايا غير صحيحة: '),
      nothingStored: 'لم يُستورد شيء بعد. صحح الخلايا هنا، أو اترك صفوفها.',
      more: cells('خلايا أخرى غير معروضة، صحح هذه أولًا، أو صحح الجدول وألصقه من جديد: '),
      cell: (row, column) => `الصف ${row}، ${column}`,
      notUnderstood: (value) => `«${value}»`,
      leaveOut: (row) => `ترك الصف ${row}`,
      ready: 'الجدول صحيح',
      newMembers: members('الأعضاء الجدد: '),
      newJuniors: juniors('الناشئون الجدد: '),
      changed: people('يتغير: '),
      unchanged: people('يبقى كما هو: '),
      unused: (columns) => `أعمدة غير مستخدمة: ${columns}.`,
      who: 'من سيُستورد',
      import: people('استيراد '),
      nothing: 'كل هؤلاء الأشخاص في الفريق بالفعل. لا شيء للاستيراد.',
      imported: people('تم استيراد '),
      stale: 'تغير الفريق في هذه الأثناء',
      staleAdvice: 'لم يُستورد شيء بعد. فُحص الجدول من جديد أدناه.',
      refused: 'لم يُستورد شيء',
      noNames: 'لا يوجد عمود فيه أسماء. سمِّ الأعمدة في الصف الأول، مثل «الاسم» و«الرقم».',
      unreadable: {
        empty: 'الجدول فارغ. ألصق صفوفًا أو اختر ملفًا.',
        large_file: 'الملف أكبر من 1 ميغابايت. احفظ ورقة الفريق وحدها، أو ألصق صفوفها.',
        large_table: 'في الجدول نص كثير جدًا. اترك الأعمدة التي لا حاجة إليها.',
        too_many_rows: 'في الجدول أكثر من 1000 شخص. استورده على أجزاء.',
        too_many_columns: 'في الجدول أكثر من 40 عمودًا. اترك ما لا حاجة إليه.',
        bad_quotes: 'علامة اقتباس في الجدول غير مغلقة. احذفها، أو احفظ الملف من جديد بصيغة CSV.',
        no_text: 'الملف ليس CSV ولا Excel ‏(.xlsx). احفظه بإحدى هاتين الصيغتين.',
        no_workbook: 'تتعذر قراءة الملف بصيغة Excel ‏(.xlsx). احفظه من جديد بلا كلمة مرور، أو بصيغة CSV.',
        large_workbook: 'الملف كبير جدًا بعد فك ضغطه. احفظ ورقة الفريق وحدها، أو بصيغة CSV.',
        slow_table: 'تستغرق قراءة الملف وقتًا طويلًا. احفظ ورقة الفريق وحدها، أو بصيغة CSV.',
        old_workbook: 'الملف بصيغة Excel القديمة (.xls) أو له كلمة مرور. احفظه بصيغة ‎.xlsx أو CSV.',
      },
      faults: {
        no_name: 'الاسم ناقص.',
        long_name: 'في الاسم أكثر من 200 حرف.',
        bad_character: 'في الاسم حرف لا يمكن حفظه.',
        same_name: (row) => `الاسم نفسه في الصف ${row}. ميِّز بين الشخصين.`,
        two_people: 'في الفريق شخصان بهذا الاسم. عدِّل كلًا منهما في الفريق.',
        bad_number: 'رقم القميص عدد صحيح من 1 إلى 99.',
        number_in_row: (row) => `للصف ${row} الرقم نفسه.`,
        number_of: (name) => `${name} يرتدي هذا الرقم.`,
        bad_position: 'هذا ليس مركزًا.',
        bad_kind: 'هذا ليس عضوًا ولا ناشئًا.',
        bad_role: 'هذا ليس دورًا.',
        role_of_junior: 'ليس للناشئ دور.',
        role_not_yours: 'لا يمنح هذا الدور أو يسحبه إلا مالك للنادي.',
      },
    },

    mine: {
      title: 'أنديتك',
      none: 'لست عضوًا في أي نادٍ.',
      caption: 'الأندية التي أنت عضو فيها',
      columns: ['النادي', 'الدور', 'الإجراء'],
      leave: 'مغادرة …',
      leaveOf: (club) => `مغادرة ${club} …`,
      question: (club) => `مغادرة ${club}؟`,
      consequences: [
        'لن تكون في الفريق بعد ذلك. تبقى مبارياتك وأهدافك.',
        'إذا كنت تدير النادي فستفقد الوصول إليه فورًا، وكذلك تطبيقاتك.',
        'لا يعيدك عضوًا نشطًا إلا مالك أو مشرف.',
      ],
      yes: 'مغادرة النادي',
      left: 'غادرت النادي.',
      lastOwner: 'أنت آخر مالك لهذا النادي. اجعل عضوًا آخر مالكًا أولًا، ثم غادر.',
      notFound: 'لست عضوًا في هذا النادي.',
    },
  },
};
