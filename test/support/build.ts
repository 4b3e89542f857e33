/** Before any test: they run what the build makes of src/ (vitest.config.ts), so it has to be current. */
import { requireBuild } from "../cli/built.ts";

export const setup = requireBuild;
