/**
 * A migration must not hold up everybody who works meanwhile: what builds an index, reads a whole table or writes it anew
 * under a lock belongs into an online file (CONTRIBUTING, "A table"). Files that were applied before this was checked stay.
 */
import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = 'server/migrations'
const FIRST_CHECKED = '0019'
const FIRST_WITH_OWN_NAMES = '0092'

/** What stands in a file of this form says why a table has few rows for ever; the rules leave it alone then. */
const FEW_ROWS = /^-- few rows in (\w+): \S/gm

const CONSTANT = /^(?:'[^']*'(?:::\w+(?:\[\])?)?|-?[\d.]+|true|false|null|now\(\)|current_timestamp)(?=$|[\s,])/i

const of = (statement: string, form: RegExp) => form.exec(statement)?.[1]

function added(action: string): string | undefined {
  if (!/^add (?:column )?(?!constraint|primary|unique|check|foreign|exclude)/i.test(action)) return undefined
  // A virtual one is computed when it is read, so that no row is rewritten.
  if (/\bgenerated always as\b[\s\S]*\) virtual$/i.test(action)) return undefined
  if (/\bgenerated (?:always|by default) as\b|\b\w*serial\b/i.test(action)) return 'adds a column that is computed'
  const value = of(action, /\bdefault\s+([\s\S]+)$/i)
  if (value !== undefined) return CONSTANT.test(value) ? undefined : 'adds a column whose default is not a constant'
  return /\bnot null\b/i.test(action) ? 'adds a column that is not null without a default' : undefined
}

function constrained(action: string): string | undefined {
  if (/^add (?:constraint \w+ )?(?:primary key|unique|exclude)\b/i.test(action))
    return /\busing index\b/i.test(action) ? undefined : 'builds the index of a constraint'
  if (/^add (?:constraint \w+ )?(?:check|foreign key|not null)\b/i.test(action))
    return /\bnot valid\b/i.test(action) ? undefined : 'adds a constraint that is not `not valid`'
  return undefined
}

function altered(action: string): string | undefined {
  if (/^alter (?:column )?\w+ (?:set data )?type\b/i.test(action)) return 'changes the type of a column'
  if (/^alter (?:column )?\w+ set not null\b/i.test(action)) return 'sets a column not null'
  return added(action) ?? constrained(action)
}

/** Splits at the commas that stand outside of brackets. */
function actionsOf(text: string): string[] {
  let depth = 0
  const parts = ['']
  for (const sign of text.replace(/'[^']*'/g, (quoted) => quoted.replace(/[(),]/g, ' '))) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}

/** What each statement does to a table that may have rows. */
function* acts(statement: string): Generator<[table: string | undefined, what: string]> {
  if (/^create (?:unique )?index\b/i.test(statement)) yield [of(statement, /\bon (?:only )?(\w+)/i), 'builds an index']
  const changed = of(statement, /^(?:update|delete from) (?:only )?(\w+)/i)
  if (changed) yield [changed, 'changes rows in one transaction']
  const [, table, rest] = /^alter table (?:if exists )?(?:only )?(\w+)\s+([\s\S]+)$/i.exec(statement) ?? []
  for (const action of actionsOf(rest ?? '')) {
    const what = altered(action)
    if (what) yield [table, what]
  }
}

export function migrationProblemsOf(name: string, source: string): string[] {
  // The runner itself refuses in an online file what does not belong there.
  if (name < FIRST_CHECKED || /^--! online\b/m.test(source)) return []
  const exempt = new Set([...source.matchAll(FEW_ROWS)].map(([, table]) => table))
  const text = source.replace(/--.*$/gm, '').replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '')
  for (const [, table] of text.matchAll(/\bcreate table (?:if not exists )?(\w+)/gi)) exempt.add(table)
  return text
    .split(';')
    .flatMap((statement) => [...acts(statement.trim().replace(/\s+/g, ' '))])
    .filter(([table]) => !exempt.has(table))
    .map(([table, what]) => `${FOLDER}/${name} ${what}: ${table} may have many rows (CONTRIBUTING, "A table")`)
}

/** An online file takes an index of the same name for its own from an earlier run, and makes none. */
export function takenIndexes(files: readonly [name: string, source: string][]): string[] {
  const names = new Set<string>()
  const problems: string[] = []
  for (const [name, source] of files) {
    const text = source.replace(/--.*$/gm, '')
    for (const [, gone] of text.matchAll(/\bdrop index (?:concurrently )?(?:if exists )?(\w+)/gi))
      names.delete(gone ?? '')
    for (const [, made = ''] of text.matchAll(/\bcreate (?:unique )?index (?:concurrently )?(\w+)/gi)) {
      if (names.has(made) && name >= FIRST_WITH_OWN_NAMES) problems.push(`${FOLDER}/${name}: there is an index ${made}`)
      names.add(made)
    }
  }
  return problems
}

export function migrationProblems(): string[] {
  const files = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name): [string, string] => [name, readFileSync(`${FOLDER}/${name}`, 'utf8')])
  return [...files.flatMap(([name, source]) => migrationProblemsOf(name, source)), ...takenIndexes(files)]
}
