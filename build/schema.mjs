/** A step of the build: writes the JSON schema of configuration files, which is shipped with the package. */
import { writeFileSync } from "node:fs";

/** Not by an import statement: the linter would then read all of dist/, and judge other files by the types it finds there. */
const built = (path) => import(new URL(`../dist/cli/${path}`, import.meta.url).href);

const { allCommands } = await built("all-commands.js");
const { configurationSchema } = await built("configuration/schema.js");

const file = new URL("../deadwood.schema.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(configurationSchema(allCommands()), null, 2)}\n`);
