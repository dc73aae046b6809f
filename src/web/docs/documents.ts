// The contents of the documents. `url`: the public address of the service, without a slash at its end.
import { stringify } from 'yaml';
import { asyncApiDocument } from '../../../protocol/documents/asyncapi.ts';
import { openApiDocument } from '../../../protocol/documents/openapi.ts';
import { readText, withoutAnchors } from './markdown.ts';
import { articlePage } from './pages.tsx';
import { valuesOf } from './reference.ts';

const guide = (url: string): Promise<string> => readText('./guide.md', valuesOf(url));
const assistants = (url: string): Promise<string> => readText('./assistants.md', valuesOf(url));

const openApiJson = (url: string): string => JSON.stringify(openApiDocument(url), null, 2);
const openApiYaml = (url: string): string => stringify(openApiDocument(url), { aliasDuplicateObjects: false });
const asyncApiJson = (url: string): string => JSON.stringify(asyncApiDocument(url), null, 2);

/** The pages are whole documents of HTML. */
const guidePage = async (url: string): Promise<string> =>
  articlePage('/api/docs', 'Match data and live scoring', await guide(url));
const assistantsPage = async (url: string): Promise<string> =>
  articlePage('/api/docs/ai', 'For assistants that write code', await assistants(url));

/** The form of llmstxt.org: a title, a summary, links. */
const indexText = async (url: string): Promise<string> => withoutAnchors(`# Touchline\n\n${await assistants(url)}`);
/** The same with the whole guide. */
const wholeText = async (url: string): Promise<string> =>
  `${await indexText(url)}\n${withoutAnchors(await guide(url))}`;

/** By the names of their files in the build. */
export const documents = { openApiJson, openApiYaml, asyncApiJson, guidePage, assistantsPage, indexText, wholeText };
export type Documents = typeof documents;
