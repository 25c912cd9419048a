/** What people call the browser and the machine that a `User-Agent` header stands for. Good enough to recognise one's own. */

/** In this order: most browsers also name those they descend from. */
const BROWSERS: [pattern: RegExp, name: string][] = [
  [/Throughline\//, 'Throughline client'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const find = (list: [RegExp, string][], agent: string) => list.find(([pattern]) => pattern.test(agent))?.[1]

export function deviceName(agent: string): string {
  const browser = find(BROWSERS, agent)
  if (!browser) return 'Unknown browser'
  const system = find(SYSTEMS, agent)
  return system && browser !== 'Throughline client' ? `${browser} on ${system}` : browser
}

export function deviceKind(agent: string): 'desktop' | 'phone' | 'tablet' {
  if (/\biPad\b|\bTablet\b/.test(agent) || (/\bAndroid\b/.test(agent) && !/\bMobile\b/.test(agent))) return 'tablet'
  return /\biPhone\b|\bMobile\b/.test(agent) ? 'phone' : 'desktop'
}
