/**
 * What linking instructions has produced: constants and call sites that Java code makes, resolved
 * interface calls. Instructions hold indices into these tables. All of it can be made again from
 * the program, so going back leaves it alone.
 */
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import type { LinkSite } from "../interpreter/dynamic-constants.ts";
import type { HandleSite } from "../interpreter/method-handles.ts";
import type { NativeMethod } from "../native-api/native-method.ts";

export class LinkState {
  /** Constants and call sites that Java code makes. */
  readonly sites: LinkSite[] = [];
  /** The same by stable number, which is what Java code knows them by. */
  readonly sitesByNumber = new Map<number, LinkSite>();
  readonly handleSites: HandleSite[] = [];
  /** Natives of classes made for call sites, by class name. */
  readonly callSiteNatives = new Map<string, Readonly<Record<string, NativeMethod>>>();
  /** Stands for a dynamic constant that is null, since an empty cell means "not made yet". */
  nullConstant = 0;
  /** The method that each interface call site resolved to. */
  readonly interfaceSites = new Map<number, RuntimeMethod>();
  /** Message of the NullPointerException raised at a pc. */
  readonly nullMessages = new Map<number, string | null>();
  /** deadwood.internal.ClassInit.run and Linker.run. They interrupt an instruction, which then runs again. */
  initializerMethod = 0;
  linkerMethod = 0;
}
