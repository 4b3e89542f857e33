/**
 * Files that commands write are complete or absent, and never replace the result. If the system refuses a
 * file, the error tells the user how to correct that, and is not reported as an internal error.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { writeText } from "../../src/cli/output-files.ts";
import { refusedBySystem } from "../../src/core/disk.ts";
import { ExitCode } from "../../src/core/errors.ts";
import { BUILD_TIMEOUT, ROOT, requireBuild } from "./built.ts";
import { directoryInput } from "./reduce/support.ts";
import { deadwood, directoryOf } from "./support.ts";

vi.setConfig({ testTimeout: 60_000 });

describe("a file", () => {
  test("replaces the earlier one, keeps its permissions, and may be behind a link", () => {
    const root = directoryOf({ real: "before" });
    chmodSync(join(root, "real"), 0o640);
    symlinkSync("real", join(root, "link"));
    writeText("--json", join(root, "link"), "after");
    expect(readFileSync(join(root, "real"), "utf8")).toBe("after");
    expect(statSync(join(root, "real")).mode & 0o777).toBe(0o640);
    expect(readdirSync(root).toSorted()).toEqual(["link", "real"]);
  });

  test("may be a device", () => {
    writeText("--json", "/dev/null", "nothing");
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  });
});

/** A device that is always full. Commands with what they say, and their exit code when all is well. */
describe.skipIf(!existsSync("/dev/full"))(
  "a file that cannot be written does not hide the result",
  () => {
    const small = ["--heap", "4m"];
    test.each([
      [["check", "--json", "/dev/full", ...small, "Hello"], 2, /^safe/m],
      [["check", "--junit", "/dev/full", ...small, "Hello"], 2, /^safe/m],
      [["check", "--sarif", "/dev/full", ...small, "Hello"], 2, /^safe/m],
      [["check", "--dot", "/dev/full", ...small, "Hello"], 2, /^safe/m],
      [
        ["check", "--trace", "/dev/full", ...small, "LostUpdate", "racy", "2", "1"],
        1,
        /^violated/m,
      ],
      [
        [
          "check",
          "--json",
          "/dev/full",
          "--max-states",
          "2",
          ...small,
          "LostUpdate",
          "racy",
          "2",
          "1",
        ],
        3,
        /^incomplete/m,
      ],
      [["run", "--stats", "/dev/full", ...small, "Hello"], 2, /./],
      [["run", "--opcodes", "/dev/full", ...small, "Hello"], 2, /./],
      [["explain", "--json", "/dev/full", ...small, "Hello"], 2, /^Hello: the first state/],
      [
        [
          "fuzz",
          "--kind",
          "unrestricted",
          "--programs",
          "1",
          "--configurations",
          "default",
          "--states",
          "300",
          "--json",
          "/dev/full",
        ],
        2,
        /1 program/,
      ],
    ] as const)("%j", async (argv, exitCode, said) => {
      const ran = await deadwood(argv);
      expect(ran.out).toMatch(said);
      expect(ran.err).toMatch(
        /^error\[E502_DISK_FULL\]: cannot write \/dev\/full: no space is left \(ENOSPC\)\n {2}hint: --\w+ was not written/,
      );
      expect(ran.exitCode).toBe(exitCode);
    });
  },
);

const canMount =
  spawnSync("unshare", ["-rm", "sh", "-c", "mount -t tmpfs -o size=64k tmpfs /mnt"]).status === 0;
const canBeNobody =
  process.getuid?.() === 0 &&
  spawnSync("setpriv", ["--reuid=65534", "--clear-groups", "true"]).status === 0;

describe("in a process of its own", () => {
  beforeAll(requireBuild, BUILD_TIMEOUT);
  const tool = [process.execPath, join(ROOT, "bin/deadwood.js")];

  test.skipIf(!canMount)(
    "a full disk: the earlier report stays, and no partial one is left",
    () => {
      const root = directoryOf({ "small/x": "" });
      const script = `mount -t tmpfs -o size=16k tmpfs small && echo before > small/old.json &&
(dd if=/dev/zero of=small/rest bs=4k 2> /dev/null; true) &&
${tool.join(" ")} check --heap 4m --json small/old.json --junit small/new.xml Hello > out 2> err; echo $? > code
ls -A small > left; cat small/old.json > old`;
      const ran = spawnSync("unshare", ["-rm", "sh", "-c", script], {
        cwd: root,
        encoding: "utf8",
      });
      expect(ran).toMatchObject({ status: 0, stderr: "" });
      const text = (name: string): string => readFileSync(join(root, name), "utf8");
      expect(text("code")).toBe(`${ExitCode.badInput}\n`);
      expect(text("out")).toMatch(/^safe/);
      expect(text("err").match(/no space is left \(ENOSPC\)/g)).toHaveLength(2);
      expect(text("left")).toBe("old.json\nrest\n");
      expect(text("old")).toBe("before\n");
    },
  );

  test.skipIf(!canBeNobody)(
    "missing permissions are reported, and are not an internal error",
    () => {
      const { root, input } = directoryInput();
      chmodSync(root, 0o755);
      // The checkout may be in a directory that only its owner can read.
      for (const part of ["bin", "dist/bundle", "package.json"]) {
        cpSync(join(ROOT, part), join(root, "tool", part), { recursive: true });
      }
      const ownTool = [process.execPath, join(root, "tool/bin/deadwood.js")];
      mkdirSync(join(root, "secret"), { mode: 0o700 });
      mkdirSync(join(root, "in/closed"), { mode: 0o700 });
      writeFileSync(join(root, "secret/a.jar"), "");
      const asNobody = (...argv: string[]): { status: number | null; stderr: string } =>
        spawnSync(
          "setpriv",
          [
            "--reuid=65534",
            "--clear-groups",
            ...ownTool,
            "reduce",
            ...argv,
            "--",
            "grep",
            "-rq",
            "needle",
            "{}",
          ],
          { cwd: root, encoding: "utf8", env: { PATH: process.env["PATH"], TMPDIR: "/tmp" } },
        );
      const refusals = [
        asNobody(input, "-o", "/tmp/never"),
        asNobody(join(root, "secret/a.jar"), "-o", "/tmp/never"),
        asNobody(join(root, "in/p"), "-o", join(root, "out")),
      ];
      chmodSync(join(root, "in/closed"), 0o755);
      refusals.push(asNobody(input, "-o", join(root, "out")));
      refusals.push(asNobody(input, "-o", join(root, "secret/out")));
      for (const { status, stderr } of refusals) {
        expect(stderr).toMatch(/^error\[E\d{3}_\w+\]: .*\n {2}hint: /);
        expect(status).toBe(ExitCode.badInput);
      }
      expect(refusals[0]?.stderr).toMatch(/cannot list .*in\/closed \(EACCES\)/);
      expect(refusals[1]?.stderr).toMatch(/secret\/a\.jar \(EACCES\)/);
      expect(refusals[3]?.stderr).toMatch(/E501_OUTPUT_UNWRITABLE.*cannot write to \S+ \(EACCES\)/);
      expect(refusals[4]?.stderr).toMatch(/secret/);
    },
  );
});

test.each([
  ["scandir", "EACCES", "E101_INPUT_UNREADABLE"],
  ["open", "EMFILE", "E101_INPUT_UNREADABLE"],
  ["spawn java", "EAGAIN", "E101_INPUT_UNREADABLE"],
  ["mkdir", "EROFS", "E501_OUTPUT_UNWRITABLE"],
  ["rename", "EXDEV", "E501_OUTPUT_UNWRITABLE"],
  ["write", "ENOSPC", "E502_DISK_FULL"],
])("an unforeseen failure: %s gives %s", (syscall, code, expected) => {
  const error = Object.assign(new Error(`${code}: told by the test`), { code, syscall });
  expect(refusedBySystem(error)).toMatchObject({ code: expected, exitCode: ExitCode.badInput });
  expect(refusedBySystem(new TypeError("a bug"))).toBeNull();
});
