import type { ThemeWords } from '../../words.ts';

export const es: ThemeWords = {
  save: 'Guardar este aspecto como tema',
  about:
    'Un tema guarda con un nombre los colores, la forma y el lugar de los gráficos. Una dirección que lo nombra (theme=sunday) sigue cada cambio del tema cuando su página se vuelve a cargar. Los demás parámetros de la dirección tienen prioridad.',
  name: 'Nombre del tema',
  nameHint: 'Por ejemplo «sunday». Un tema con este nombre recibe los ajustes nuevos.',
  wrongName: (max) =>
    `Use las letras de la a a la z, cifras y guiones, como máximo ${max}, y no el nombre de uno de nuestros propios temas.`,
  full: (max) => `Ya hay ${max} temas y no caben más. Elimine uno primero.`,
  saved: (name) => `El tema «${name}» está guardado.`,
  deleted: (name) => `El tema «${name}» está eliminado.`,
  gone: 'Este tema ya no existe.',
  notYours: 'Solo los responsables del club o del torneo cambian sus temas.',
  title: (owner) => `Temas de ${owner}`,
  count: (count, max) => `${count} de ${max} como máximo.`,
  columns: ['Nombre', 'Ajustes', 'Acciones'],
  use: 'Usar',
  useOf: (name) => `Usar el tema ${name}`,
  change: 'Cambiar',
  changeOf: (name) => `Cambiar el tema ${name}`,
  delete: 'Eliminar',
  confirm: {
    title: (name) => `¿Eliminar el tema ${name}?`,
    outcome: 'Las páginas cuya dirección lo nombra tienen el aspecto habitual cuando se vuelven a cargar.',
    yes: 'Eliminar el tema',
  },
};
