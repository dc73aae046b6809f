import type { HandoverWords } from '../../words.ts';

export const pt: HandoverWords = {
  title: 'Continuar noutro telemóvel',
  scan: 'Leia este código com a câmara do outro telemóvel. Funciona uma vez, durante 5 minutos, e dá ao outro telemóvel a chave deste.',
  code: 'Código para a câmara do outro telemóvel',
  address: 'Ou abra lá este endereço',
  failed: 'Este código já não funciona',
  failedAdvice: 'Um código funciona uma vez, durante 5 minutos. Mostre um novo no primeiro telemóvel.',
  goOn: 'Continuar sem ele',
};
