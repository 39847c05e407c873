import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import document from "./openapi.json";

/*
 * The document that other programs build their clients from: it must be what OpenAPI 3.1 says,
 * by the official schema and by a linter's recommended rules, which also look at references,
 * path parameters, double operation ids and security.
 */
it("is a valid OpenAPI 3.1 document by the official schema", async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  expect(result).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
  expect(() => validator.resolveRefs()).not.toThrow();
});

it("breaks none of the linter's recommended rules", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map((p) => `${p.ruleId}: ${p.message} ${p.location[0]?.pointer}`)).toEqual([]);
});

it("is not taken for valid where it is not", async () => {
  const broken: Record<string, unknown> = structuredClone(document);
  broken.paths = { "/x": { get: { operationId: 1 } } };
  expect((await new Validator().validate(broken)).valid).toBe(false);
});
