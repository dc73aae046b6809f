// `npm run sbom`: lists the components of a running Touchline, as CycloneDX (sbom/touchline.cdx.json), and its licences
// (sbom/licenses.md). npm writes the list of everything in package-lock.json; here it is reduced to what production needs.
// npm's own `--omit dev` leaves out packages that a tool needs as well, esbuild and yaml among them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Licences that a production dependency may have. Another one needs a decision first. MPL-2.0 asks for the sources of changed files
 * only, and resvg is used as it is; Bitstream-Vera is the permissive licence of the DejaVu fonts.
 */
export const ALLOWED_LICENSES = [
  '0BSD',
  'Apache-2.0',
  'Bitstream-Vera',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  // For fonts.
  'OFL-1.1',
  'Unlicense',
];

/**
 * Licences of packages whose own field is wrong or names a file only. The repack says ISC, the LICENSE file of uWebSockets.js is
 * Apache-2.0.
 */
const CORRECTED_LICENSES: Readonly<Record<string, string>> = {
  uwebsockets: 'Apache-2.0',
  'dejavu-fonts-ttf': 'Bitstream-Vera',
};

const licenseSchema = z.looseObject({
  license: z.looseObject({ id: z.string().optional(), name: z.string().optional() }).optional(),
  expression: z.string().optional(),
});
const componentSchema = z.looseObject({
  'bom-ref': z.string(),
  type: z.string(),
  name: z.string(),
  version: z.string(),
  purl: z.string().optional(),
  licenses: z.array(licenseSchema).optional(),
});
const bomSchema = z.looseObject({
  metadata: z.looseObject({ component: componentSchema }),
  components: z.array(componentSchema),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});
export type Component = z.infer<typeof componentSchema>;
type Bom = z.infer<typeof bomSchema>;

const packageSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  dependencies: z.record(z.string(), z.string()),
});
const lockSchema = z.looseObject({
  packages: z.record(z.string(), z.looseObject({ name: z.string().optional(), version: z.string().optional() })),
});
const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(checkout, file), 'utf8'));

/** The SBOM from npm: all packages of package-lock.json. */
function fromNpm(): Bom {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const options = {
    cwd: checkout,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  } as const;
  return bomSchema.parse(JSON.parse(execFileSync('npm', args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] })));
}

/** All refs that can be reached from the given ones. */
function closure(from: readonly string[], edges: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set(from);
  for (const ref of reached) for (const next of edges.get(ref) ?? []) reached.add(next);
  return reached;
}

/** The pinned binaries of uWebSockets.js, as files of their package. */
function binaries(): object[] {
  const pins = z.record(z.string(), z.string()).parse(readJson('src/cli/supply-chain/uwebsockets-binaries.json'));
  return Object.entries(pins).map(([name, content]) => ({ type: 'file', name, hashes: [{ alg: 'SHA-256', content }] }));
}

function corrected(component: Component): Component {
  const name = packageName(component);
  const id = CORRECTED_LICENSES[name];
  if (id === undefined) return component;
  const parts = name === 'uwebsockets' ? { components: binaries() } : {};
  return { ...component, licenses: [{ license: { id } }], ...parts };
}

/** The name in the registry: a package may be installed under another one. */
export const packageName = ({ 'bom-ref': ref }: Component): string => ref.slice(0, ref.lastIndexOf('@'));

/** The SBOM of the production dependencies, direct and indirect ones. Runs npm. */
export function makeSbom(): Bom {
  const own = packageSchema.parse(readJson('package.json'));
  const { packages } = lockSchema.parse(readJson('package-lock.json'));
  const direct = Object.keys(own.dependencies).map((name) => {
    const locked = packages[`node_modules/${name}`];
    return `${locked?.name ?? name}@${locked?.version ?? ''}`;
  });
  const all = fromNpm();
  const root = all.metadata.component;
  const edges = new Map(all.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const kept = closure(direct, edges);
  return {
    ...all,
    metadata: { ...all.metadata, component: { ...root, type: 'application', name: own.name } },
    components: all.components.filter((component) => kept.has(component['bom-ref'])).map(corrected),
    dependencies: all.dependencies
      .filter(({ ref }) => ref === root['bom-ref'] || kept.has(ref))
      .map((entry) => ({ ...entry, dependsOn: entry.ref === root['bom-ref'] ? direct : entry.dependsOn })),
  };
}

/** The licence of a component as SPDX, or what the package says. */
export function licenseOf({ licenses }: Component): string {
  const [first] = licenses ?? [];
  return first?.license?.id ?? first?.expression ?? first?.license?.name ?? 'none';
}

/** Components whose licence is not allowed. */
export const refusedLicenses = ({ components }: Bom): Component[] =>
  components.filter((component) => !ALLOWED_LICENSES.includes(licenseOf(component)));

/** The licence list as a Markdown table. */
export function licenseList({ components }: Bom): string {
  const rows = components.map(
    (component) => `| ${packageName(component)} | ${component.version} | ${licenseOf(component)} |`,
  );
  return ['| package | version | licence |', '| --- | --- | --- |', ...rows.sort(), ''].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sbom = makeSbom();
  mkdirSync(path.join(checkout, 'sbom'), { recursive: true });
  writeFileSync(path.join(checkout, 'sbom/touchline.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
  writeFileSync(path.join(checkout, 'sbom/licenses.md'), licenseList(sbom));
  console.log(`Wrote sbom/touchline.cdx.json and sbom/licenses.md: ${sbom.components.length} packages.`);
  for (const component of refusedLicenses(sbom)) {
    console.error(`${component['bom-ref']} has the licence ${licenseOf(component)}, which is not allowed.`);
    process.exitCode = 1;
  }
}
