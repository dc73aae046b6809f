// A problem that a page for people throws.
import type { PageWords } from '../../browser/shared/words.ts';
import { Problem } from '../../ops/problem.ts';

/** Its message and hint are in the language of the visitor. */
export class PageProblem extends Problem {}

/** A form that our pages do not send. */
export const incompleteForm = ({ incompleteForm: { title, advice } }: PageWords): PageProblem =>
  new PageProblem(400, title, { hint: advice });
