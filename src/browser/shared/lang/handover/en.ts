/** The texts of "Continue on another phone" in the console. */
export const en = {
  title: 'Continue on another phone',
  scan: 'Scan this code with the camera of the other phone. It works once, within 5 minutes, and gives the other phone the key of this one.',
  code: 'Code for the camera of the other phone',
  address: 'Or open this address there',
  failed: 'This code does not work any more',
  failedAdvice: 'A code works once, within 5 minutes. Show a new one on the first phone.',
  goOn: 'Go on without it',
};
