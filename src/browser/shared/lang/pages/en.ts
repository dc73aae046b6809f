import { countedIn } from '../../counted.ts';

const counted = countedIn('en');

/** The texts of the pages that the server makes, page by page. `{name}` in a text stands for a link or another element. */
export const en = {
  // The frame of every page.
  frame: {
    skip: 'Skip to the content',
    signOut: 'Sign out',
    guide: 'Guide for developers',
    home: 'Home page',
    /** The name of the list of languages. */
    languages: 'Language',
    cancel: 'Cancel',
    delete: 'Delete',
    group: (name: string) => `Group ${name}`,
    yourTime: (time: string) => `your time: ${time}`,
    never: 'never',
    and: (count: number) => `and ${count} more`,
  },

  // What a visitor reads in place of a page that cannot be shown, by status. Each advice says what to do.
  problems: {
    400: {
      title: 'This request is not valid',
      advice: 'Nothing was changed. Go back, open the page again and repeat.',
    },
    401: { title: 'You are not signed in', advice: 'Sign in, then open this page again.' },
    403: {
      title: 'You may not see this page',
      advice: 'Sign in with another account, or ask the owner of the club or the organizer of the tournament.',
    },
    404: {
      title: 'There is no such page',
      advice: 'Check the address for a typing error, or start from the home page.',
    },
    405: { title: 'This address cannot do that', advice: 'Open the page from the home page and use its buttons.' },
    409: { title: 'This has changed in the meantime', advice: 'Your change was not stored. Open the page again.' },
    413: { title: 'The form is too large', advice: 'Nothing was changed. Shorten its texts and send it again.' },
    415: { title: 'This address accepts forms only', advice: 'Open the page and send its form.' },
    422: { title: 'Something in this form is not valid', advice: 'Nothing was changed. Go back and correct the form.' },
    429: { title: 'There were too many requests', advice: 'Wait a minute, then try again.' },
    500: {
      title: 'Something went wrong on our side',
      advice: 'The server has a problem. Wait a moment, then try again.',
    },
    501: { title: 'This server cannot do that', advice: 'Ask the administrator of this server.' },
    503: {
      title: 'The server is not ready',
      advice: 'The server has a problem. Wait a moment, then try again.',
    },
  },
  outdatedForm: {
    title: 'This form is out of date.',
    advice:
      'Nothing was changed. Open the page again and send its form. Your browser must allow cookies for this site.',
  },
  // A form of a session that has ended.
  keptForm: {
    title: 'You were signed out',
    advice:
      'Nothing is stored yet. Your entries are kept on this page: sign in in a new tab, then come back to this one and go on.',
    signIn: 'Sign in in a new tab',
    goOn: 'Go on with my entries',
    again: 'Send your entries again?',
    signedInAs: (user: string) => `You are signed in as ${user}. Nothing is stored yet, and your entries are kept.`,
    send: 'Send my entries',
  },
  incompleteForm: { title: 'This form is not complete.', advice: 'Nothing was changed. Open the page again.' },
  userGone: { title: 'This account no longer exists.', advice: 'Nothing was connected. Sign in with another account.' },

  home: {
    empty: 'This server has no data yet',
    emptyFile: 'this data file of a small club',
    emptyAdvice:
      'Take {file} and put your names in. Stop the server and start it with the file: {start}. To set a password, stop it again and run {password}. Then start it and sign in here.',
    titleForVisitors: 'Live scores for clubs and tournaments',
    title: 'Your matches',
    welcome:
      'A scorekeeper taps a goal on a phone. A moment later every scoreboard shows it: the screen at the ground, the overlay on the stream, the app on a phone.',
    score: 'Score a match',
    whatFor: 'What it is for',
    console:
      '{name} for scorekeepers: large buttons. Record the goal first, add the details later. It works offline and sends the entries when it is online again.',
    consoleName: 'The console',
    screen:
      '{name} for the ground: score, clock and scorers, readable from far away. It shows when it has lost its connection.',
    screenName: 'The screen',
    overlay: '{name} for streams: a transparent page for OBS and similar programs, with the delay of your stream.',
    overlayName: 'The overlay',
    api: '{name} for apps: results and markers over REST, every change over a WebSocket. A change is stored before it is shown.',
    apiName: 'The API',
    developers: 'For developers',
    guide: '{link}, from the first request to a live scoreboard',
    guideLink: 'The guide',
    tryIt: 'Try every endpoint',
    assistants: '{link}, and the specifications: {openapi}, {asyncapi}',
    assistantsLink: 'For AI assistants',
    yourApps: 'Your connected apps',
    nothing: 'You manage no club and no tournament',
    nothingAdvice:
      'Ask an owner to make you a moderator of the club, or to name you as the organizer of a tournament. It then appears here.',
    more: counted({ one: '{n} more is not listed here.', other: '{n} more are not listed here.' }),
    screenOfAll: 'Screen of all matches',
    overlayWithTables: 'Overlay with the tables',
    showMatches: 'Show matches',
    noMatches: 'No match is live or scheduled.',
    today: 'Today',
    todayAbout: 'Live matches, and those with their kick-off within 12 hours',
    search: 'Search a match, a club or a tournament',
    find: 'Search',
    all: 'Show all',
    notFound: (text: string) => `Nothing was found for “${text}”.`,
    onlyToday: 'All its matches are among those of today.',
    pictures: {
      console: 'The scorekeeper’s console on a phone: the score and large buttons',
      screen: 'A stadium screen: score, clock and scorers',
      overlay: 'An overlay with the banner of a goal over a pitch',
    },
    start: 'How to start',
    steps: [
      'Sign in with the account of your club or your tournament.',
      'Choose a match and make the address of its screen or its overlay.',
      'Open the console on a phone and tap the first goal.',
    ],
    matchesOf: (name: string) => `Matches of ${name}`,
    columns: ['Match', 'When', 'Open'],
    live: 'Live',
    finished: 'Finished',
    noDate: 'no date yet',
    links: { console: 'Console', screen: 'Screen', overlay: 'Overlay', page: 'Public page' },
    linksOf: {
      console: (match: string) => `Console of ${match}`,
      screen: (match: string) => `Screen of ${match}`,
      overlay: (match: string) => `Overlay of ${match}`,
      page: (match: string) => `Public page of ${match}`,
    },
  },

  // The document of the console; its own texts are in lang/console/.
  console: {
    title: 'Touchline console',
    noScript: 'The console needs JavaScript.',
    about: 'The scorekeeper’s console: goals, cards and the clock from the touchline.',
  },

  roles: {
    owner: 'owner',
    moderator: 'moderator',
    administrator: 'administrator',
    organizer: 'organizer',
    'host club owner': 'host club owner',
    'host club moderator': 'host club moderator',
  },

  signIn: {
    title: 'Sign in',
    email: 'E-mail address',
    password: 'Password',
    failed: 'The e-mail address or the password is wrong.',
    failedAdvice: 'Check both and try again. Capital letters matter in a password.',
    signedInAs: (name: string) => `You are signed in as ${name}.`,
  },

  apps: {
    title: 'Your apps',
    about:
      'A connected app acts for you: it reaches every club and tournament that you manage, for as long as you manage it.',
    connected: 'Connected apps',
    none: 'You have not connected an app. An app that wants to act for you sends you to a page that asks for your consent.',
    caption: 'Apps that act for you',
    managed: 'What you manage',
    managesNothing: 'You manage no club and no tournament now, so your apps have no access.',
    integrationsOf: (name: string) => `Integrations of ${name}`,
    disconnected: 'The app is disconnected.',
    columns: { app: 'App', actsFor: 'Acts for', connected: 'Connected', lastUsed: 'Last used', action: 'Action' },
    onlyResource: 'only this club or tournament',
    noUser: 'no user',
    onlyOthers: 'only its user or an owner',
    disconnect: 'Disconnect …',
    disconnectOf: (app: string) => `Disconnect ${app} …`,
    unknownOrigin: 'address not known',
    notFound: 'App not found.',
    question: (app: string) => `Disconnect ${app}?`,
    yes: 'Disconnect',
    consequences: [
      'It loses access to all your clubs and tournaments at once.',
      'Your other apps are not affected.',
      'The app may ask you to connect it again.',
    ],
  },

  connect: {
    title: 'Connect an app',
    wouldLike: (user: string) => `{app} would like to use your account, ${user}.`,
    nameGiven: 'Name given by the app',
    sentTo: 'Your key is sent to',
    warning: 'Continue only if you came from this address and trust it.',
    warningReason: 'An app can give itself any name. Only the address identifies it.',
    access: 'What it can access',
    accessText:
      'It can read profiles, players, games and matches, and record results and events, for every club and tournament that you manage. Currently these are:',
    clubs: (count: number) => `Clubs (${count})`,
    tournaments: (count: number) => `Tournaments (${count})`,
    anyTime: 'You can disconnect it at any time.',
    connect: 'Connect',
    nothing: 'There is nothing to connect',
    nothingText: (user: string) =>
      `{app} would like to use your account, ${user}, but you manage no club and no tournament.`,
    nothingAdvice:
      'Owners and moderators of a club can connect apps, and so can organizers of a tournament and the staff of its host club. Ask one of them to give you that role, or sign out and use another account.',
    back: 'Back to the app',
    bad: 'This app cannot be connected.',
    badAdvice:
      'Nothing was connected or sent to the app. Its developer must correct these parameters of GET /api/auth/connect; the guide describes the flow.',
    faults: {
      repeated: () => 'Must be in the query only once.',
      no_name: () => "Is required: the name of your app, as the user's page shows it.",
      no_redirect: () => 'Is required: the address of your app that receives the token.',
      bad_name: (max: string) =>
        `Must be a name of 1 to ${max} visible characters, without control or formatting characters.`,
      bad_state: (max: string) => `Must be UTF-8 of at most ${max} characters.`,
      too_long: (max: string) => `Must have at most ${max} characters.`,
      not_plain: () =>
        'Must be plain ASCII without spaces, control characters and backslashes: percent-encode the path and the query, and write an international host name in Punycode (xn--…).',
      not_absolute: () =>
        'Must be an absolute address of the form https://host[:port]/path, without a user name, a password or percent-encoding in front of the path.',
      not_https: () => 'Must start with https://.',
      not_https_or_local: () => 'Must start with https://; http:// is allowed for localhost, 127.0.0.1 and [::1] only.',
      own_address: () => 'Must not be an address of this service: use an address of your app.',
      taken_parameter: (name: string) =>
        `Must not have the parameter ${name} in its query: this service adds it to the address. Use another name.`,
    },
  },

  device: {
    title: 'Score with this device',
    about:
      'The scorekeeper’s console stores a key on this device. The key can record results for every club and tournament that you manage. It still works after you sign out.',
    lost: 'Did you lose the phone? Disconnect “Touchline console” in {apps}: the key stops working at once, on all your devices.',
    yourApps: 'your apps',
    nothing: 'There is nothing to score',
    nothingAdvice:
      'You manage no club and no tournament. Ask an owner or moderator of the club, or the organizer of the tournament, for a role or for the key of the club or the tournament. You can enter the key in the {console}.',
    console: 'console',
  },
};
