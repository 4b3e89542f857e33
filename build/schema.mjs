/** A step of the build: writes the JSON schema of configuration files, which is shipped with the package. */
import { writeFileSync } from "node:fs";
import { allCommands } from "../dist/cli/all-commands.js";
import { configurationSchema } from "../dist/cli/configuration/schema.js";

const file = new URL("../deadwood.schema.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(configurationSchema(allCommands()), null, 2)}\n`);
