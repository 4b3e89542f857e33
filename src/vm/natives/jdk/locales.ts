/**
 * Locale data. Everything for the root locale, English and US English is in
 * java.base and found by class name; other locales' data is a service of
 * another module, and there are no service providers in named modules here. A
 * request for such a locale must be refused: the JDK itself would silently
 * fall back to the root locale and print something else than a JVM.
 */
import { UnsupportedFeatureError } from "../../../core/errors.ts";
import { currentLocation } from "../../interpreter/calls.ts";
import {
  type NativeFunction,
  type NativeTable,
  Outcome,
  pure,
  reading,
} from "../../native-api/native-method.ts";

/** `isSupportedProviderLocale(Locale, Set<String>)`: whether there is data for exactly that locale. */
const isSupportedLocale: NativeFunction = (m, args) => {
  const base = m.H[m.S[args + 2]! + m.fieldOffset("java/util/Locale", "baseLocale")]!;
  const part = (name: string): string =>
    m.text(m.H[base + m.fieldOffset("sun/util/locale/BaseLocale", name)]!);
  const language = part("language");
  const region = part("region");
  const isEnglish = language === "en" && (region === "" || region === "US");
  if (!isEnglish && language !== "") {
    const tag = region === "" ? language : `${language}-${region}`;
    throw new UnsupportedFeatureError(
      `locale data for ${tag} is not supported (reached ${currentLocation(m)})`,
      {
        hint: "Use Locale.ROOT, Locale.ENGLISH or Locale.US.",
      },
    );
  }
  m.S[args] = isEnglish || region === "" ? 1 : 0;
  return Outcome.done;
};

export const localeNatives: NativeTable = {
  "java/util/ServiceLoader$ModuleServicesLookupIterator": {
    "<init>(Ljava/util/ServiceLoader;)V": pure(() => Outcome.done),
    "hasNext()Z": pure((m, args) => {
      m.S[args] = 0;
      return Outcome.done;
    }),
  },
  "sun/util/cldr/CLDRLocaleProviderAdapter": {
    "isSupportedProviderLocale(Ljava/util/Locale;Ljava/util/Set;)Z": reading(
      ["1.baseLocale.language.value[]", "1.baseLocale.region.value[]"],
      isSupportedLocale,
    ),
  },
};
