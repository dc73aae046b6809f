// What changed between two OpenAPI documents, in words for the people who build on the interface.

type Json = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** One line for each change; none for documents that describe the same interface. Words and examples are not compared. */
export function changesBetween(before: unknown, after: unknown): readonly string[] {
  return [
    ...differences(operationsOf(before), operationsOf(after), () => 'operation'),
    ...differences(fieldsOf(before), fieldsOf(after), (key) => (/[.[]/.test(key) ? 'field' : 'schema')),
  ];
}

function differences(
  before: ReadonlyMap<string, Json>,
  after: ReadonlyMap<string, Json>,
  what: (key: string) => string,
): string[] {
  const added = [...after.keys()].filter((key) => !before.has(key) && !isWithinNew(key, before, after));
  const removed = [...before.keys()].filter((key) => !after.has(key) && !isWithinNew(key, after, before));
  const changed = [...after].flatMap(([key, is]) => {
    const was = before.get(key);
    return was === undefined ? [] : changesOf(was, is).map((change) => `\`${key}\`: ${change}.`);
  });
  return [
    ...added.map((key) => `New ${what(key)} \`${key}\`.`),
    ...removed.map((key) => `Removed ${what(key)} \`${key}\`.`),
    ...changed,
  ];
}

/** Whether the schema or field that has this field is new itself: then it is not told apart. */
function isWithinNew(key: string, before: ReadonlyMap<string, Json>, after: ReadonlyMap<string, Json>): boolean {
  const parent = key.slice(0, Math.max(0, key.lastIndexOf('.')));
  return parent !== '' && after.has(parent) && !before.has(parent);
}

function changesOf(was: Json, is: Json): string[] {
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) => {
    const [old, now] = [listOf(was[name]), listOf(is[name])];
    const gone = old.filter((value) => !now.includes(value)).map(String);
    const come = now.filter((value) => !old.includes(value)).map(String);
    return [
      ...(come.length === 0 ? [] : [`${name} now with ${come.join(', ')}`]),
      ...(gone.length === 0 ? [] : [`${name} no longer with ${gone.join(', ')}`]),
    ];
  });
}

/** `GET /api/v1/club` → its credentials, parameters and statuses. */
function operationsOf(document: unknown): ReadonlyMap<string, Json> {
  return new Map(
    Object.entries(objectOf(objectOf(document)['paths'])).flatMap(([path, methods]) =>
      Object.entries(objectOf(methods)).map(([method, value]): [string, Json] => {
        const operation = objectOf(value);
        return [
          `${method.toUpperCase()} ${path}`,
          {
            credentials: listOf(operation['security']).flatMap((one) => Object.keys(objectOf(one))),
            parameters: listOf(operation['parameters']).map((one) => String(objectOf(one)['name'])),
            statuses: Object.keys(objectOf(operation['responses'])),
            deprecated: operation['deprecated'] === true ? ['yes'] : [],
          },
        ];
      }),
    ),
  );
}

/** The schema and all alternatives in it. */
const branchesOf = (schema: Json): readonly Json[] => [
  schema,
  ...['anyOf', 'oneOf', 'allOf'].flatMap((key) => listOf(schema[key]).flatMap((one) => branchesOf(objectOf(one)))),
];

/** `Game.title` → its types, values and whether it is required. */
function fieldsOf(document: unknown): ReadonlyMap<string, Json> {
  const fields = new Map<string, Json>();
  const visit = (value: unknown, at: string, isRequired: boolean): void => {
    const schema = objectOf(value);
    const all = branchesOf(schema);
    const known = fields.get(at);
    const add = (name: string, found: readonly unknown[]): Json => ({
      [name]: [...new Set([...listOf(known?.[name]), ...found])],
    });
    fields.set(at, {
      ...add(
        'types',
        all.flatMap((one) => [one['type'] ?? [], one['$ref'] ?? []].flat()),
      ),
      ...add(
        'values',
        all.flatMap((one) => [...listOf(one['enum']), ...('const' in one ? [one['const']] : [])]),
      ),
      required: isRequired ? ['yes'] : [],
    });
    for (const one of all) {
      const required = listOf(one['required']);
      for (const [name, inner] of Object.entries(objectOf(one['properties'])))
        visit(inner, `${at}.${name}`, required.includes(name));
      if ('items' in one) visit(one['items'], `${at}[]`, false);
      if (typeof one['additionalProperties'] === 'object') visit(one['additionalProperties'], `${at}.*`, false);
    }
  };
  const schemas = objectOf(objectOf(objectOf(document)['components'])['schemas']);
  for (const [name, schema] of Object.entries(schemas)) visit(schema, name, false);
  return fields;
}
