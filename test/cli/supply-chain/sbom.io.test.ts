// `npm run sbom`: valid CycloneDX, with every production dependency, and no licence that is not allowed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import {
  ALLOWED_LICENSES,
  type Component,
  licenseList,
  licenseOf,
  makeSbom,
  packageName,
  refusedLicenses,
} from '../../../src/cli/supply-chain/sbom.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const readJson = <T>(file: string): T => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as T;
const sbom = makeSbom();

/** The schema that the makers of CycloneDX publish, with the two that it refers to. */
const schemaOf = (name: string): Record<string, unknown> =>
  readJson(`node_modules/@cyclonedx/cyclonedx-library/res/schema/${name}.SNAPSHOT.schema.json`);

type LockedPackage = { readonly name?: string; readonly version: string; readonly dev?: boolean };
const locked = readJson<{ packages: Record<string, LockedPackage> }>('package-lock.json').packages;
const production = Object.entries(locked)
  .filter(([place, { dev }]) => place !== '' && dev !== true)
  .map(([place, { name, version }]) => `${name ?? place.replace(/^.*node_modules\//, '')}@${version}`);

test('the SBOM is valid CycloneDX 1.5, by the published schema', () => {
  // The schema names formats of its own; they are known to no validator.
  const ajv = new Ajv({ strict: false, validateFormats: true, allErrors: true });
  addFormats.default(ajv);
  for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true);
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(schemaOf(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  const validate = ajv.compile(schemaOf('bom-1.5'));
  validate(sbom);
  expect(validate.errors).toBeNull();
  // The schema is at work.
  expect(validate({ ...sbom, components: [{ name: 'no type' }] })).toBe(false);
});

test('it has every production dependency of package-lock.json, and nothing else', () => {
  expect(sbom.components.map((component) => component['bom-ref']).sort()).toEqual([...new Set(production)].sort());
  expect(sbom.components.map(packageName)).toEqual(expect.arrayContaining(['esbuild', 'yaml', 'uwebsockets']));
  expect(sbom.components.map(packageName)).not.toContain('vitest');
  expect(sbom.metadata.component).toMatchObject({ name: 'touchline', type: 'application' });
});

test('every dependency that it names is in it', () => {
  const refs = new Set([
    sbom.metadata.component['bom-ref'],
    ...sbom.components.map((component) => component['bom-ref']),
  ]);
  for (const { ref, dependsOn } of sbom.dependencies)
    for (const name of [ref, ...dependsOn]) expect(refs).toContain(name);
});

test('it holds the pinned binaries of uWebSockets.js', () => {
  const pins = readJson<Record<string, string>>('src/cli/supply-chain/uwebsockets-binaries.json');
  const files = sbom.components.find((component) => packageName(component) === 'uwebsockets')?.['components'];
  expect(files).toEqual(
    Object.entries(pins).map(([name, content]) => ({ type: 'file', name, hashes: [{ alg: 'SHA-256', content }] })),
  );
});

test('no production dependency has a licence outside the list', () => {
  expect(refusedLicenses(sbom)).toEqual([]);
  for (const component of sbom.components)
    expect(ALLOWED_LICENSES, component['bom-ref']).toContain(licenseOf(component));
  const copyleft: Component = {
    'bom-ref': 'a@1',
    type: 'library',
    name: 'a',
    version: '1',
    licenses: [{ license: { id: 'GPL-3.0-only' } }],
  };
  const silent: Component = { 'bom-ref': 'b@1', type: 'library', name: 'b', version: '1' };
  expect(refusedLicenses({ ...sbom, components: [copyleft, silent] })).toEqual([copyleft, silent]);
});

test('the licence list has a line for each package', () => {
  const lines = licenseList(sbom).trimEnd().split('\n').slice(2);
  expect(lines).toHaveLength(sbom.components.length);
  expect(lines).toContain('| uwebsockets | 3.0.6 | Apache-2.0 |');
});
