import type { HandoverWords } from '../../words.ts';

export const es: HandoverWords = {
  title: 'Continuar en otro teléfono',
  scan: 'Escanee este código con la cámara del otro teléfono. Funciona una vez, durante 5 minutos, y le da al otro teléfono la clave de este.',
  code: 'Código para la cámara del otro teléfono',
  address: 'O abra allí esta dirección',
  failed: 'Este código ya no funciona',
  failedAdvice: 'Un código funciona una vez, durante 5 minutos. Muestre uno nuevo en el primer teléfono.',
  goOn: 'Seguir sin él',
};
