import type { HandoverWords } from '../../words.ts';

export const fr: HandoverWords = {
  title: 'Continuer sur un autre téléphone',
  scan: 'Scannez ce code avec l’appareil photo de l’autre téléphone. Il fonctionne une fois, pendant 5 minutes, et donne à l’autre téléphone la clé de celui-ci.',
  code: 'Code pour l’appareil photo de l’autre téléphone',
  address: 'Ou ouvrez-y cette adresse',
  failed: 'Ce code ne fonctionne plus',
  failedAdvice: 'Un code fonctionne une fois, pendant 5 minutes. Affichez-en un nouveau sur le premier téléphone.',
  goOn: 'Continuer sans lui',
};
