/**
 * A disk that is really full, and a limit on the size of files, in separate processes: the error is reported,
 * nothing is lost, and --resume leads to the same result.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { ExitCode } from "../../../src/core/errors.ts";
import { readJar } from "../../../src/reduce/files/candidate.ts";
import { BUILD_TIMEOUT, ROOT, requireBuild } from "../built.ts";
import { contents, directoryInput, inputFiles, type Place, reduce } from "./support.ts";

vi.setConfig({ testTimeout: 240_000 });
beforeAll(requireBuild, BUILD_TIMEOUT);

const FINDS = ["--", "grep", "-rq", "needle", "{}"];
const OPTIONS = ["--tries", "1", "--passes", "items,bodies"];

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** $DEADWOOD is the tool. A file system that it mounts is gone when it ends, and nobody else sees it. */
function shell(script: string, { root }: Place, inNamespace = false): Ran {
  const command = [...(inNamespace ? ["unshare", "-rm"] : []), "sh", "-c", script];
  const env = {
    PATH: process.env["PATH"] ?? "",
    DEADWOOD: `${process.execPath} ${join(ROOT, "bin/deadwood.js")}`,
  };
  return spawnSync(command[0]!, command.slice(1), { cwd: root, env, encoding: "utf8" });
}

const words = (argv: readonly string[]): string => argv.map((word) => `'${word}'`).join(" ");

async function wantedOf(place: Place): Promise<[string, string][]> {
  const out = join(place.root, "wanted");
  const ran = await reduce([place.input, "-o", out, ...OPTIONS, ...FINDS]);
  expect(ran.exitCode).toBe(ExitCode.safe);
  return contents(out);
}

const canMount =
  spawnSync("unshare", ["-rm", "sh", "-c", "mount -t tmpfs -o size=64k tmpfs /mnt"]).status === 0;

describe.skipIf(!canMount)("a full disk", () => {
  test("during the reduction: the best result so far stays, and --resume continues", async () => {
    const place = directoryInput();
    const { root, input } = place;
    const wanted = await wantedOf(place);
    mkdirSync(join(root, "small"));
    const argv = words([input, "-o", join(root, "small/out"), ...OPTIONS]);
    const ran = shell(
      `mount -t tmpfs -o size=24k tmpfs small &&
$DEADWOOD reduce ${argv} ${words(FINDS)} 2> first.err; echo $? > first.code
cp -r small/out.session then; ls -A small > left
mount -o remount,size=1m small &&
$DEADWOOD reduce ${argv} --resume ${words(FINDS)} 2> second.err; echo $? > second.code
cp -r small/out out`,
      place,
      true,
    );
    expect(ran).toMatchObject({ status: 0, stderr: "" });
    const text = Object.fromEntries(contents(root));
    expect(text["first.code"]).toBe(`${ExitCode.badInput}\n`);
    expect(text["first.err"]).toMatch(
      /^error\[E\d+_\w+\]: cannot write.* \S*small\/out\.session\/\S+: no space is left \(ENOSPC\)\n {2}hint: .*Free some space, then continue with --resume\.\n$/,
    );
    // Nothing half-written has taken any place, and nobody is said to be at work.
    expect(text["left"]).toBe("out.session\n");
    expect(existsSync(join(root, "then/lock"))).toBe(false);
    const best = readJar(join(root, "then/best.jar"));
    expect(best.bytes).toBeLessThan(inputFiles().bytes);
    expect(text["second.code"]).toBe(`${ExitCode.safe}\n`);
    expect(text["second.err"]).toBe("");
    expect(contents(join(root, "out"))).toEqual(wanted);
  });

  test("for the result: the earlier file is unchanged, and the best result is in the session", async () => {
    const place = directoryInput();
    const { root, input } = place;
    await wantedOf(place);
    mkdirSync(join(root, "small"));
    const session = join(root, "session");
    const argv = words([input, "-o", join(root, "small/out"), "--session", session, ...OPTIONS]);
    const ran = shell(
      `mount -t tmpfs -o size=32k tmpfs small && mkdir small/out small/out.session &&
echo before > small/out/before && (dd if=/dev/zero of=small/rest bs=4k 2> /dev/null; true) &&
$DEADWOOD reduce ${argv} ${words(FINDS)} 2> err; echo $? > code
ls -A small small/out > left; cat small/out/before > before`,
      place,
      true,
    );
    expect(ran).toMatchObject({ status: 0, stderr: "" });
    const text = Object.fromEntries(contents(root));
    expect(text["code"]).toBe(`${ExitCode.badInput}\n`);
    expect(text["err"]).toMatch(/small\/out.*: no space is left \(ENOSPC\)/);
    expect(text["left"]).not.toMatch(/deadwood-new|deadwood-old/);
    expect(text["before"]).toBe("before\n");
    expect(readJar(join(session, "best.jar")).bytes).toBeLessThan(inputFiles().bytes);
  });
});

test("a limit on the size of files is reported, and --resume continues without it", async () => {
  const place = directoryInput();
  const { input, out } = place;
  const wanted = await wantedOf(place);
  const argv = words([input, "-o", out, ...OPTIONS]);
  // Blocks of 512 bytes or of 1024, as the shell has it.
  const first = shell(`ulimit -f 2; exec $DEADWOOD reduce ${argv} ${words(FINDS)}`, place);
  expect(first.status).toBe(ExitCode.badInput);
  expect(first.stderr).toMatch(/cannot write.*out\.session\/\S+: no space is left \(EFBIG\)/);
  expect(existsSync(out)).toBe(false);
  expect(existsSync(join(`${out}.session`, "lock"))).toBe(false);
  const second = shell(`exec $DEADWOOD reduce ${argv} --resume ${words(FINDS)}`, place);
  expect(second).toMatchObject({ status: ExitCode.safe, stderr: "" });
  expect(contents(out)).toEqual(wanted);
});

test.skipIf(!existsSync("/dev/full"))("no space for a drawing", () => {
  const place = directoryInput();
  const ran = shell(`exec $DEADWOOD reduce '${place.input}' --dot /dev/full`, place);
  expect(ran.status).toBe(ExitCode.badInput);
  expect(ran.stderr).toMatch(/\/dev\/full/);
  expect(ran.stderr).not.toMatch(/internal error|\n\s+at /);
});
