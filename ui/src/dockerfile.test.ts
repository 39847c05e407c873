import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { validate } from "dockerfile-utils";
import { expect, it } from "vitest";

/*
 * The image cannot be built where the tests run, so a linter checks the Dockerfile: instructions,
 * their flags and arguments, and lines without effect. What this product requires of the
 * Dockerfile is tested in app/program/container_test.go.
 */
const recipe = readFileSync(join(dirname(fileURLToPath(import.meta.url)), "../../Dockerfile"), "utf8");
const findings = (text: string) =>
  validate(text).map(({ range, message }) => `${range.start.line + 1}: ${message}`);

it("finds no fault in the Dockerfile", () => {
  expect(recipe).toContain("\nENTRYPOINT ");
  expect(findings(recipe)).toEqual([]);
});

it("finds each fault put into it", () => {
  const faults: [find: RegExp, put: string][] = [
    [/^STOPSIGNAL SIGTERM$/m, "STOPSIGNAL TERMINATE"],
    [/^EXPOSE 8080$/m, "EXPOSE http"],
    [/^WORKDIR \/src$/m, "WORKDIR src"],
    [/--start-period=30s/, "--start-periods=30s"],
    [/--interval=30s/, "--interval=30"],
    [/^CMD \["serve"\]$/m, "CMD ['serve']"],
    [/^ENTRYPOINT .*$/m, "$&\n$&"],
    [/^COPY app \.\/app$/m, "COPY app"],
    [/--from=build \/tsunagu/, "--form=build /tsunagu"],
    [/^USER .*$/m, "USERS 65532"],
    [/^ARG VERSION=dev\n(?=LABEL)/m, "ARG\n"],
  ];
  for (const [find, put] of faults) {
    const broken = recipe.replace(find, put);
    expect(broken).not.toBe(recipe);
    expect(findings(broken), put).not.toEqual([]);
  }
});
