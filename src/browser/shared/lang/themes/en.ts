/** The texts of themes: looks that a club or a tournament saves in a builder. */
export const en = {
  save: 'Save this look as a theme',
  about:
    'A theme keeps the colours, the form and the place of the graphics under a name. A page with theme=sunday in its address shows each change of the theme when it is loaded again. Other parameters of the address win.',
  name: 'Name of the theme',
  nameHint: 'For example “sunday”. A theme of this name gets the new settings.',
  wrongName: (max: number) =>
    `Use only a to z, digits and hyphens, at most ${max} characters. The names of the built-in themes are taken.`,
  full: (max: number) => `There are ${max} themes. More are not possible. Delete one first.`,
  saved: (name: string) => `The theme “${name}” is saved.`,
  deleted: (name: string) => `The theme “${name}” is deleted.`,
  gone: 'This theme does not exist any more.',
  notYours: 'Only the staff of the club or tournament change its themes.',
  title: (owner: string) => `Themes of ${owner}`,
  count: (count: number, max: number) => `${count} of ${max} at most.`,
  columns: ['Name', 'Settings', 'Actions'],
  use: 'Use',
  useOf: (name: string) => `Use the theme ${name}`,
  change: 'Change',
  changeOf: (name: string) => `Change the theme ${name}`,
  delete: 'Delete',
  confirm: {
    title: (name: string) => `Delete the theme ${name}?`,
    outcome: 'Pages with its name in their address get the default look when they are loaded again.',
    yes: 'Delete the theme',
  },
};
