import { countedIn } from '../../counted.ts';
import type { OpenWords } from '../../words.ts';

const counted = countedIn('fr');

export const fr: OpenWords = {
  frame: {
    skip: 'Aller au contenu',
    signOut: 'Se déconnecter',
    guide: 'Guide pour développeurs',
    home: 'Page d’accueil',
    languages: 'Langue',
    cancel: 'Annuler',
    delete: 'Supprimer',
    group: (name) => `Groupe ${name}`,
    yourTime: (time: string) => `chez vous : ${time}`,
    never: 'jamais',
    and: (count) => `et ${count} de plus`,
  },

  problems: {
    400: {
      title: 'Cette demande n’est pas valable',
      advice: 'Rien n’a été modifié. Revenez en arrière, rouvrez la page et recommencez.',
    },
    401: { title: 'Vous n’êtes pas connecté', advice: 'Connectez-vous, puis rouvrez cette page.' },
    403: {
      title: 'Vous ne pouvez pas voir cette page',
      advice:
        'Connectez-vous avec un autre compte, ou demandez au propriétaire du club ou à l’organisateur du tournoi.',
    },
    404: {
      title: 'Cette page n’existe pas',
      advice: 'Vérifiez l’adresse, ou commencez par la page d’accueil.',
    },
    405: {
      title: 'Cette adresse ne peut pas faire cela',
      advice: 'Ouvrez la page depuis la page d’accueil et utilisez ses boutons.',
    },
    409: { title: 'Cela a changé entre-temps', advice: 'Vous n’avez rien modifié. Rouvrez la page.' },
    413: {
      title: 'Le formulaire est trop grand',
      advice: 'Rien n’a été modifié. Raccourcissez ses textes et renvoyez-le.',
    },
    415: {
      title: 'Cette adresse n’accepte que des formulaires',
      advice: 'Ouvrez la page et envoyez son formulaire.',
    },
    422: {
      title: 'Une valeur de ce formulaire n’est pas valable',
      advice: 'Rien n’a été modifié. Revenez en arrière et corrigez le formulaire.',
    },
    429: { title: 'Il y a eu trop de demandes', advice: 'Attendez une minute, puis réessayez.' },
    500: {
      title: 'Une erreur s’est produite chez nous',
      advice: 'Le serveur a un problème. Attendez un moment, puis réessayez.',
    },
    501: { title: 'Ce serveur ne peut pas faire cela', advice: 'Demandez à l’administrateur de ce serveur.' },
    503: {
      title: 'Le serveur n’est pas prêt',
      advice: 'Le serveur a un problème. Attendez un moment, puis réessayez.',
    },
  },
  outdatedForm: {
    title: 'Ce formulaire n’est plus à jour.',
    advice:
      'Rien n’a été modifié. Rouvrez la page et envoyez son formulaire. Votre navigateur doit accepter les cookies de ce site.',
  },
  keptForm: {
    title: 'Vous avez été déconnecté',
    advice:
      'Rien n’est encore enregistré. Vos saisies restent sur cette page : connectez-vous dans un nouvel onglet, puis revenez ici et continuez.',
    signIn: 'Se connecter dans un nouvel onglet',
    goOn: 'Continuer avec mes saisies',
    again: 'Envoyer à nouveau vos saisies ?',
    signedInAs: (user) =>
      `Vous êtes connecté en tant que ${user}. Rien n’est encore enregistré, et vos saisies sont conservées.`,
    send: 'Envoyer mes saisies',
  },
  incompleteForm: { title: 'Ce formulaire est incomplet.', advice: 'Rien n’a été modifié. Rouvrez la page.' },
  userGone: {
    title: 'Ce compte n’existe plus.',
    advice: 'Rien n’a été connecté. Connectez-vous avec un autre compte.',
  },

  home: {
    empty: 'Ce serveur n’a pas encore de données',
    emptyFile: 'ce fichier de données d’un petit club',
    emptyAdvice:
      'Prenez {file} et mettez-y vos noms. Arrêtez le serveur et démarrez-le avec le fichier : {start}. Pour définir un mot de passe, arrêtez-le de nouveau et exécutez {password}. Puis démarrez-le et connectez-vous ici.',
    titleForVisitors: 'Scores en direct pour clubs et tournois',
    title: 'Vos matchs',
    welcome:
      'Le marqueur saisit un but sur un téléphone. Un instant plus tard, tous les tableaux l’affichent : l’écran du stade, l’habillage de la diffusion, l’application sur un téléphone.',
    score: 'Saisir un match',
    whatFor: 'À quoi cela sert',
    console:
      '{name} pour les marqueurs : de grands boutons. Le but d’abord, les détails ensuite. Elle fonctionne hors ligne et envoie les saisies dès que le réseau revient.',
    consoleName: 'La console',
    screen:
      '{name} pour le stade : score, chrono et buteurs, lisibles de loin. Il signale quand il a perdu sa connexion.',
    screenName: 'L’écran',
    overlay:
      '{name} pour les diffusions : une page transparente pour OBS et d’autres logiciels, avec le délai de votre diffusion.',
    overlayName: 'L’habillage',
    api: '{name} pour les applications : résultats et événements par REST, chaque changement par un WebSocket. Un changement est enregistré avant d’être affiché.',
    apiName: 'L’API',
    developers: 'Pour les développeurs',
    guide: '{link}, de la première requête à un tableau en direct (en anglais)',
    guideLink: 'Le guide',
    tryIt: 'Essayer chaque opération',
    assistants: '{link}, et les spécifications : {openapi}, {asyncapi}',
    assistantsLink: 'Pour les assistants IA',
    yourApps: 'Vos applications connectées',
    nothing: 'Vous ne gérez ni club ni tournoi',
    nothingAdvice:
      'Demandez à un propriétaire de vous nommer modérateur du club ou organisateur d’un tournoi. Il apparaîtra alors ici.',
    more: counted({
      one: '{n} autre n’est pas affiché ici.',
      other: '{n} autres ne sont pas affichés ici.',
    }),
    screenOfAll: 'Écran de tous les matchs',
    overlayWithTables: 'Habillage avec les classements',
    showMatches: 'Afficher les matchs',
    noMatches: 'Aucun match en cours ou prévu.',
    today: 'Aujourd’hui',
    todayAbout: 'Matchs en direct, et ceux dont le coup d’envoi est à moins de 12 heures',
    search: 'Chercher un match, un club ou un tournoi',
    find: 'Chercher',
    all: 'Tout afficher',
    notFound: (text) => `Rien n’a été trouvé pour « ${text} ».`,
    onlyToday: 'Tous ses matchs sont parmi ceux d’aujourd’hui.',
    pictures: {
      console: 'La console du marqueur sur un téléphone : le score et de grands boutons',
      screen: 'Un écran de stade : score, chrono et buteurs',
      overlay: 'Un habillage avec le bandeau d’un but sur le terrain',
    },
    start: 'Pour commencer',
    steps: [
      'Connectez-vous avec le compte de votre club ou de votre tournoi.',
      'Choisissez un match et créez l’adresse de son écran ou de son habillage.',
      'Ouvrez la console sur un téléphone et saisissez le premier but.',
    ],
    matchesOf: (name) => `Matchs de ${name}`,
    columns: ['Match', 'Quand', 'Ouvrir'],
    live: 'En direct',
    finished: 'Terminé',
    noDate: 'pas encore de date',
    links: { console: 'Console', screen: 'Écran', overlay: 'Habillage', page: 'Page publique' },
    linksOf: {
      console: (match) => `Console de ${match}`,
      screen: (match) => `Écran de ${match}`,
      overlay: (match) => `Habillage de ${match}`,
      page: (match) => `Page publique de ${match}`,
    },
  },

  console: {
    title: 'Console Touchline',
    noScript: 'La console a besoin de JavaScript.',
    about: 'La console du marqueur : buts, cartons et chrono depuis la ligne de touche.',
  },

  roles: {
    owner: 'propriétaire',
    moderator: 'modérateur',
    administrator: 'administrateur',
    organizer: 'organisateur',
    'host club owner': 'propriétaire du club hôte',
    'host club moderator': 'modérateur du club hôte',
  },

  signIn: {
    title: 'Se connecter',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    failed: 'L’adresse e-mail ou le mot de passe est incorrect.',
    failedAdvice: 'Vérifiez les deux et réessayez. Les majuscules comptent dans un mot de passe.',
    signedInAs: (name) => `Vous êtes connecté en tant que ${name}.`,
  },

  apps: {
    title: 'Vos applications',
    about:
      'Une application connectée agit pour vous : elle accède à chaque club et tournoi que vous gérez, tant que vous les gérez.',
    connected: 'Applications connectées',
    none: 'Vous n’avez connecté aucune application. Une application qui veut agir pour vous vous envoie sur une page qui demande votre accord.',
    caption: 'Applications qui agissent pour vous',
    managed: 'Ce que vous gérez',
    managesNothing: 'Vous ne gérez actuellement ni club ni tournoi : vos applications n’ont donc aucun accès.',
    integrationsOf: (name) => `Intégrations de ${name}`,
    disconnected: 'L’application est déconnectée.',
    columns: {
      app: 'Application',
      actsFor: 'Agit pour',
      connected: 'Connectée',
      lastUsed: 'Dernier usage',
      action: 'Action à faire',
    },
    onlyResource: 'ce club ou tournoi seulement',
    noUser: 'aucun utilisateur',
    onlyOthers: 'son utilisateur ou un propriétaire seulement',
    disconnect: 'Déconnecter …',
    disconnectOf: (app) => `Déconnecter ${app} …`,
    unknownOrigin: 'adresse inconnue',
    notFound: 'Application introuvable.',
    question: (app) => `Déconnecter ${app} ?`,
    yes: 'Déconnecter',
    consequences: [
      'Elle perd aussitôt l’accès à tous vos clubs et tournois.',
      'Vos autres applications ne sont pas touchées.',
      'L’application peut vous demander de la reconnecter.',
    ],
  },

  connect: {
    title: 'Connecter une application',
    wouldLike: (user) => `{app} souhaite utiliser votre compte, ${user}.`,
    nameGiven: 'Nom donné par l’application',
    sentTo: 'Votre clé est envoyée à',
    warning: 'Ne continuez que si vous venez de cette adresse et lui faites confiance.',
    warningReason: 'Une application peut se donner n’importe quel nom. Seule l’adresse l’identifie.',
    access: 'Ce à quoi elle accède',
    accessText:
      'Elle peut lire les profils, les joueurs et les matchs, et saisir des résultats et des événements, pour chaque club et tournoi que vous gérez. Ce sont actuellement :',
    clubs: (count) => `Clubs : ${count}`,
    tournaments: (count) => `Tournois (${count})`,
    anyTime: 'Vous pouvez la déconnecter à tout moment.',
    connect: 'Connecter',
    nothing: 'Il n’y a rien à connecter',
    nothingText: (user) => `{app} souhaite utiliser votre compte, ${user}, mais vous ne gérez ni club ni tournoi.`,
    nothingAdvice:
      'Les propriétaires et modérateurs d’un club peuvent connecter des applications, de même que les organisateurs d’un tournoi et l’équipe de son club hôte. Demandez l’un de ces rôles, ou déconnectez-vous et utilisez un autre compte.',
    back: 'Revenir à l’application',
    bad: 'Cette application ne peut pas être connectée.',
    badAdvice:
      'Rien n’a été connecté ni envoyé à l’application. Son développeur doit corriger ces paramètres de GET /api/auth/connect ; le guide décrit la marche à suivre.',
    faults: {
      repeated: () => 'Ne doit figurer qu’une fois dans la requête.',
      no_name: () => 'Manque : le nom de votre application, tel que la page le montre à l’utilisateur.',
      no_redirect: () => 'Manque : l’adresse de votre application qui reçoit le jeton.',
      bad_name: (max) =>
        `Doit être un nom de 1 à ${max} caractères visibles, sans caractères de contrôle ni de mise en forme.`,
      bad_state: (max) => `Doit être en UTF-8, ${max} caractères au plus.`,
      too_long: (max) => `Doit avoir ${max} caractères au plus.`,
      not_plain: () =>
        'Doit être en ASCII sans espaces, caractères de contrôle ni barres obliques inverses : encodez le chemin et la requête par des pourcentages, et écrivez un nom d’hôte international en Punycode (xn--…).',
      not_absolute: () =>
        'Doit être une adresse complète de la forme https://hôte[:port]/chemin, sans nom d’utilisateur, mot de passe ni pourcentage avant le chemin.',
      not_https: () => 'Doit commencer par https://.',
      not_https_or_local: () =>
        'Doit commencer par https:// ; http:// n’est admis que pour localhost, 127.0.0.1 et [::1].',
      own_address: () => 'Ne doit pas être une adresse de ce service : utilisez une adresse de votre application.',
      taken_parameter: (name) =>
        `Ne doit pas avoir le paramètre ${name} dans la requête : ce service l’ajoute à l’adresse. Prenez un autre nom.`,
    },
  },

  device: {
    title: 'Saisir avec cet appareil',
    about:
      'La console garde une clé sur cet appareil. La clé permet de saisir des résultats pour chaque club et tournoi que vous gérez. Elle fonctionne encore après la déconnexion.',
    lost: 'Téléphone perdu ? Déconnectez « Touchline console » dans {apps} : la clé cesse aussitôt de fonctionner, sur tous vos appareils.',
    yourApps: 'vos applications',
    nothing: 'Il n’y a rien à saisir',
    nothingAdvice:
      'Vous ne gérez ni club ni tournoi. Demandez un rôle ou la clé à un propriétaire ou modérateur du club, ou à l’organisateur du tournoi. Vous pouvez saisir la clé dans la {console}.',
    console: 'console',
  },
};
