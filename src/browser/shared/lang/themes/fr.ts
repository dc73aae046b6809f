import type { ThemeWords } from '../../words.ts';

export const fr: ThemeWords = {
  save: 'Enregistrer cette apparence comme thème',
  about:
    'Un thème garde sous un nom les couleurs, la forme et la place des éléments. Une adresse qui le nomme (theme=sunday) suit chaque changement du thème dès que sa page est rechargée. Les autres paramètres de l’adresse l’emportent.',
  name: 'Nom du thème',
  nameHint: 'Par exemple « sunday ». Un thème de ce nom reçoit les nouveaux réglages.',
  wrongName: (max) =>
    `Utilisez les lettres a à z, des chiffres et des traits d’union, au plus ${max}, et pas le nom d’un de nos propres thèmes.`,
  full: (max) => `Il y a déjà ${max} thèmes, et pas de place pour d’autres. Supprimez-en d’abord un.`,
  saved: (name) => `Le thème « ${name} » est enregistré.`,
  deleted: (name) => `Le thème « ${name} » est supprimé.`,
  gone: 'Ce thème n’existe plus.',
  notYours: 'Seuls les responsables du club ou du tournoi changent ses thèmes.',
  title: (owner) => `Thèmes de ${owner}`,
  count: (count, max) => `${count} sur ${max} au plus.`,
  columns: ['Nom', 'Réglages', 'Actions'],
  use: 'Utiliser',
  useOf: (name) => `Utiliser le thème ${name}`,
  change: 'Modifier',
  changeOf: (name) => `Modifier le thème ${name}`,
  delete: 'Supprimer',
  confirm: {
    title: (name) => `Supprimer le thème ${name} ?`,
    outcome: 'Les pages dont l’adresse le nomme reprennent l’apparence habituelle quand elles sont rechargées.',
    yes: 'Supprimer le thème',
  },
};
