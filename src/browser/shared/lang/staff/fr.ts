import type { StaffWords } from '../../words.ts';

export const fr: StaffWords = {
  staff: {
    manage: { club: 'Gérer le club', tournament: 'Gérer le tournoi' },
    navigation: (name) => `Rubriques de ${name}`,
    sections: {
      games: 'Matchs',
      squad: 'Effectif',
      overview: 'Matchs',
      teams: 'Équipes',
      fixtures: 'Créer les matchs',
      settings: 'Réglages',
      tournaments: 'Tournois',
      invitations: 'Invitations',
      integrations: 'Intégrations',
    },
    whenAndWhere: 'Quand et où',
    who: 'Qui joue',
    edit: 'Modifier',
    save: 'Enregistrer',
    notYours: {
      club: {
        title: 'Vous ne gérez pas ce club.',
        advice:
          'Seuls les propriétaires et les modérateurs du club voient cette page. Demandez à l’un d’eux de vous nommer modérateur.',
      },
      tournament: {
        title: 'Vous ne gérez pas ce tournoi.',
        advice:
          'Seuls ses organisateurs, ainsi que les propriétaires et les modérateurs du club hôte, voient cette page.',
      },
    },
    notSaved: 'Rien n’est encore enregistré. Vos saisies sont toujours là : corrigez-les et renvoyez le formulaire.',
    inUse: 'Suppression impossible : il y a des résultats, ou d’autres entrées en ont besoin.',
    stale: {
      by: (user) => `${user} a modifié ceci entre-temps`,
      unknown: 'Ceci a été modifié entre-temps',
      advice:
        'Rien n’est encore enregistré. Vos saisies sont toujours dans le formulaire. Comparez-les avec ce qui est enregistré maintenant : si vous enregistrez à nouveau, les vôtres le remplacent.',
      same: 'Ce qui est enregistré maintenant est identique à vos saisies. Inutile d’enregistrer à nouveau.',
      caption: 'Ce qui diffère',
      columns: ['Champ', 'Enregistré maintenant', 'Votre saisie'],
      empty: '(vide)',
      discard: 'Abandonner mes saisies et prendre ce qui est enregistré',
    },
  },
};
