/** The names that user agents have for browsers. The first match counts: most also contain the later ones. */
const APPS: readonly (readonly [RegExp, string])[] = [
  [/\bElectron\//, 'Switchboard'],
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns what a user agent says about a device, for the person who owns it. Null where it says nothing known. */
export function describeDevice(userAgent: string) {
  const nameIn = (names: typeof APPS) => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  const system = nameIn(SYSTEMS);
  return {
    app: nameIn(APPS),
    system,
    isPhone: system === 'iPhone' || (system === 'Android' && /\bMobile\b/.test(userAgent)),
  };
}
