// The texts of the console. The build makes one script for each language: there, its tables stand in place of the English ones.
export { en as words } from '../shared/lang/console/en.ts';
export { en as statusWords } from '../shared/lang/status/en.ts';
export { en as airWords } from '../shared/lang/air/en.ts';
export { en as handoverWords } from '../shared/lang/handover/en.ts';
