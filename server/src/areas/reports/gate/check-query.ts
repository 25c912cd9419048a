import { parseSync, SqlError } from 'libpg-query'
import { MAX_BYTES, MAX_DEPTH, MAX_PARTS } from './allowed.ts'
import { type Parameter, printParameter, replaceParameters } from './parameters.ts'
import { EXPRESSIONS, printOperand } from './print-expression.ts'
import { printSelect, SOURCES } from './print-select.ts'
import { type Problem, placeOf, problemOf, Refusal } from './refusal.ts'
import { as, type Fields, fieldsOf, kindOf, listOf, type Printing, placeIn, UNREADABLE } from './tree.ts'
import { rowNames } from './whole-rows.ts'

export interface QueryToCheck {
  query: string
  parameters: readonly Parameter[]
  /** The views there are. */
  views: readonly string[]
}

/** What is sent to the database: our own print, and where each of its places comes from. */
export interface CheckedQuery {
  sql: string
  /** Pairs of a place in the print and the one in the query that was written, in bytes. */
  places: readonly (readonly [printed: number, written: number])[]
}

export type GateAnswer = { ok: true; checked: CheckedQuery } | { ok: false; problem: Problem }

const PRINTERS = { ...EXPRESSIONS, ...SOURCES }
/** Never part of what is printed: `textOf` and parameters refuse them. */
const MARK = '\u0001'
const END = '\u0002'

const FEWER_PARTS = `Joins, subqueries, sorts, and groups can be at most ${MAX_PARTS}. Split it into several reports.`

function printing({ parameters, views }: QueryToCheck, names: readonly string[], statement: Fields): Printing {
  const rows = rowNames(statement, views)
  let depth = 0
  let counted = 0
  let scope: ReadonlyMap<string, number> = new Map()
  const deeper = <T>(fields: Fields, work: () => T): T => {
    if (++depth > MAX_DEPTH) throw new Refusal('This query is nested too deeply.', placeIn(fields))
    try {
      return work()
    } finally {
      depth--
    }
  }
  const to: Printing = {
    print(node) {
      const [kind, fields] = kindOf(node)
      const printer = PRINTERS[kind]
      if (!printer) throw new Refusal('This part of the query can’t be used.', placeIn(fields))
      return deeper(fields, () => printer(fields, to))
    },
    list: (nodes, separator = ', ') =>
      listOf(nodes)
        .map((node) => to.print(node))
        .join(separator),
    operands: (nodes) =>
      listOf(nodes)
        .map((node) => printOperand(node, to))
        .join(', '),
    isRow: (name) => rows.has(name),
    select: (fields) => deeper(fields, () => printSelect(fields, to)),
    parameter(number, at) {
      const name = names[number - 1]
      const given = parameters.find((one) => one.name === name)
      if (!given) throw new Refusal(`{{${name}}} has no value.`, at, 'Give it a type and a value below the query.')
      return printParameter(given, at)
    },
    at: (fields) => `${MARK}${placeIn(fields) ?? ''}${END}`,
    isView: (name) => views.includes(name),
    views: () => views,
    count(fields, parts = 1) {
      counted += parts
      if (counted > MAX_PARTS) throw new Refusal('This query has too many parts.', placeIn(fields), FEWER_PARTS)
    },
    isNamed: (name) => scope.has(name),
    widths: () => scope,
    withNames(work) {
      const outer = scope
      try {
        return work((name, width) => {
          scope = new Map([...scope, [name, width]])
        })
      } finally {
        scope = outer
      }
    },
  }
  return to
}

/** Takes the marks out of the print, and says where they stood. */
function withoutMarks(marked: string): CheckedQuery {
  const places: [number, number][] = []
  let sql = ''
  for (const [index, part] of marked.split(MARK).entries()) {
    if (index === 0) {
      sql += part
      continue
    }
    const end = part.indexOf(END)
    const written = part.slice(0, end)
    // Whatever else stood behind a mark would be taken out of the query.
    if (end < 0 || !/^\d*$/.test(written)) throw new Error('a mark in a print is not one of ours')
    if (written !== '') places.push([sql.length, Number(written)])
    sql += part.slice(end + 1)
  }
  return { sql, places }
}

/** The one statement there is. */
function statementOf(text: string): Fields {
  const statements = listOf(fieldsOf(parseSync(text))['stmts'])
  const [first, second] = statements
  if (first === undefined) throw new Refusal('The query is empty.')
  if (second !== undefined)
    throw new Refusal(
      'A report is one query.',
      Number(fieldsOf(second)['stmt_location'] ?? 0) + 1,
      'Remove what follows “;”.',
    )
  const [kind] = kindOf(fieldsOf(first)['stmt'])
  if (kind !== 'SelectStmt') throw new Refusal('Only SELECT can be used here.', 0)
  return as(fieldsOf(first)['stmt'], 'SelectStmt')
}

function checked(request: QueryToCheck): CheckedQuery {
  const { query } = request
  if (Buffer.byteLength(query) > MAX_BYTES) throw new Refusal('The query is longer than 20 KB.')
  const control = UNREADABLE.exec(query)
  if (control)
    throw new Refusal('The query has a character that can’t be read.', Buffer.byteLength(query.slice(0, control.index)))
  const { text, names } = replaceParameters(query)
  const statement = statementOf(text)
  return withoutMarks(printSelect(statement, printing(request, names, statement)))
}

const sentence = (message: string) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`

/** Parses, checks and prints a query. It may take long, or end the thread it runs in: see gate.ts. */
export function checkQuery(request: QueryToCheck): GateAnswer {
  try {
    return { ok: true, checked: checked(request) }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, problem: problemOf(request.query, error) }
    // The parser's own stack, or ours.
    if (error instanceof RangeError) return { ok: false, problem: { message: 'This query is nested too deeply.' } }
    if (!(error instanceof SqlError)) throw error
    const characters = error.sqlDetails?.cursorPosition
    const before = characters === undefined ? undefined : Array.from(request.query).slice(0, characters).join('')
    const place = before === undefined ? {} : placeOf(request.query, Buffer.byteLength(before))
    return { ok: false, problem: { message: sentence(error.message), ...place } }
  }
}
