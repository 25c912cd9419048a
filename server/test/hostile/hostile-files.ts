import { BOMBS } from './bombs.ts'
import { asText, type Hostile } from './hostile.ts'
import { OFFICES } from './offices.ts'
import { PAGES } from './pages.ts'
import { PDFS } from './pdfs.ts'
import { POLYGLOTS } from './polyglots.ts'

const named = (what: string, name: string, cleaned: string): Hostile => ({
  what,
  name,
  content: () => Buffer.from(`${what}\n`),
  end: asText(cleaned),
})

const LONG = `${'a'.repeat(300)}.txt`

const NAMES: readonly Hostile[] = [
  named('a name that climbs', '../../../etc/passwd', 'passwd'),
  named('a name that climbs the other way', '..\\..\\windows\\system32\\evil.txt', 'evil.txt'),
  named('a name that reads backwards', 'invoice\u202Efdp.exe', 'invoicefdp.exe'),
  named('a name with characters that control', 'bell\u0007\u001B[31m\u0085\u2028end.txt', 'bell[31mend.txt'),
  named('a name that is too long', LONG, `${'a'.repeat(251)}.txt`),
  named('a name that is markup', '<img src=x onerror=alert(1)>.txt', '<img src=x onerror=alert(1)>.txt'),
]

/** Each made when it is asked for, none kept: sixty ways to do harm with a file, and how each must end. */
export const HOSTILE_FILES: readonly Hostile[] = [...PAGES, ...POLYGLOTS, ...PDFS, ...OFFICES, ...BOMBS, ...NAMES]
