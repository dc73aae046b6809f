import { countedIn } from '../../counted.ts';
import type { OpenWords } from '../../words.ts';

const counted = countedIn('pt');

export const pt: OpenWords = {
  frame: {
    skip: 'Saltar para o conteúdo',
    signOut: 'Terminar sessão',
    guide: 'Guia para programadores',
    home: 'Página inicial',
    languages: 'Língua',
    cancel: 'Cancelar',
    delete: 'Eliminar',
    group: (name) => `Grupo ${name}`,
    yourTime: (time: string) => `a sua hora: ${time}`,
    never: 'nunca',
    and: (count) => `e mais ${count}`,
  },

  problems: {
    400: {
      title: 'Este pedido não é válido',
      advice: 'Nada foi alterado. Volte atrás, abra a página de novo e repita.',
    },
    401: { title: 'Não iniciou sessão', advice: 'Inicie sessão e abra esta página de novo.' },
    403: {
      title: 'Não pode ver esta página',
      advice: 'Inicie sessão com outra conta, ou fale com o dono do clube ou o organizador do torneio.',
    },
    404: {
      title: 'Esta página não existe',
      advice: 'Verifique se o endereço está bem escrito, ou comece pela página inicial.',
    },
    405: {
      title: 'Este endereço não faz isso',
      advice: 'Abra a página a partir da página inicial e use os botões dela.',
    },
    409: { title: 'Isto mudou entretanto', advice: 'O seu pedido nada alterou. Abra a página de novo.' },
    413: {
      title: 'O formulário é demasiado grande',
      advice: 'Nada foi alterado. Encurte os textos e envie-o de novo.',
    },
    415: { title: 'Este endereço só aceita formulários', advice: 'Abra a página e envie o formulário dela.' },
    422: {
      title: 'Algo neste formulário não é válido',
      advice: 'Nada foi alterado. Volte atrás e corrija o formulário.',
    },
    429: { title: 'Houve demasiados pedidos', advice: 'Espere um minuto e tente de novo.' },
    500: {
      title: 'Algo correu mal do nosso lado',
      advice: 'O servidor tem um problema. Espere um momento e tente de novo.',
    },
    501: { title: 'Este servidor não faz isso', advice: 'Fale com o administrador deste servidor.' },
    503: {
      title: 'O servidor não está pronto',
      advice: 'O servidor tem um problema. Espere um momento e tente de novo.',
    },
  },
  outdatedForm: {
    title: 'Este formulário está desatualizado.',
    advice:
      'Nada foi alterado. Abra a página de novo e envie o formulário dela. O navegador tem de permitir cookies deste sítio.',
  },
  keptForm: {
    title: 'A sua sessão terminou',
    advice:
      'Ainda nada foi guardado. Os seus dados continuam nesta página: inicie sessão num novo separador, volte a este e continue.',
    signIn: 'Iniciar sessão num novo separador',
    goOn: 'Continuar com os meus dados',
    again: 'Enviar de novo os seus dados?',
    signedInAs: (user) => `Tem sessão iniciada como ${user}. Ainda nada foi guardado e os seus dados continuam aqui.`,
    send: 'Enviar os meus dados',
  },
  incompleteForm: { title: 'Este formulário está incompleto.', advice: 'Nada foi alterado. Abra a página de novo.' },
  userGone: { title: 'Esta conta já não existe.', advice: 'Nada foi ligado. Inicie sessão com outra conta.' },

  home: {
    empty: 'Este servidor ainda não tem dados',
    emptyFile: 'este ficheiro de dados de um pequeno clube',
    emptyAdvice:
      'Use {file} e ponha os seus nomes. Pare o servidor e inicie-o com o ficheiro: {start}. Para definir uma palavra-passe, pare-o outra vez e execute {password}. Depois inicie-o e entre aqui.',
    titleForVisitors: 'Resultados em direto para clubes e torneios',
    title: 'Os seus jogos',
    welcome:
      'O marcador regista um golo no telemóvel. Um momento depois, todos os quadros o mostram: o ecrã do campo, o grafismo da transmissão e a aplicação no telemóvel.',
    score: 'Registar um jogo',
    whatFor: 'Para que serve',
    console:
      '{name} para quem regista: botões grandes. Primeiro o golo, depois os pormenores. Funciona sem rede e envia os registos quando a rede volta.',
    consoleName: 'A consola',
    screen: '{name} para o campo: resultado, relógio e marcadores, legíveis ao longe. Avisa quando perdeu a ligação.',
    screenName: 'O ecrã',
    overlay:
      '{name} para transmissões: uma página transparente para o OBS e programas semelhantes, com o atraso da sua transmissão.',
    overlayName: 'O grafismo',
    api: '{name} para aplicações: resultados e eventos por REST, cada alteração por um WebSocket. Uma alteração é guardada antes de ser mostrada.',
    apiName: 'A API',
    developers: 'Para programadores',
    guide: '{link}, do primeiro pedido a um quadro em direto (em inglês)',
    guideLink: 'O guia',
    tryIt: 'Experimentar cada operação',
    assistants: '{link}, e as especificações: {openapi}, {asyncapi}',
    assistantsLink: 'Para assistentes de IA',
    yourApps: 'As suas aplicações ligadas',
    nothing: 'Não gere nenhum clube nem torneio',
    nothingAdvice:
      'Peça a um dono que o torne moderador do clube ou organizador de um torneio. Nessa altura aparece aqui.',
    more: counted({ one: 'Há mais {n} que não aparece aqui.', other: 'Há mais {n} que não aparecem aqui.' }),
    screenOfAll: 'Ecrã com todos os jogos',
    overlayWithTables: 'Grafismo com as classificações',
    showMatches: 'Mostrar os jogos',
    noMatches: 'Nenhum jogo a decorrer ou marcado.',
    today: 'Hoje',
    todayAbout: 'Jogos em direto e os que começam a menos de 12 horas',
    search: 'Procurar um jogo, um clube ou um torneio',
    find: 'Procurar',
    all: 'Mostrar tudo',
    notFound: (text) => `Nada foi encontrado para «${text}».`,
    onlyToday: 'Todos os seus jogos estão entre os de hoje.',
    pictures: {
      console: 'A consola no telemóvel: o resultado e botões grandes',
      screen: 'Um ecrã de estádio: resultado, relógio e marcadores',
      overlay: 'Um grafismo com a faixa de um golo sobre o campo',
    },
    start: 'Como começar',
    steps: [
      'Inicie sessão com a conta do seu clube ou torneio.',
      'Escolha um jogo e crie o endereço do ecrã ou do grafismo.',
      'Abra a consola num telemóvel e registe o primeiro golo.',
    ],
    matchesOf: (name) => `Jogos de ${name}`,
    columns: ['Jogo', 'Quando', 'Abrir'],
    live: 'Em direto',
    finished: 'Terminado',
    noDate: 'ainda sem data',
    links: { console: 'Consola', screen: 'Ecrã', overlay: 'Grafismo', page: 'Página pública' },
    linksOf: {
      console: (match) => `Consola de ${match}`,
      screen: (match) => `Ecrã de ${match}`,
      overlay: (match) => `Grafismo de ${match}`,
      page: (match) => `Página pública de ${match}`,
    },
  },

  console: {
    title: 'Consola Touchline',
    noScript: 'A consola precisa de JavaScript.',
    about: 'A consola do marcador: golos, cartões e o relógio a partir da linha lateral.',
  },

  roles: {
    owner: 'dono',
    moderator: 'moderador',
    administrator: 'administrador',
    organizer: 'organizador',
    'host club owner': 'dono do clube anfitrião',
    'host club moderator': 'moderador do clube anfitrião',
  },

  signIn: {
    title: 'Iniciar sessão',
    email: 'Endereço de e-mail',
    password: 'Palavra-passe',
    failed: 'O endereço de e-mail ou a palavra-passe está errado.',
    failedAdvice: 'Verifique os dois e tente de novo. Na palavra-passe contam as maiúsculas.',
    signedInAs: (name) => `Iniciou sessão como ${name}.`,
  },

  apps: {
    title: 'As suas aplicações',
    about: 'Uma aplicação ligada age por si: chega a todos os clubes e torneios que gere, enquanto os gerir.',
    connected: 'Aplicações ligadas',
    none: 'Não ligou nenhuma aplicação. Uma aplicação que queira agir por si leva-o a uma página que pede o seu consentimento.',
    caption: 'Aplicações que agem por si',
    managed: 'O que gere',
    managesNothing: 'Neste momento não gere nenhum clube nem torneio, por isso as suas aplicações não têm acesso.',
    integrationsOf: (name) => `Integrações de ${name}`,
    disconnected: 'A aplicação está desligada.',
    columns: {
      app: 'Aplicação',
      actsFor: 'Age por',
      connected: 'Ligada',
      lastUsed: 'Último uso',
      action: 'Ação',
    },
    onlyResource: 'só este clube ou torneio',
    noUser: 'nenhum utilizador',
    onlyOthers: 'só o seu utilizador ou um dono',
    disconnect: 'Desligar …',
    disconnectOf: (app) => `Desligar ${app} …`,
    unknownOrigin: 'endereço desconhecido',
    notFound: 'A aplicação não foi encontrada.',
    question: (app) => `Desligar ${app}?`,
    yes: 'Desligar',
    consequences: [
      'Perde de imediato o acesso a todos os seus clubes e torneios.',
      'As suas outras aplicações não são afetadas.',
      'A aplicação pode pedir-lhe que a ligue de novo.',
    ],
  },

  connect: {
    title: 'Ligar uma aplicação',
    wouldLike: (user) => `{app} quer usar a sua conta, ${user}.`,
    nameGiven: 'Nome dado pela aplicação',
    sentTo: 'A sua chave é enviada para',
    warning: 'Continue só se veio deste endereço e confia nele.',
    warningReason: 'Uma aplicação pode dar a si mesma qualquer nome. Só o endereço a identifica.',
    access: 'A que tem acesso',
    accessText:
      'Pode ler perfis, jogadores e jogos, e registar resultados e eventos, de todos os clubes e torneios que gere. Neste momento são:',
    clubs: (count) => `Clubes (${count})`,
    tournaments: (count) => `Torneios (${count})`,
    anyTime: 'Pode desligá-la a qualquer momento.',
    connect: 'Ligar',
    nothing: 'Não há nada para ligar',
    nothingText: (user) => `{app} quer usar a sua conta, ${user}, mas não gere nenhum clube nem torneio.`,
    nothingAdvice:
      'Podem ligar aplicações os donos e moderadores de um clube, os organizadores de um torneio e a equipa do clube anfitrião. Peça uma dessas funções, ou termine a sessão e use outra conta.',
    back: 'Voltar à aplicação',
    bad: 'Esta aplicação não pode ser ligada.',
    badAdvice:
      'Nada foi ligado nem enviado à aplicação. O programador dela tem de corrigir estes parâmetros de GET /api/auth/connect; o guia descreve o processo.',
    faults: {
      repeated: () => 'Só pode estar uma vez na consulta.',
      no_name: () => 'Falta o nome da sua aplicação, tal como a página o mostra ao utilizador.',
      no_redirect: () => 'Falta o endereço da sua aplicação que recebe o token.',
      bad_name: (max) =>
        `Tem de ser um nome de 1 a ${max} carateres visíveis, sem carateres de controlo nem de formatação.`,
      bad_state: (max) => `Tem de ser UTF-8 com ${max} carateres no máximo.`,
      too_long: (max) => `Tem de ter ${max} carateres no máximo.`,
      not_plain: () =>
        'Tem de ser ASCII sem espaços, carateres de controlo nem barras invertidas: codifique o caminho e a consulta com percentagens e escreva os nomes de anfitrião internacionais em Punycode (xn--…).',
      not_absolute: () =>
        'Tem de ser um endereço completo da forma https://anfitrião[:porta]/caminho, sem nome de utilizador, palavra-passe nem percentagens antes do caminho.',
      not_https: () => 'Tem de começar por https://.',
      not_https_or_local: () =>
        'Tem de começar por https://; http:// só é permitido para localhost, 127.0.0.1 e [::1].',
      own_address: () => 'Não pode ser um endereço deste serviço: use um endereço da sua aplicação.',
      taken_parameter: (name) =>
        `Não pode ter o parâmetro ${name} na consulta: este serviço acrescenta-o ao endereço. Use outro nome.`,
    },
  },

  device: {
    title: 'Registar com este dispositivo',
    about:
      'A consola guarda uma chave neste dispositivo. Com a chave podem registar-se resultados de todos os clubes e torneios que gere. Continua a funcionar depois de terminar a sessão.',
    lost: 'Perdeu o telemóvel? Desligue “Touchline console” em {apps}: a chave deixa de funcionar de imediato em todos os seus dispositivos.',
    yourApps: 'as suas aplicações',
    nothing: 'Não há nada para registar',
    nothingAdvice:
      'Não gere nenhum clube nem torneio. Peça uma função ou a chave a um dono ou moderador do clube, ou ao organizador do torneio. Pode escrever a chave na {console}.',
    console: 'consola',
  },
};
