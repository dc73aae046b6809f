// The contents of the documents. `url`: the public address of the service, without a slash at its end.
import { stringify } from 'yaml';
import { asyncApiDocument } from '../../../protocol/documents/asyncapi.ts';
import { openApiDocument } from '../../../protocol/documents/openapi.ts';
import { readText, withoutAnchors } from './markdown.ts';
import { articlePage } from './pages.tsx';
import { valuesOf } from './reference.ts';

const guide = (url: string): Promise<string> => readText('./guide.md', valuesOf(url));
const assistants = (url: string): Promise<string> => readText('./assistants.md', valuesOf(url));

export const openApiJson = (url: string): string => JSON.stringify(openApiDocument(url), null, 2);
export const openApiYaml = (url: string): string => stringify(openApiDocument(url), { aliasDuplicateObjects: false });
export const asyncApiJson = (url: string): string => JSON.stringify(asyncApiDocument(url), null, 2);

/** The pages are whole documents of HTML. */
export const guidePage = async (url: string): Promise<string> =>
  articlePage('/api/docs', 'Match data and live scoring', await guide(url));
export const assistantsPage = async (url: string): Promise<string> =>
  articlePage('/api/docs/ai', 'For assistants that write code', await assistants(url));

/** The form of llmstxt.org: a title, a summary, links. */
export const indexText = async (url: string): Promise<string> =>
  withoutAnchors(`# Touchline\n\n${await assistants(url)}`);
/** The same with the whole guide. */
export const wholeText = async (url: string): Promise<string> =>
  `${await indexText(url)}\n${withoutAnchors(await guide(url))}`;
