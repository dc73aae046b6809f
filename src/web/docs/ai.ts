// For AI assistants that write code against the API: rules, sources, and the files of llmstxt.org.
import { list, type Section, sectionMarkdown, table, text } from './blocks.ts';
import { guide, type GuideOptions } from './guide.ts';

const ABOUT =
  'Touchline is a match data and live scoring service: apps read clubs, games and tournaments, record match events, scores ' +
  'and goals by REST, and follow matches live by WebSocket.';

const sources = (baseUrl: string) =>
  [
    ['Guide', `${baseUrl}/api/docs`, 'first call, tokens, polling, live channel, errors, limits, all values'],
    ['Whole guide in Markdown', `${baseUrl}/llms-full.txt`, 'the whole guide in one file'],
    ['OpenAPI 3.1', `${baseUrl}/api/openapi.json`, 'every endpoint with its bodies, answers and examples'],
    ['OpenAPI 3.1 as YAML', `${baseUrl}/api/openapi.yaml`, 'the same'],
    ['AsyncAPI 3.0', `${baseUrl}/api/asyncapi.json`, 'every frame of the live channel'],
    ['Interactive documentation', `${baseUrl}/api/docs/interactive`, 'to try calls in a browser'],
    ['For assistants', `${baseUrl}/api/docs/ai`, 'rules for correct generated code'],
  ] as const;

const rules = [
  'Take paths, fields and allowed values from the OpenAPI document; do not guess them.',
  'Send `Authorization: Bearer <API_KEY>` with every call; read the key from the environment, never write it into code.',
  'With a connected app token call `GET /api/v1/resources` first and use explicit paths; legacy paths answer it 403.',
  'Make one UUID for each marker and keep it: retry with the same `id`, never with a new one.',
  'A game takes markers at `POST …/marker` (singular) and lists them at `GET …/markers` (plural); tournament matches use `…/markers` for both.',
  'A club game’s repeated `id` replaces the marker; a tournament match’s repeated `id` changes nothing.',
  'Send `match_id` (`{game_id}_{match_index}`) when a game has several matchups.',
  'Send `primary_player_type` with the player id: user ids and junior ids are separate.',
  'Scores and goals set by PATCH do not change each other; markers move both.',
  'Poll with `If-None-Match`; for anything faster than every 5 seconds use the live channel.',
  'On 429 and 503 wait for `Retry-After` seconds; on 422 read `details`; on 401 and 403 do not retry.',
  'On the live channel keep `(epoch, seq, state)` of each channel and follow the four rules of the guide; absent fields mean null.',
  'Never put an API key into an address or a page: make a view token.',
];

/** The sections of `/api/docs/ai`. */
export const aiSections = ({ baseUrl }: GuideOptions): readonly Section[] => [
  {
    id: 'sources',
    title: 'Sources',
    blocks: [
      text(ABOUT),
      table(
        ['what', 'address', 'holds'],
        sources(baseUrl).map(([name, address, holds]) => [name, `[${new URL(address).pathname}](${address})`, holds]),
      ),
      text('Give an assistant `/llms-full.txt` and `/api/openapi.json`; `/llms.txt` is the short index of them.'),
    ],
  },
  { id: 'rules', title: 'Rules for correct generated code', blocks: [list(...rules)] },
];

/** `/llms.txt` (llmstxt.org): a title, a summary, links. */
export const llmsIndex = ({ baseUrl }: GuideOptions): string =>
  [
    '# Touchline\n',
    `> ${ABOUT}\n`,
    '## Rules\n',
    ...rules.map((rule) => `- ${rule}`),
    '\n## Documents\n',
    ...sources(baseUrl).map(([name, address, holds]) => `- [${name}](${address}): ${holds}`),
    '',
  ].join('\n');

/** `/llms-full.txt`: the rules and the whole guide. */
export const llmsFull = (options: GuideOptions): string =>
  ['# Touchline\n', `> ${ABOUT}\n`, ...[...aiSections(options), ...guide(options)].map(sectionMarkdown)].join('\n');
