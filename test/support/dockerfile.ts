// Replays a Dockerfile without a container runtime: each COPY by hand, each RUN in a sandbox above the root of its base image.
import { existsSync } from 'node:fs';
import { chown, cp, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { runInSandbox } from './sandbox.ts';

type Instruction = { readonly name: string; readonly text: string };

/** What a stage leaves: its files above the base image, and how its program is started. */
export type Stage = {
  readonly layer: string;
  readonly env: Readonly<Record<string, string>>;
  readonly workdir: string;
  readonly user: string;
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
};

/** The instructions in order, without comments and with their lines joined. */
const instructionsOf = (text: string): readonly Instruction[] =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...rest] = line.split(' ');
      return { name, text: rest.join(' ') };
    });

/** Whether a path of the checkout goes to the builder, by the lines of a .dockerignore: the last one that fits counts. */
export function isSent(file: string, ignore: string): boolean {
  const parents = file.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'));
  return ignore
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .reduce((sent, line) => {
      const pattern = line
        .replace(/^!/, '')
        .replaceAll('.', '\\.')
        .replaceAll('**/', '(.+/)?')
        .replaceAll('*', '[^/]*');
      return parents.some((parent) => new RegExp(`^${pattern}$`).test(parent)) ? line.startsWith('!') : sent;
    }, true);
}

const USERS: Readonly<Record<string, number>> = { root: 0, node: 1000 };
/** The number of a user of the Node.js image. */
export function userNumber(name: string): number {
  const number = USERS[name];
  if (number === undefined) throw new Error(`The image has no user ${name}.`);
  return number;
}

export type ReplayOptions = {
  /** The checkout. */
  readonly root: string;
  /** The root of the base image, and above it what else its commands need. */
  readonly base: readonly string[];
  /** A folder for the layers. */
  readonly folder: string;
  readonly args: Readonly<Record<string, string>>;
  /** Folders of this machine for the commands of RUN, by their path inside. */
  readonly binds: Readonly<Record<string, string>>;
};

/** Runs all stages. Resolves to the last one. Throws when a step fails or when a COPY finds nothing. */
export async function replayDockerfile({ root, base, folder, args, binds }: ReplayOptions): Promise<Stage> {
  const ignore = await readFile(path.join(root, '.dockerignore'), 'utf8');
  const stages = new Map<string, Stage>();
  let stage: Stage | null = null;
  for (const { name, text } of instructionsOf(await readFile(path.join(root, 'Dockerfile'), 'utf8'))) {
    if (name === 'FROM') {
      const label = / AS (\w+)$/.exec(text)?.[1] ?? `stage${stages.size}`;
      const layer = path.join(folder, label);
      await mkdir(layer);
      stage = {
        layer,
        env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
        workdir: '/',
        user: 'root',
        command: [],
        healthcheck: [],
      };
      stages.set(label, stage);
      continue;
    }
    if (stage === null) throw new Error(`${name} before FROM.`);
    const next: Stage = await step(stage, name, text);
    for (const [label, known] of stages) if (known === stage) stages.set(label, next);
    stage = next;
  }
  if (stage === null) throw new Error('The Dockerfile is empty.');
  return stage;

  async function step(before: Stage, name: string, text: string): Promise<Stage> {
    switch (name) {
      case 'WORKDIR':
        await mkdir(path.join(before.layer, text), { recursive: true });
        return { ...before, workdir: text };
      case 'ENV':
        return { ...before, env: { ...before.env, ...Object.fromEntries(text.split(' ').map(pairOf)) } };
      case 'ARG': {
        const [key, value] = pairOf(text);
        return { ...before, env: { ...before.env, [key]: args[key] ?? value } };
      }
      case 'USER':
        return { ...before, user: text };
      case 'CMD':
        return { ...before, command: JSON.parse(text) as string[] };
      case 'HEALTHCHECK':
        return { ...before, healthcheck: JSON.parse(/ CMD (.*)$/.exec(text)?.[1] ?? '') as string[] };
      case 'COPY':
        await copy(before, text);
        return before;
      case 'RUN': {
        const { env, workdir, user, layer } = before;
        const sandbox = { layers: base, writesTo: layer, binds, user: userNumber(user), workdir };
        await runInSandbox({ ...sandbox, env: { HOME: '/root', ...env } }, ['sh', '-c', text]);
        return before;
      }
      case 'VOLUME':
      case 'EXPOSE':
      case 'STOPSIGNAL':
        return before;
      default:
        throw new Error(`${name} is not known here.`);
    }
  }

  async function copy({ layer, workdir }: Stage, text: string): Promise<void> {
    const words = text.split(' ');
    const valueOf = (option: string) =>
      words.find((word) => word.startsWith(`--${option}=`))?.slice(option.length + 3) ?? null;
    const [from, owner] = [valueOf('from'), valueOf('chown')];
    const paths = words.filter((word) => !word.startsWith('--'));
    const target = path.join(layer, path.resolve(workdir, paths.pop() ?? ''));
    const isFolder = words.at(-1)?.endsWith('/') === true;
    const source = from === null ? root : (stages.get(from)?.layer ?? '');
    const filter = (file: string): boolean => from !== null || isSent(path.relative(root, file), ignore);
    for (const found of paths) {
      const into = isFolder ? path.join(target, path.basename(found)) : target;
      await cp(path.join(source, found), into, { recursive: true, verbatimSymlinks: true, filter });
      if (!existsSync(into)) throw new Error(`COPY ${found}: .dockerignore keeps it back.`);
      if (owner === null) continue;
      const number = userNumber(owner.split(':')[0] ?? '');
      await chown(into, number, number);
    }
  }
}

const pairOf = (text: string): [string, string] => {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
};
