import { randomBytes } from 'node:crypto'
import { dropSharedDatabases, RUN } from './database.ts'

/** Around a whole run, once for each project: workers leave databases behind, not knowing which file was their last. */
export default function setup() {
  process.env[RUN] ??= randomBytes(6).toString('hex')
  return dropSharedDatabases
}
