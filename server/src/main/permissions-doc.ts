/** Writes docs/permissions.md from the declared endpoints and roles; with --check only says whether it is current. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS } from './endpoints.ts'
import { permissionsPage } from './permissions-table.ts'

const file = join(import.meta.dirname, '../../../docs/permissions.md')
const text = permissionsPage(ENDPOINTS)

if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  process.stdout.write(
    'docs/permissions.md is not current: node --conditions=source --import tsx server/src/main/permissions-doc.ts\n',
  )
  process.exitCode = 1
}
