import type { StaffWords } from '../../words.ts';

export const pt: StaffWords = {
  staff: {
    manage: { club: 'Gerir o clube', tournament: 'Gerir o torneio' },
    navigation: (name) => `Secções de ${name}`,
    sections: {
      games: 'Jogos',
      squad: 'Plantel',
      overview: 'Jogos',
      teams: 'Equipas',
      fixtures: 'Criar jogos',
      settings: 'Definições',
      tournaments: 'Torneios',
      invitations: 'Convites',
      integrations: 'Integrações',
    },
    whenAndWhere: 'Quando e onde',
    who: 'Quem joga',
    edit: 'Alterar',
    save: 'Guardar',
    notYours: {
      club: {
        title: 'Não gere este clube.',
        advice: 'Só os proprietários e moderadores do clube veem esta página. Peça a um deles que o nomeie moderador.',
      },
      tournament: {
        title: 'Não gere este torneio.',
        advice: 'Só os seus organizadores, e os proprietários e moderadores do clube anfitrião, veem esta página.',
      },
    },
    notSaved: 'Ainda nada foi guardado. Os seus dados continuam aqui: corrija-os e envie de novo o formulário.',
    inUse: 'Não pode ser eliminado: tem resultados, ou outras entradas precisam dele.',
    stale: {
      by: (user) => `${user} alterou isto entretanto`,
      unknown: 'Isto foi alterado entretanto',
      advice:
        'Ainda nada foi guardado. Os seus dados continuam no formulário. Compare-os com o que está guardado agora: se guardar de novo, os seus substituem-no.',
      same: 'O que está guardado agora é igual aos seus dados. Não precisa de guardar de novo.',
      caption: 'O que difere',
      columns: ['Campo', 'Guardado agora', 'Seu'],
      empty: '(vazio)',
      discard: 'Descartar os meus dados e ficar com o que está guardado',
    },
  },
};
