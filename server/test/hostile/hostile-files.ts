import { BOMBS } from './bombs.ts'
import type { Hostile } from './hostile.ts'
import { NAMES } from './names.ts'
import { OFFICES } from './offices.ts'
import { PAGES } from './pages.ts'
import { PDFS } from './pdfs.ts'
import { POLYGLOTS } from './polyglots.ts'

/** Each made when it is asked for, none kept: sixty ways to do harm with a file, and how each must end. */
export const HOSTILE_FILES: readonly Hostile[] = [...PAGES, ...POLYGLOTS, ...PDFS, ...OFFICES, ...BOMBS, ...NAMES]
