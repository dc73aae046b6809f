import type { HandoverWords } from '../../words.ts';

export const de: HandoverWords = {
  title: 'Auf einem anderen Telefon weitermachen',
  scan: 'Richten Sie die Kamera des anderen Telefons auf diesen Code. Er gilt einmal, 5 Minuten lang, und gibt dem anderen Telefon den Schlüssel von diesem.',
  code: 'Code für die Kamera des anderen Telefons',
  address: 'Oder öffnen Sie dort diese Adresse',
  failed: 'Dieser Code gilt nicht mehr',
  failedAdvice: 'Ein Code gilt einmal, 5 Minuten lang. Zeigen Sie auf dem ersten Telefon einen neuen.',
  goOn: 'Ohne ihn weitermachen',
};
