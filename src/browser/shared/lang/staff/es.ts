import type { StaffWords } from '../../words.ts';

export const es: StaffWords = {
  staff: {
    manage: { club: 'Gestionar el club', tournament: 'Gestionar el torneo' },
    navigation: (name) => `Secciones de ${name}`,
    sections: {
      games: 'Partidos',
      squad: 'Plantilla',
      overview: 'Partidos',
      teams: 'Equipos',
      fixtures: 'Crear partidos',
      settings: 'Ajustes',
      tournaments: 'Torneos',
      invitations: 'Invitaciones',
      integrations: 'Integraciones',
    },
    whenAndWhere: 'Cuándo y dónde',
    who: 'Quién juega',
    edit: 'Cambiar',
    save: 'Guardar',
    notYours: {
      club: {
        title: 'Usted no gestiona este club.',
        advice:
          'Solo los propietarios y moderadores del club ven esta página. Pida a uno de ellos que le nombre moderador.',
      },
      tournament: {
        title: 'Usted no gestiona este torneo.',
        advice: 'Solo sus organizadores, y los propietarios y moderadores del club anfitrión, ven esta página.',
      },
    },
    notSaved: 'Todavía no se ha guardado nada. Sus datos siguen aquí: corríjalos y envíe de nuevo el formulario.',
    inUse: 'No se puede eliminar: tiene resultados, o lo necesitan otras entradas.',
    stale: {
      by: (user) => `${user} lo cambió mientras tanto`,
      unknown: 'Se cambió mientras tanto',
      advice:
        'Todavía no se ha guardado nada. Sus datos siguen en el formulario. Compárelos con lo que está guardado ahora: si guarda de nuevo, los suyos lo sustituyen.',
      same: 'Lo guardado ahora es igual a sus datos. No hace falta guardar de nuevo.',
      caption: 'Lo que difiere',
      columns: ['Campo', 'Guardado ahora', 'Suyo'],
      empty: '(vacío)',
      discard: 'Descartar mis datos y tomar lo guardado',
    },
  },
};
