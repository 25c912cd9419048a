import type { ReportParameter, ReportProblem, ReportView } from '@throughline/contracts/reports'

/** Strings, quoted names, and comments: what stands in them is neither a parameter nor a view. */
const NOT_CODE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$/g

const codeOf = (query: string): string => query.replace(NOT_CODE, ' ')

/** A parameter, as the server reads it. */
export const NAMED_PARAMETER = /\{\{\s*([A-Za-z][A-Za-z0-9_]{0,39})\s*\}\}/g

/** The names of parameters, in the order in which they are first named. */
const parameterNames = (query: string): string[] => [
  ...new Set(Array.from(codeOf(query).matchAll(NAMED_PARAMETER), ([, name = '']) => name)),
]

/** Names that mean a day in most queries; the person can choose another type. */
const DAY_LIKE = /^(from|to|since|until|before|after|day)$|(_on|_date|date)$/i

const newParameter = (name: string, today: string): ReportParameter =>
  DAY_LIKE.test(name) ? { name, type: 'date', value: today } : { name, type: 'text', value: '' }

/** Those that the query names: known ones keep type and value. */
export const parametersFor = (query: string, known: readonly ReportParameter[], today: string): ReportParameter[] =>
  parameterNames(query).map((name) => known.find((one) => one.name === name) ?? newParameter(name, today))

/** The views that a query reads from. */
export function viewsIn(query: string, views: readonly ReportView[]): ReportView[] {
  const words = new Set(
    codeOf(query)
      .toLowerCase()
      .match(/[a-z_]+/g),
  )
  const isSource = ({ name }: ReportView) => new RegExp(`(?:\\bfrom|\\bjoin|,)\\s+${name}\\b`, 'i').test(codeOf(query))
  return views.filter((view) => words.has(view.name) && isSource(view))
}

const MEANT = /reference the column "(?:[^".]+\.)?([^".]+)"/
const NAME_THERE = /^((?:\w+\.)?)(\w+)/

/** The query with the column that the database thinks was meant, where it says so. */
export function repairOf(
  query: string,
  { message, hint = '', line = 0, column = 0 }: ReportProblem,
): { name: string; query: string } | undefined {
  const name = MEANT.exec(hint)?.[1]
  const lines = query.split('\n')
  const text = lines[line - 1] ?? ''
  const written = NAME_THERE.exec(text.slice(column - 1))
  // The place is not believed alone: the name that was not found must stand there.
  if (name === undefined || !written?.[2] || !message.includes(written[2])) return undefined
  const [whole, table = ''] = written
  lines[line - 1] = text.slice(0, column - 1) + table + name + text.slice(column - 1 + whole.length)
  return { name, query: lines.join('\n') }
}
