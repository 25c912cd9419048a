import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const page = join(import.meta.dirname, '../../../web/dist/index.html')

/** Names the built web: open pages that were loaded from another build offer to load themselves again. */
export const appVersion = () =>
  existsSync(page) ? createHash('sha256').update(readFileSync(page)).digest('hex').slice(0, 12) : 'development'
