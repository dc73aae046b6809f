import type { ThemeWords } from '../../words.ts';

export const pt: ThemeWords = {
  save: 'Guardar este aspeto como tema',
  about:
    'Um tema guarda com um nome as cores, a forma e o lugar dos grafismos. Um endereço que o nomeia (theme=sunday) segue cada mudança do tema quando a sua página volta a ser carregada. Os outros parâmetros do endereço têm prioridade.',
  name: 'Nome do tema',
  nameHint: 'Por exemplo «sunday». Um tema com este nome recebe as novas definições.',
  wrongName: (max) =>
    `Use as letras de a a z, algarismos e hífenes, no máximo ${max}, e não o nome de um dos nossos próprios temas.`,
  full: (max) => `Já há ${max} temas e não cabem mais. Elimine um primeiro.`,
  saved: (name) => `O tema «${name}» está guardado.`,
  deleted: (name) => `O tema «${name}» está eliminado.`,
  gone: 'Este tema já não existe.',
  notYours: 'Só os responsáveis do clube ou do torneio mudam os seus temas.',
  title: (owner) => `Temas de ${owner}`,
  count: (count, max) => `${count} de ${max} no máximo.`,
  columns: ['Nome', 'Definições', 'Ações'],
  use: 'Usar',
  useOf: (name) => `Usar o tema ${name}`,
  change: 'Mudar',
  changeOf: (name) => `Mudar o tema ${name}`,
  delete: 'Eliminar',
  confirm: {
    title: (name) => `Eliminar o tema ${name}?`,
    outcome: 'As páginas cujo endereço o nomeia têm o aspeto habitual quando voltarem a ser carregadas.',
    yes: 'Eliminar o tema',
  },
};
