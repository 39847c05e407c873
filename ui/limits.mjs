/*
 * The limits of the fields that a call takes, from the document of the server's calls, for the screens:
 * src/api/limits.gen.ts. A limit stands in the tag of the field's Go type (app/web/limits.go) alone.
 */
import { readFileSync, writeFileSync } from "node:fs";

const document = JSON.parse(readFileSync("src/api/openapi.json", "utf8"));
const schemas = document.components.schemas;
const taken = new Set();

/** Adds the schemas that stand in this one, itself among them. */
function take(schema) {
  if (schema?.$ref) {
    const name = schema.$ref.split("/").at(-1);
    if (taken.has(name)) return;
    taken.add(name);
    take(schemas[name]);
    return;
  }
  const inner = [schema?.items, schema?.additionalProperties, ...(schema?.oneOf ?? [])];
  for (const part of [...inner, ...Object.values(schema?.properties ?? {})])
    if (part && typeof part === "object") take(part);
}

for (const path of Object.values(document.paths))
  for (const call of Object.values(path))
    for (const media of Object.values(call.requestBody?.content ?? {})) take(media.schema);

/** What bounds a field, or its elements where it is a list or a map. */
function bounded(schema) {
  const of = schema.oneOf?.[0] ?? schema;
  return of.items ?? (of.additionalProperties || of);
}

const fieldsOf = (name) =>
  Object.entries(schemas[name].properties ?? {}).map(([field, schema]) => [field, bounded(schema)]);

/** The server bounds every text of a body (app/web/strictjson.go); most fields have a limit of their own. */
const anyText = Math.max(...[...taken].flatMap(fieldsOf).map(([, { maxLength = 0 }]) => maxLength));

const written = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, "_");

function limitsOf({ maxLength, minimum, maximum }) {
  const own = { maxLength: maxLength === anyText ? undefined : maxLength, minimum, maximum };
  const said = Object.entries(own).filter(([, limit]) => limit !== undefined);
  return said.map(([name, limit]) => `${name}: ${written(limit)}`).join(", ");
}

let text = `/** Written by \`npm run api\` from openapi.json (limits.mjs): do not edit. */

/** Bounds every text of a body, also where the field is not named below. */
export const anyText = ${written(anyText)};
`;
for (const name of [...taken].sort()) {
  const lines = fieldsOf(name)
    .map(([field, schema]) => [field, limitsOf(schema)])
    .filter(([, limits]) => limits)
    .map(([field, limits]) => `  ${field}: { ${limits} },\n`);
  if (lines.length > 0) text += `\nexport const ${name} = {\n${lines.join("")}} as const;\n`;
}
writeFileSync("src/api/limits.gen.ts", text);
