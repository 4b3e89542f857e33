/** Tests call what commands call after they have loaded the bulk hash. */
import { loadBulkHash } from "../../src/core/bulk-hash.ts";

await loadBulkHash();
