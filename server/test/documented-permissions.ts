import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUILTIN_ROLES, type RoleName } from '@throughline/contracts/permissions'
import { CELLS } from '../src/main/permissions-table.ts'

const ROW = /^\| `([A-Z]+ \/\S*)` \| [^|]+ \|(.+)\|$/

const verdictOf = (cell: string | undefined): boolean => {
  const mark = cell?.trim()
  if (mark === CELLS.yes) return true
  if (mark === CELLS.no) return false
  throw new Error(`docs/permissions.md says ${mark} where it should say who may`)
}

/** What docs/permissions.md tells its readers: for each call, which roles may make it. */
export function documentedPermissions(): Map<string, Record<RoleName, boolean>> {
  const page = readFileSync(join(import.meta.dirname, '../../docs/permissions.md'), 'utf8')
  const rows = page.split('\n').flatMap((line) => {
    const [, call = '', cells = ''] = ROW.exec(line) ?? []
    return call ? [{ call, cells: cells.split('|') }] : []
  })
  return new Map(
    rows.map(({ call, cells }) => {
      const cell = (role: RoleName) => verdictOf(cells[BUILTIN_ROLES.findIndex(({ name }) => name === role)])
      return [
        call,
        {
          owner: cell('owner'),
          admin: cell('admin'),
          manager: cell('manager'),
          member: cell('member'),
          viewer: cell('viewer'),
        },
      ]
    }),
  )
}
