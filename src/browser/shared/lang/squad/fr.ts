import { countedIn } from '../../counted.ts';
import type { SquadWords } from '../../words.ts';

const counted = countedIn('fr');

export const fr: SquadWords = {
  squad: {
    members: counted({ one: '{n} membre', other: '{n} membres' }),
    juniors: counted({ one: '{n} jeune', other: '{n} jeunes' }),
    former: counted({ one: '{n} personne partie', other: '{n} personnes parties' }),
    noMembers: 'Le club n’a pas encore de membres.',
    noJuniors: 'Le club n’a pas encore de jeunes.',
    addTitle: 'Ajouter une personne',
    add: 'Ajouter',
    name: 'Nom',
    nameHint: 'La personne n’a pas besoin de compte.',
    kind: 'Membre ou jeune',
    kinds: { member: 'Membre', junior: 'Jeune' },
    number: 'Numéro de maillot',
    numberHint: 'De 1 à 99, ou vide',
    position: 'Poste',
    positions: { goalkeeper: 'Gardien', defender: 'Défenseur', midfielder: 'Milieu', forward: 'Attaquant' },
    notSet: 'non indiqué',
    role: 'Rôle',
    roleHint: 'Les propriétaires et les modérateurs gèrent le club. Seuls les propriétaires donnent ces rôles.',
    roles: { Owner: 'Propriétaire', Moderator: 'Modérateur', Member: 'Membre' },
    status: 'Statut',
    statuses: { active: 'Actif', pending: 'En attente', former: 'Parti' },
    back: 'Retour à l’effectif',
    change: (name) => `Modifier ${name}`,
    notFound: 'Cette personne n’est pas dans l’effectif.',
    hasAccount: 'Cette personne peut se connecter avec son propre compte.',
    invite: 'Inviter cette personne à ouvrir son compte, par un lien',
    ofDataFile:
      'Cette personne vient d’un fichier de données. Le prochain fichier qui la contient écrasera vos modifications.',
    done: {
      added: 'La personne est dans l’effectif.',
      saved: 'Enregistré.',
      names: 'Enregistré : les jeunes sont désormais nommés ainsi.',
    },
    problems: {
      noName: 'Saisissez le nom.',
      longName: 'Un nom compte au plus 200 caractères.',
      badNumber: 'Un numéro de maillot est un nombre entier de 1 à 99.',
      numberTaken: 'Un autre membre actif porte ce numéro.',
      fixedName: 'Cette personne a un compte ou joue aussi ailleurs : elle seule ou un administrateur change le nom.',
      lastOwner: 'C’est le dernier propriétaire du club. Nommez d’abord un autre membre propriétaire.',
    },

    names: 'Comment les jeunes sont nommés',
    inPublic: 'En public',
    namesAbout:
      'Sur les écrans, les overlays et les autres pages ouvertes à tous. Les pages sans clé ne montrent jamais plus que les initiales. Les responsables voient toujours ici les noms complets.',
    publicNames: {
      full: 'Nom complet',
      initials: 'Initiales seulement, comme « K. O. »',
      none: 'Numéro de maillot ou « Joueur »',
    },

    table: {
      title: 'Importer un tableau',
      about:
        'Collez des lignes d’un tableur ou choisissez un fichier : CSV ou Excel (.xlsx), au plus 1 000 personnes et 1 Mo. Vous voyez ce qui change avant tout enregistrement.',
      columns:
        'La première ligne peut nommer les colonnes : nom (ou prénom et nom), numéro, poste, jeune (oui ou non), rôle. Une simple liste de noms convient aussi.',
      paste: 'Lignes',
      file: 'Ou un fichier',
      kind: 'Les personnes sont',
      kindHint: 'Une colonne « jeune » et les personnes de l’effectif décident d’elles-mêmes.',
      kinds: { member: 'Des membres', junior: 'Des jeunes' },
      check: 'Vérifier le tableau',
      checkAgain: 'Vérifier à nouveau',
      startAgain: 'Recommencer',
      wrong: counted({ one: '{n} cellule n’est pas correcte', other: '{n} cellules ne sont pas correctes' }),
      nothingStored: 'Rien n’est encore importé. Corrigez les cellules ici, ou laissez leurs lignes de côté.',
      more: counted({
        one: '{n} autre n’est pas affichée. Corrigez d’abord celles-ci, ou corrigez le tableau et collez-le à nouveau.',
        other:
          '{n} autres ne sont pas affichées. Corrigez d’abord celles-ci, ou corrigez le tableau et collez-le à nouveau.',
      }),
      cell: (row, column) => `Ligne ${row}, ${column}`,
      notUnderstood: (value) => `« ${value} »`,
      leaveOut: (row) => `Laisser la ligne ${row} de côté`,
      ready: 'Le tableau est correct',
      newMembers: counted({ one: '{n} nouveau membre', other: '{n} nouveaux membres' }),
      newJuniors: counted({ one: '{n} nouveau jeune', other: '{n} nouveaux jeunes' }),
      changed: counted({ one: '{n} personne change', other: '{n} personnes changent' }),
      unchanged: counted({ one: '{n} personne reste inchangée', other: '{n} personnes restent inchangées' }),
      firstSheet: 'Le fichier a plusieurs feuilles. Seule la première est lue.',
      unused: (columns) => `Non utilisé : ${columns}.`,
      who: 'Qui est importé',
      import: counted({ one: 'Importer {n} personne', other: 'Importer {n} personnes' }),
      nothing: 'Toutes ces personnes sont déjà dans l’effectif. Il n’y a rien à importer.',
      imported: counted({ one: '{n} personne est importée.', other: '{n} personnes sont importées.' }),
      stale: 'L’effectif a changé entre-temps',
      staleAdvice: 'Rien n’est encore importé. Le tableau est vérifié à nouveau ci-dessous.',
      refused: 'Rien n’a été importé',
      noNames:
        'Aucune colonne ne contient de noms. Nommez les colonnes dans la première ligne, par exemple « Nom » et « Numéro ».',
      unreadable: {
        empty: 'Le tableau est vide. Collez des lignes ou choisissez un fichier.',
        empty_sheet:
          'La première feuille du fichier est vide, et seule celle-ci est lue. Déplacez-y le tableau, ou enregistrez sa feuille au format CSV.',
        large_file: 'Le fichier dépasse 1 Mo. Enregistrez la feuille de l’effectif seule, ou collez ses lignes.',
        large_table: 'Le tableau contient trop de texte. Laissez de côté les colonnes inutiles.',
        too_many_rows: 'Le tableau compte plus de 1 000 personnes. Importez-le en plusieurs parties.',
        too_many_columns: 'Le tableau compte plus de 40 colonnes. Laissez de côté celles qui sont inutiles.',
        bad_quotes:
          'Un guillemet du tableau n’est pas fermé. Supprimez-le, ou enregistrez à nouveau le fichier en CSV.',
        no_text: 'Le fichier n’est ni CSV ni Excel (.xlsx). Enregistrez-le dans l’un de ces formats.',
        no_workbook:
          'Le fichier ne peut pas être lu comme Excel (.xlsx). Enregistrez-le à nouveau, sans mot de passe, ou en CSV.',
        large_workbook:
          'Le fichier est trop grand une fois décompressé. Enregistrez la feuille de l’effectif seule, ou en CSV.',
        slow_table: 'La lecture du fichier prend trop de temps. Enregistrez la feuille de l’effectif seule, ou en CSV.',
        old_workbook:
          'Le fichier est dans l’ancien format Excel (.xls) ou a un mot de passe. Enregistrez-le en .xlsx ou en CSV.',
      },
      faults: {
        no_name: 'Le nom manque.',
        long_name: 'Le nom compte plus de 200 caractères.',
        bad_character: 'Le nom contient un caractère qui ne peut pas être enregistré.',
        same_name: (row) => `Le même nom est à la ligne ${row}. Distinguez les deux personnes.`,
        two_people: 'Deux personnes de l’effectif portent ce nom. Modifiez-les une à une dans l’effectif.',
        bad_number: 'Un numéro de maillot est un nombre entier de 1 à 99.',
        number_in_row: (row) => `La ligne ${row} a le même numéro.`,
        number_of: (name) => `${name} porte ce numéro.`,
        bad_position: 'Ce n’est pas un poste.',
        bad_kind: 'Ce n’est ni membre ni jeune.',
        bad_role: 'Ce n’est pas un rôle.',
        role_of_junior: 'Un jeune n’a pas de rôle.',
        role_not_yours: 'Seul un propriétaire du club donne ou retire ce rôle.',
        bad_team: 'Cette équipe n’est pas dans le tournoi.',
        bad_captain: 'Répondez par oui ou non.',
        two_players: 'Deux joueurs portent ce nom. Indiquez l’équipe, ou modifiez-les sur leurs propres pages.',
        refused: 'Cela ne peut pas être enregistré tel quel.',
      },
    },

    mine: {
      title: 'Vos clubs',
      none: 'Vous n’êtes membre d’aucun club.',
      caption: 'Les clubs dont vous êtes membre',
      columns: ['Club', 'Rôle', 'Action'],
      leave: 'Quitter …',
      leaveOf: (club) => `Quitter ${club} …`,
      question: (club) => `Quitter ${club} ?`,
      consequences: [
        'Vous n’êtes plus dans l’effectif. Vos matchs et vos buts restent.',
        'Si vous gérez le club, vous en perdez l’accès aussitôt, et vos applications aussi.',
        'Seul un propriétaire ou un modérateur peut vous rendre membre actif.',
      ],
      yes: 'Quitter le club',
      left: 'Vous avez quitté le club.',
      lastOwner:
        'Vous êtes le dernier propriétaire de ce club. Nommez d’abord un autre membre propriétaire, puis quittez-le.',
      notFound: 'Vous n’êtes pas membre de ce club.',
    },
  },
};
