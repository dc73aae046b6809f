// Runs a program as a container runtime or systemd does, without either: in a root of its own made of folders, which may be read-only, as
// a user without rights. It needs Linux and root. Mounts belong to the process and end with it.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type Sandbox = {
  /** Folders that make its root, the upper ones first. */
  readonly layers: readonly string[];
  /** Gets what is written; without it the root is read-only. */
  readonly writesTo?: string;
  /** Folders of this machine by their path inside. They can be written to. */
  readonly binds?: Readonly<Record<string, string>>;
  /** Paths inside that are new and empty, in memory. */
  readonly empty?: readonly string[];
  /** User and group by number; 0 keeps all rights. */
  readonly user: number;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
};

/** Whether this machine has what a sandbox needs. */
export const hasSandbox = process.platform === 'linux' && process.getuid?.() === 0;

/** The steps before the program, in a mount namespace of their own. The arguments are the program and its arguments. */
const STEPS = `
if [ -n "$upper" ]; then
  mount -t overlay overlay -o "lowerdir=$lower,upperdir=$upper,workdir=$scratch/work" "$scratch/root"
else
  mount -t overlay overlay -o "ro,lowerdir=$lower" "$scratch/root"
fi
mount -t proc proc "$scratch/root/proc"
mount --rbind /dev "$scratch/root/dev"
while read -r inside outside; do
  [ -z "$inside" ] || mount --bind "$outside" "$scratch/root$inside"
done <<<"$binds"
for inside in $empty; do mount -t tmpfs -o mode=1777 tmpfs "$scratch/root$inside"; done
limits=()
[ "$user" = 0 ] || limits=(setpriv --reuid="$user" --regid="$user" --clear-groups --no-new-privs --bounding-set=-all)
exec chroot "$scratch/root" "\${limits[@]}" /usr/bin/env -i -C "$workdir" "$@"`;

/** Starts the program. Remove `scratch` when it has ended. */
export async function startInSandbox(
  { layers, writesTo = '', binds = {}, empty = [], user, workdir, env }: Sandbox,
  command: readonly string[],
): Promise<{ readonly child: ChildProcess; removeScratch(): Promise<void> }> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'touchline-sandbox-'));
  await Promise.all(['work', 'root'].map((name) => mkdir(path.join(scratch, name))));
  const settings = {
    lower: layers.join(':'),
    upper: writesTo,
    scratch,
    user: String(user),
    workdir,
    empty: empty.join(' '),
    binds: Object.entries(binds)
      .map((pair) => pair.join(' '))
      .join('\n'),
  };
  const assigned = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const child = spawn(
    'unshare',
    [
      '--mount',
      '--propagation',
      'private',
      'bash',
      '-euo',
      'pipefail',
      '-c',
      STEPS,
      'sandbox',
      ...assigned,
      ...command,
    ],
    { env: { ...process.env, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  return { child, removeScratch: () => rm(scratch, { recursive: true, force: true }) };
}

/** Runs it to its end. Throws with its output unless its exit code is 0. */
export async function runInSandbox(sandbox: Sandbox, command: readonly string[]): Promise<string> {
  const { child, removeScratch } = await startInSandbox(sandbox, command);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (output += part.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  await removeScratch();
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output}`);
  return output;
}
