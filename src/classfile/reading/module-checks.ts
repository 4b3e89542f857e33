/** Checks of the Module attribute (JVM specification 4.7.25) and of the JDK's ModuleHashes. */

import { Tag } from "../format/constant-pool.ts";
import type { CheckedCursor } from "./checked-cursor.ts";

export function checkModule(cursor: CheckedCursor): void {
  cursor.ref(Tag.module, "module name");
  cursor.u2();
  cursor.optionalRef(Tag.utf8, "module version");
  for (let n = cursor.u2(); n > 0; n--) {
    cursor.ref(Tag.module, "required module");
    cursor.u2();
    cursor.optionalRef(Tag.utf8, "required module version");
  }
  for (const what of ["exported package", "opened package"]) {
    for (let n = cursor.u2(); n > 0; n--) {
      cursor.ref(Tag.package, what);
      cursor.u2();
      cursor.refs(Tag.module, "module");
    }
  }
  cursor.refs(Tag.class, "used service");
  for (let n = cursor.u2(); n > 0; n--) {
    cursor.ref(Tag.class, "provided service");
    cursor.refs(Tag.class, "service provider");
  }
}

export function checkModuleHashes(cursor: CheckedCursor): void {
  cursor.ref(Tag.utf8, "hash algorithm");
  for (let n = cursor.u2(); n > 0; n--) {
    cursor.ref(Tag.module, "hashed module");
    cursor.skip(cursor.u2());
  }
}
