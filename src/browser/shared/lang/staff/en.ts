/** The texts that all management pages share. */
export const en = {
  staff: {
    manage: { club: 'Manage the club', tournament: 'Manage the tournament' },
    /** The name of the links to the sections. */
    navigation: (name: string) => `Sections of ${name}`,
    sections: {
      games: 'Games',
      squad: 'Squad',
      overview: 'Matches',
      teams: 'Teams',
      fixtures: 'Make matches',
      settings: 'Settings',
      tournaments: 'Tournaments',
      invitations: 'Invitations',
      integrations: 'Integrations',
    },
    whenAndWhere: 'When and where',
    who: 'Who plays',
    edit: 'Change',
    save: 'Save',
    notYours: {
      club: {
        title: 'You do not manage this club.',
        advice: 'Only owners and moderators of the club see this page. Ask one of them to make you a moderator.',
      },
      tournament: {
        title: 'You do not manage this tournament.',
        advice: 'Only its organizers, and the owners and moderators of its host club, see this page.',
      },
    },
    notSaved: 'Nothing was saved yet. Your entries are still here: correct them and send the form again.',
    inUse: 'It cannot be deleted: it has results, or other entries need it.',
    // Another person saved first.
    stale: {
      by: (user: string) => `${user} has changed this in the meantime`,
      unknown: 'This was changed in the meantime',
      advice:
        'Nothing was saved yet. Your entries are still in the form. Compare them with the stored values: if you save again, your entries replace them.',
      same: 'The stored values are the same as your entries. You need not save again.',
      caption: 'What differs',
      columns: ['Field', 'Stored now', 'Yours'],
      empty: '(empty)',
      discard: 'Discard my entries and use the stored values',
    },
  },
};
