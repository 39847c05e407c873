import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";
import packageFile from "../package.json";
import openapi from "./api/openapi.json";

/*
 * Rules for the source of the screens: one query and one key per call, no import circles, no unused
 * exports, files or dependencies, a limit to folders and lines. Imports between folders:
 * arrows.test.ts.
 */
const ui = join(dirname(fileURLToPath(import.meta.url)), "..");
const src = join(ui, "src");

const GENERATED = "src/api/schema.gen.ts";

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return files(path);
    return /\.tsx?$/.test(entry.name) && relative(ui, path) !== GENERATED ? [path] : [];
  });
}

const sources = files(src);
const all = [
  ...sources,
  ...files(join(ui, "e2e")),
  join(ui, "vite.config.ts"),
  join(ui, "playwright.config.ts"),
];
const texts = new Map(all.map((path) => [path, readFileSync(path, "utf8")]));
const relativePath = (path: string) => relative(ui, path);
const textOf = (path: string) => texts.get(path) ?? "";
const isTest = (path: string) =>
  /\.test\.tsx?$|test-setup\.ts$|\/testMasters\.ts$|\/testNames\.ts$/.test(path);
const lineOf = (text: string, index: number) => text.slice(0, index).split("\n").length;

/** Where a pattern occurs in some files, as file and line. */
function places(paths: readonly string[], pattern: RegExp): string[] {
  return paths.flatMap((path) =>
    [...textOf(path).matchAll(pattern)].map(
      ({ index, 0: found }) => `${relativePath(path)}:${lineOf(textOf(path), index)} ${found}`,
    ),
  );
}

/* Queries. */

const api = sources.filter((path) => relativePath(path).startsWith("src/api/") && !isTest(path));
const features = sources.filter((path) => !relativePath(path).startsWith("src/api/") && !isTest(path));

it("queries stand in api/<noun>.ts: no GET and no key elsewhere", () => {
  expect(places(features, /\.GET\(|\bqueryKey:\s*\[|\bmutationKey\b/g)).toEqual([]);
});

/** GET calls that answer with JSON; the others answer with files, which are not cached. */
const readCalls = Object.entries(openapi.paths as Record<string, { get?: { responses: object } }>)
  .filter(([, { get }]) =>
    JSON.stringify(get?.responses ?? {}).includes('"200":{"content":{"application/json"'),
  )
  .map(([path]) => path);

it("the contract's read calls are found", () => expect(readCalls.length).toBeGreaterThan(100));

it("the path of a read call occurs in api only, and there once", () => {
  // network.ts fetches at the start of the page, before there is a client.
  const asking = api.filter((path) => relativePath(path) !== "src/api/network.ts");
  const named = (paths: readonly string[], path: string) =>
    places(paths, new RegExp(`(?<!Of<)"${path}"`, "g"));
  expect(readCalls.flatMap((path) => named(features, path))).toEqual([]);
  const twice = readCalls.map((path) => named(asking, path)).filter((found) => found.length > 1);
  expect(twice).toEqual([]);
});

it("a path held in a constant is read by one query", () => {
  const read = /\b(?:read|readByPost|get)\(\s*(?:"\w+",\s*)?([A-Z][A-Z_]+)\b/g;
  const seen = api.flatMap((path) =>
    [...textOf(path).matchAll(read)].map(([, name]) => `${relativePath(path)} ${name}`),
  );
  expect(seen.length).toBeGreaterThan(5);
  expect(seen.filter((one, index) => seen.indexOf(one) !== index)).toEqual([]);
});

/* Styles. */

it("panels, notes and stacks are defined in kit alone", () => {
  const styles = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".css") && !path.startsWith("kit/"),
  );
  const copies = styles.filter((path) =>
    /\.(panel|note|stack)\b/.test(readFileSync(join(src, path), "utf8")),
  );
  expect(copies).toEqual([]);
});

/* Imports and exports. */

interface Module {
  /** Imported names by the file they come from; "*" for all of them. */
  imports: Map<string, Set<string>>;
  /** Names of packages. */
  packages: Set<string>;
  /** Exported names and their lines; a default export is "default". */
  exports: Map<string, number>;
}

function target(from: string, name: string): string | undefined {
  const base = name.startsWith("@/")
    ? join(src, name.slice(2))
    : name.startsWith(".")
      ? resolve(dirname(from), name)
      : undefined;
  return base && [base, `${base}.ts`, `${base}.tsx`].find((path) => texts.has(path));
}

function parse(path: string): Module {
  const file = ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: Module = { imports: new Map(), packages: new Set(), exports: new Map() };
  const addImport = (name: string, names: readonly string[]) => {
    const to = target(path, name);
    if (to) {
      const known = found.imports.get(to) ?? new Set<string>();
      for (const one of names) known.add(one);
      found.imports.set(to, known);
    } else if (!/^[.@]\//.test(name) && !name.startsWith("..")) found.packages.add(name);
  };
  const addExport = (name: string, node: ts.Node) =>
    found.exports.set(name, file.getLineAndCharacterOfPosition(node.getStart()).line + 1);
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const clause = node.importClause;
      const named = clause?.namedBindings;
      addImport(node.moduleSpecifier.text, [
        ...(clause?.name ? ["default"] : []),
        ...(named && ts.isNamespaceImport(named) ? ["*"] : []),
        ...(named && ts.isNamedImports(named)
          ? named.elements.map((one) => (one.propertyName ?? one.name).text)
          : []),
      ]);
    } else if (ts.isExportDeclaration(node)) {
      const named =
        node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : [];
      if (node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier))
        addImport(
          node.moduleSpecifier.text,
          named.length > 0 ? named.map((one) => (one.propertyName ?? one.name).text) : ["*"],
        );
      for (const one of named) addExport(one.name.text, one);
    } else if (ts.isExportAssignment(node)) addExport("default", node);
    else if (
      ts.isCallExpression(node) &&
      (node.expression.kind === ts.SyntaxKind.ImportKeyword ||
        node.expression.getText().endsWith("importActual")) &&
      node.arguments[0] &&
      ts.isStringLiteral(node.arguments[0])
    )
      addImport(node.arguments[0].text, ["*"]);
    else if (ts.canHaveModifiers(node)) {
      const modifiers = ts.getModifiers(node)?.map((one) => one.kind) ?? [];
      if (modifiers.includes(ts.SyntaxKind.ExportKeyword)) {
        if (modifiers.includes(ts.SyntaxKind.DefaultKeyword)) addExport("default", node);
        else if (ts.isVariableStatement(node))
          for (const { name } of node.declarationList.declarations) {
            if (ts.isIdentifier(name)) addExport(name.text, node);
            else
              for (const one of name.elements)
                if (ts.isBindingElement(one)) addExport(one.name.getText(), node);
          }
        else if ("name" in node && node.name) addExport((node.name as ts.Identifier).text, node);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const modules = new Map(all.map((path) => [path, parse(path)]));
const importsOf = (path: string) => modules.get(path)?.imports ?? new Map<string, Set<string>>();

/** Import circles, each once, as the list of its modules. Type imports count too. */
function circles(): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const lazy = (path: string) => relativePath(path) === "src/routes.tsx";
  const visit = (path: string): number => {
    const now = order.size;
    order.set(path, now);
    let lowest = now;
    stack.push(path);
    // The imports of the route table are dynamic: a screen is loaded when it is first opened.
    for (const next of lazy(path) ? [] : importsOf(path).keys())
      if (!order.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, low.get(next) ?? order.get(next) ?? now);
    low.set(path, lowest);
    if (lowest === now) {
      const circle = stack.splice(stack.indexOf(path));
      if (circle.length > 1) found.push(circle.map(relativePath).sort());
    }
    return lowest;
  };
  for (const path of sources) if (!order.has(path)) visit(path);
  return found;
}

it("no modules import each other in a circle", () => expect(circles()).toEqual([]));

it("every file is imported, directly or not, by main.tsx, a test or a tool", () => {
  const roots = all.filter(
    (path) => isTest(path) || !relativePath(path).startsWith("src/") || relativePath(path) === "src/main.tsx",
  );
  const reached = new Set<string>();
  const reach = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const next of importsOf(path).keys()) reach(next);
  };
  roots.forEach(reach);
  expect(sources.filter((path) => !reached.has(path)).map(relativePath)).toEqual([]);
});

it("every export is used by another file", () => {
  const used = new Map<string, Set<string>>();
  for (const { imports } of modules.values())
    for (const [path, names] of imports) used.set(path, new Set([...(used.get(path) ?? []), ...names]));
  const dead = sources.flatMap((path) => {
    const names = used.get(path);
    if (names?.has("*")) return [];
    return [...(modules.get(path)?.exports ?? [])]
      .filter(([name]) => !names?.has(name))
      .map(([name, line]) => `${relativePath(path)}:${line} ${name}`);
  });
  expect(dead).toEqual([]);
});

/** Packages that no file imports, and what uses them. */
const NEEDED: Record<string, string> = {
  "@babel/core": "@rolldown/plugin-babel",
  "@biomejs/biome": "npm run lint",
  "@preact/signals-react-transform": "vite.config.ts, by name",
  "@types/d3-scale": "types of d3-scale",
  "@types/node": "types of Node",
  "@types/react": "types of react",
  "@types/react-dom": "types of react-dom",
  jsdom: "vitest",
  "oidc-provider": "e2e/directory.mjs, for the tests of app/directory",
  "openapi-typescript": "npm run api",
};

it("every dependency is used", () => {
  const imported = new Set(
    [...modules.values()].flatMap(({ packages }) =>
      [...packages].map((name) =>
        name
          .split("/")
          .slice(0, name.startsWith("@") ? 2 : 1)
          .join("/"),
      ),
    ),
  );
  const { dependencies, devDependencies } = packageFile;
  const unused = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !imported.has(name) && !(name in NEEDED),
  );
  expect(unused).toEqual([]);
  expect(Object.keys(NEEDED).filter((name) => imported.has(name))).toEqual([]);
});

/* Size. */

const MANY = 40;

it(`no folder except kit has more than ${MANY} files`, () => {
  const folders = readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relativePath(entry.parentPath));
  const large = [...new Set(folders)].filter(
    (folder) => folder !== "src/kit" && folders.filter((one) => one === folder).length > MANY,
  );
  expect(large).toEqual([]);
});

const LONGEST = 140;

it(`no line of a program is longer than ${LONGEST} characters`, () => {
  const long = sources.flatMap((path) =>
    textOf(path)
      .split("\n")
      .flatMap((line, index) => ([...line].length > LONGEST ? [`${relativePath(path)}:${index + 1}`] : [])),
  );
  expect(long).toEqual([]);
});
