// A problem that a page for people throws.
import { Problem } from '../../ops/problem.ts';

/** Its message and hint are in the language of the visitor. */
export class PageProblem extends Problem {}
