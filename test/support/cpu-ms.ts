/** CPU time of all threads of this process so far, ms: the wait for a core and other programs do not add to it. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
