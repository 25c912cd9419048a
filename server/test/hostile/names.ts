import { asText, type Hostile } from './hostile.ts'

const named = (what: string, name: string, cleaned: string): Hostile => ({
  what,
  name,
  content: () => Buffer.from(`${what}\n`),
  end: asText(cleaned),
})

const LONG = `${'a'.repeat(300)}.txt`

export const NAMES: readonly Hostile[] = [
  named('a name that climbs', '../../../etc/passwd', 'passwd'),
  named('a name that climbs the other way', '..\\..\\windows\\system32\\evil.txt', 'evil.txt'),
  named('a name that reads backwards', 'invoice\u202Efdp.exe', 'invoicefdp.exe'),
  named('a name with characters that control', 'bell\u0007\u001B[31m\u0085\u2028end.txt', 'bell[31mend.txt'),
  named('a name that is too long', LONG, `${'a'.repeat(251)}.txt`),
  named('a name that is markup', '<img src=x onerror=alert(1)>.txt', '<img src=x onerror=alert(1)>.txt'),
]
