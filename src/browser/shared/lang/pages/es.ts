import { countedIn } from '../../counted.ts';
import type { OpenWords } from '../../words.ts';

const counted = countedIn('es');

export const es: OpenWords = {
  frame: {
    skip: 'Ir al contenido',
    signOut: 'Cerrar sesión',
    guide: 'Guía para desarrolladores',
    home: 'Página de inicio',
    languages: 'Idioma',
    cancel: 'Cancelar',
    delete: 'Eliminar',
    group: (name) => `Grupo ${name}`,
    yourTime: (time: string) => `su hora: ${time}`,
    never: 'nunca',
    and: (count) => `y ${count} más`,
  },

  problems: {
    400: {
      title: 'Esta petición no es válida',
      advice: 'No se ha cambiado nada. Vuelva atrás, abra la página de nuevo y repita.',
    },
    401: { title: 'No ha iniciado sesión', advice: 'Inicie sesión y abra esta página de nuevo.' },
    403: {
      title: 'No puede ver esta página',
      advice: 'Inicie sesión con otra cuenta, o pregunte al propietario del club o al organizador del torneo.',
    },
    404: {
      title: 'Esta página no existe',
      advice: 'Compruebe que la dirección esté bien escrita o empiece por la página de inicio.',
    },
    405: {
      title: 'Esta dirección no puede hacer eso',
      advice: 'Abra la página desde la página de inicio y use sus botones.',
    },
    409: { title: 'Esto ha cambiado mientras tanto', advice: 'Usted no ha cambiado nada. Abra la página de nuevo.' },
    413: {
      title: 'El formulario es demasiado grande',
      advice: 'No se ha cambiado nada. Acorte los textos y envíelo de nuevo.',
    },
    415: { title: 'Esta dirección solo acepta formularios', advice: 'Abra la página y envíe su formulario.' },
    422: {
      title: 'Algo en este formulario no es válido',
      advice: 'No se ha cambiado nada. Vuelva atrás y corrija el formulario.',
    },
    429: { title: 'Ha habido demasiadas peticiones', advice: 'Espere un minuto e inténtelo de nuevo.' },
    500: {
      title: 'Algo ha fallado en el servidor',
      advice: 'El servidor tiene un problema. Espere un momento e inténtelo de nuevo.',
    },
    501: { title: 'Este servidor no puede hacer eso', advice: 'Pregunte al administrador de este servidor.' },
    503: {
      title: 'El servidor no está listo',
      advice: 'El servidor tiene un problema. Espere un momento e inténtelo de nuevo.',
    },
  },
  outdatedForm: {
    title: 'Este formulario ha caducado.',
    advice:
      'No se ha cambiado nada. Abra la página de nuevo y envíe su formulario. El navegador debe permitir las cookies de este sitio.',
  },
  keptForm: {
    title: 'Se ha cerrado su sesión',
    advice:
      'Todavía no se ha guardado nada. Sus datos siguen en esta página: inicie sesión en una pestaña nueva, vuelva a esta y continúe.',
    signIn: 'Iniciar sesión en una pestaña nueva',
    goOn: 'Continuar con mis datos',
    again: '¿Enviar de nuevo sus datos?',
    signedInAs: (user) => `Ha iniciado sesión como ${user}. Todavía no se ha guardado nada y sus datos siguen aquí.`,
    send: 'Enviar mis datos',
  },
  incompleteForm: {
    title: 'Este formulario está incompleto.',
    advice: 'No se ha cambiado nada. Abra la página de nuevo.',
  },
  userGone: {
    title: 'Esta cuenta ya no existe.',
    advice: 'No se ha conectado nada. Inicie sesión con otra cuenta.',
  },

  home: {
    empty: 'Este servidor aún no tiene datos',
    emptyFile: 'este archivo de datos de un club pequeño',
    emptyAdvice:
      'Tome {file} y ponga sus nombres. Detenga el servidor e inícielo con el archivo: {start}. Para definir una contraseña, deténgalo otra vez y ejecute {password}. Después inícielo e inicie sesión aquí.',
    titleForVisitors: 'Marcadores en directo para clubes y torneos',
    title: 'Sus partidos',
    welcome:
      'El anotador toca un gol en el teléfono. Un momento después lo muestran todos los marcadores: la pantalla del campo, el gráfico de la retransmisión y la aplicación del teléfono.',
    score: 'Anotar un partido',
    whatFor: 'Para qué sirve',
    console:
      '{name} para los anotadores: botones grandes. Primero el gol, después los detalles. Funciona sin conexión y envía las anotaciones cuando vuelve la red.',
    consoleName: 'La consola',
    screen:
      '{name} para el campo: resultado, reloj y goleadores, legibles desde lejos. Avisa cuando ha perdido la conexión.',
    screenName: 'La pantalla',
    overlay:
      '{name} para retransmisiones: una página transparente para OBS y programas parecidos, con el retardo de su emisión.',
    overlayName: 'El gráfico',
    api: '{name} para aplicaciones: resultados y eventos por REST, cada cambio por un WebSocket. Un cambio se guarda antes de mostrarse.',
    apiName: 'La API',
    developers: 'Para desarrolladores',
    guide: '{link}, desde la primera petición hasta un marcador en directo (en inglés)',
    guideLink: 'La guía',
    tryIt: 'Probar cada operación',
    assistants: '{link}, y las especificaciones: {openapi}, {asyncapi}',
    assistantsLink: 'Para asistentes de IA',
    yourApps: 'Sus aplicaciones conectadas',
    nothing: 'No gestiona ningún club ni torneo',
    nothingAdvice:
      'Pida a un propietario que le nombre moderador del club u organizador de un torneo. Entonces aparecerá aquí.',
    more: counted({ one: 'Hay {n} más que no aparece aquí.', other: 'Hay {n} más que no aparecen aquí.' }),
    screenOfAll: 'Pantalla de todos los partidos',
    overlayWithTables: 'Gráfico con las clasificaciones',
    showMatches: 'Mostrar los partidos',
    noMatches: 'No hay partidos en juego ni programados.',
    today: 'Hoy',
    todayAbout: 'Partidos en juego y los que empiezan a menos de 12 horas',
    search: 'Buscar un partido, un club o un torneo',
    find: 'Buscar',
    all: 'Mostrar todo',
    notFound: (text) => `No se encontró nada para «${text}».`,
    onlyToday: 'Todos sus partidos están entre los de hoy.',
    pictures: {
      console: 'La consola del anotador en un teléfono: el resultado y botones grandes',
      screen: 'Una pantalla de estadio: resultado, reloj y goleadores',
      overlay: 'Un gráfico con el rótulo de un gol sobre el campo',
    },
    start: 'Cómo empezar',
    steps: [
      'Inicie sesión con la cuenta de su club o de su torneo.',
      'Elija un partido y cree la dirección de su pantalla o de su gráfico.',
      'Abra la consola en un teléfono y anote el primer gol.',
    ],
    matchesOf: (name) => `Partidos de ${name}`,
    columns: ['Partido', 'Cuándo', 'Abrir'],
    live: 'En juego',
    finished: 'Terminado',
    noDate: 'aún sin fecha',
    links: { console: 'Consola', screen: 'Pantalla', overlay: 'Gráfico', page: 'Página pública' },
    linksOf: {
      console: (match) => `Consola de ${match}`,
      screen: (match) => `Pantalla de ${match}`,
      overlay: (match) => `Gráfico de ${match}`,
      page: (match) => `Página pública de ${match}`,
    },
  },

  console: {
    title: 'Consola de Touchline',
    noScript: 'La consola necesita JavaScript.',
    about: 'La consola del anotador: goles, tarjetas y el reloj desde la banda.',
  },

  roles: {
    owner: 'propietario',
    moderator: 'moderador',
    administrator: 'administrador',
    organizer: 'organizador',
    'host club owner': 'propietario del club anfitrión',
    'host club moderator': 'moderador del club anfitrión',
  },

  signIn: {
    title: 'Iniciar sesión',
    email: 'Correo electrónico',
    password: 'Contraseña',
    failed: 'El correo electrónico o la contraseña no son correctos.',
    failedAdvice: 'Compruebe ambos e inténtelo de nuevo. En la contraseña importan las mayúsculas.',
    signedInAs: (name) => `Ha iniciado sesión como ${name}.`,
  },

  apps: {
    title: 'Sus aplicaciones',
    about:
      'Una aplicación conectada actúa por usted: llega a todos los clubes y torneos que gestiona, mientras los gestione.',
    connected: 'Aplicaciones conectadas',
    none: 'No ha conectado ninguna aplicación. Una aplicación que quiera actuar por usted le envía a una página que pide su consentimiento.',
    caption: 'Aplicaciones que actúan por usted',
    managed: 'Lo que gestiona',
    managesNothing: 'Ahora no gestiona ningún club ni torneo, así que sus aplicaciones no tienen acceso.',
    integrationsOf: (name) => `Integraciones de ${name}`,
    disconnected: 'La aplicación está desconectada.',
    columns: {
      app: 'Aplicación',
      actsFor: 'Actúa por',
      connected: 'Conectada',
      lastUsed: 'Último uso',
      action: 'Acción',
    },
    onlyResource: 'solo este club o torneo',
    noUser: 'ningún usuario',
    onlyOthers: 'solo su usuario o un propietario',
    disconnect: 'Desconectar …',
    disconnectOf: (app) => `Desconectar ${app} …`,
    unknownOrigin: 'dirección desconocida',
    notFound: 'No se encuentra la aplicación.',
    question: (app) => `¿Desconectar ${app}?`,
    yes: 'Desconectar',
    consequences: [
      'Pierde de inmediato el acceso a todos sus clubes y torneos.',
      'Sus otras aplicaciones no se ven afectadas.',
      'La aplicación puede pedirle que la conecte de nuevo.',
    ],
  },

  connect: {
    title: 'Conectar una aplicación',
    wouldLike: (user) => `{app} quiere usar su cuenta, ${user}.`,
    nameGiven: 'Nombre que da la aplicación',
    sentTo: 'Su clave se envía a',
    warning: 'Continúe solo si viene de esta dirección y confía en ella.',
    warningReason: 'Una aplicación puede darse cualquier nombre. Solo la dirección la identifica.',
    access: 'A qué tiene acceso',
    accessText:
      'Puede leer perfiles, jugadores y partidos, y anotar resultados y eventos, de todos los clubes y torneos que usted gestiona. Ahora son:',
    clubs: (count) => `Clubes (${count})`,
    tournaments: (count) => `Torneos (${count})`,
    anyTime: 'Puede desconectarla en cualquier momento.',
    connect: 'Conectar',
    nothing: 'No hay nada que conectar',
    nothingText: (user) => `{app} quiere usar su cuenta, ${user}, pero no gestiona ningún club ni torneo.`,
    nothingAdvice:
      'Pueden conectar aplicaciones los propietarios y moderadores de un club, los organizadores de un torneo y el personal de su club anfitrión. Pida una de esas funciones, o cierre la sesión y use otra cuenta.',
    back: 'Volver a la aplicación',
    bad: 'Esta aplicación no se puede conectar.',
    badAdvice:
      'No se ha conectado ni enviado nada a la aplicación. Su desarrollador debe corregir estos parámetros de GET /api/auth/connect; la guía describe el proceso.',
    faults: {
      repeated: () => 'Debe estar una sola vez en la consulta.',
      no_name: () => 'Falta el nombre de su aplicación, tal como lo ve el usuario en la página.',
      no_redirect: () => 'Falta la dirección de su aplicación que recibe el token.',
      bad_name: (max) =>
        `Debe ser un nombre de 1 a ${max} caracteres visibles, sin caracteres de control ni de formato.`,
      bad_state: (max) => `Debe ser UTF-8 de ${max} caracteres como máximo.`,
      too_long: (max) => `Debe tener ${max} caracteres como máximo.`,
      not_plain: () =>
        'Debe ser ASCII sin espacios, caracteres de control ni barras invertidas: codifique la ruta y la consulta con porcentajes y escriba los nombres de host internacionales en Punycode (xn--…).',
      not_absolute: () =>
        'Debe ser una dirección completa de la forma https://host[:puerto]/ruta, sin nombre de usuario, contraseña ni porcentajes delante de la ruta.',
      not_https: () => 'Debe empezar por https://.',
      not_https_or_local: () => 'Debe empezar por https://; http:// solo se permite para localhost, 127.0.0.1 y [::1].',
      own_address: () => 'No debe ser una dirección de este servicio: use una dirección de su aplicación.',
      taken_parameter: (name) =>
        `No debe tener el parámetro ${name} en la consulta: este servicio lo añade a la dirección. Use otro nombre.`,
    },
  },

  device: {
    title: 'Anotar con este dispositivo',
    about:
      'La consola guarda una clave en este dispositivo. Con la clave se pueden anotar resultados de todos los clubes y torneos que gestiona. Sigue funcionando después de cerrar la sesión.',
    lost: '¿Ha perdido el teléfono? Desconecte «Touchline console» en {apps}: la clave deja de funcionar de inmediato en todos sus dispositivos.',
    yourApps: 'sus aplicaciones',
    nothing: 'No hay nada que anotar',
    nothingAdvice:
      'No gestiona ningún club ni torneo. Pida una función o la clave a un propietario o moderador del club, o al organizador del torneo. Puede escribir la clave en la {console}.',
    console: 'consola',
  },
};
