import { MAX_COLUMNS, ROW_FUNCTIONS } from './allowed.ts'
import { printOperand, printTarget } from './print-expression.ts'
import { printNamedWindow } from './print-window.ts'
import { Refusal } from './refusal.ts'
import {
  as,
  type Fields,
  fieldsOf,
  kindOf,
  listOf,
  namesIn,
  only,
  type Printers,
  type Printing,
  placeIn,
  quoted,
  textOf,
} from './tree.ts'
import { columnsOf } from './whole-rows.ts'
import { widthOf } from './width.ts'

const SELECT_FIELDS = [
  'distinctClause',
  'targetList',
  'fromClause',
  'whereClause',
  'groupClause',
  'groupDistinct',
  'havingClause',
  'windowClause',
  'valuesLists',
  'sortClause',
  'limitOffset',
  'limitCount',
  'limitOption',
  'withClause',
  'op',
  'all',
  'larg',
  'rarg',
]

function alias(value: unknown): string {
  if (value === undefined) return ''
  const fields = fieldsOf(value)
  only(fields, 'name', 'aliasname', 'colnames')
  const columns = namesIn(fields['colnames']).map(quoted)
  return ` AS ${quoted(textOf(fields['aliasname']))}${columns.length > 0 ? ` (${columns.join(', ')})` : ''}`
}

function relation(fields: Fields, to: Printing): string {
  only(fields, 'table', 'schemaname', 'relname', 'inh', 'relpersistence', 'alias')
  const name = textOf(fields['relname'])
  const schema = fields['schemaname']
  if (fields['inh'] !== true) throw new Refusal('ONLY can’t be used.', placeIn(fields))
  if (schema === undefined && to.isNamed(name)) return quoted(name) + alias(fields['alias'])
  if ((schema !== undefined && schema !== 'report') || !to.isView(name))
    throw new Refusal(`There is no view “${name}”.`, placeIn(fields), `There are ${to.views().join(', ')}.`)
  return `${to.at(fields)}report.${quoted(name)}${alias(fields['alias'])}`
}

const JOINS: Readonly<Record<string, string>> = {
  JOIN_INNER: 'JOIN',
  JOIN_LEFT: 'LEFT JOIN',
  JOIN_RIGHT: 'RIGHT JOIN',
  JOIN_FULL: 'FULL JOIN',
}

function join(fields: Fields, to: Printing): string {
  only(fields, 'join', 'jointype', 'isNatural', 'larg', 'rarg', 'usingClause', 'quals', 'alias', 'rtindex')
  const kind = JOINS[textOf(fields['jointype'])]
  if (!kind || fields['alias'] !== undefined) throw new Refusal('This join can’t be used.', placeIn(fields))
  to.count(fields)
  const using = namesIn(fields['usingClause']).map(quoted)
  const isNatural = fields['isNatural'] === true
  let how = ''
  if (using.length > 0) how = ` USING (${using.join(', ')})`
  if (fields['quals'] !== undefined) how = ` ON ${to.print(fields['quals'])}`
  const isCross = how === '' && !isNatural
  const word = isCross ? 'CROSS JOIN' : `${isNatural ? 'NATURAL ' : ''}${kind}`
  return `(${to.print(fields['larg'])} ${word} ${to.print(fields['rarg'])}${how})`
}

function rowFunction(fields: Fields, to: Printing): string {
  only(fields, 'function', 'lateral', 'ordinality', 'functions', 'alias')
  const [pair, ...others] = listOf(fields['functions'])
  const [node, columns] = listOf(as(pair, 'List')['items'])
  const called = as(node, 'FuncCall')
  only(called, 'call', 'funcname', 'args', 'funcformat')
  const names = namesIn(called['funcname'])
  const printed = names.length === 1 ? ROW_FUNCTIONS.get(names[0] ?? '') : undefined
  const hasColumns = columns !== undefined && Object.keys(fieldsOf(columns)).length > 0
  if (!printed || others.length > 0 || hasColumns)
    throw new Refusal(`The function “${names.join('.')}” can’t stand in FROM.`, placeIn(called))
  const lateral = fields['lateral'] === true ? 'LATERAL ' : ''
  const ordinality = fields['ordinality'] === true ? ' WITH ORDINALITY' : ''
  return `${lateral}${to.at(called)}${printed}(${to.list(called['args'])})${ordinality}${alias(fields['alias'])}`
}

const DIRECTIONS: Readonly<Record<string, string>> = { SORTBY_ASC: ' ASC', SORTBY_DESC: ' DESC' }
const NULLS: Readonly<Record<string, string>> = { SORTBY_NULLS_FIRST: ' NULLS FIRST', SORTBY_NULLS_LAST: ' NULLS LAST' }
const SETS: Readonly<Record<string, string>> = {
  GROUPING_SET_ROLLUP: 'ROLLUP',
  GROUPING_SET_CUBE: 'CUBE',
  GROUPING_SET_SETS: 'GROUPING SETS',
}

function groupingSet(fields: Fields, to: Printing): string {
  only(fields, 'grouping', 'kind', 'content')
  const kind = textOf(fields['kind'])
  const content = listOf(fields['content'])
  if (kind === 'GROUPING_SET_EMPTY') return '()'
  // Each of its columns is another grouping.
  to.count(fields, content.length)
  // Each of a cube's columns doubles the work.
  if (kind === 'GROUPING_SET_CUBE' && content.length > 4)
    throw new Refusal('CUBE can have at most 4 columns.', placeIn(fields))
  const word = SETS[kind]
  if (!word) throw new Refusal('This grouping can’t be used.', placeIn(fields))
  return `${word} (${to.operands(content)})`
}

function withClause(value: unknown, to: Printing, add: (name: string, width: number) => void): string {
  if (value === undefined) return ''
  const fields = fieldsOf(value)
  if (fields['recursive'] === true) throw new Refusal('WITH RECURSIVE can’t be used.', placeIn(fields))
  only(fields, 'WITH', 'ctes')
  const ctes = listOf(fields['ctes']).map((node) => {
    const cte = as(node, 'CommonTableExpr')
    only(cte, 'WITH', 'ctename', 'aliascolnames', 'ctematerialized', 'ctequery')
    const name = textOf(cte['ctename'])
    const columns = namesIn(cte['aliascolnames']).map(quoted)
    const [kind, query] = kindOf(cte['ctequery'])
    if (kind !== 'SelectStmt') throw new Refusal('Only SELECT can be used here.', placeIn(cte))
    const printed = `${quoted(name)}${columns.length > 0 ? ` (${columns.join(', ')})` : ''} AS ${MATERIALIZED[textOf(cte['ctematerialized'])] ?? ''}(${to.select(query)})`
    add(name, widthOf(query, to.widths()))
    return printed
  })
  return `WITH ${ctes.join(', ')} `
}

/**
 * NOT MATERIALIZED is left out, which changes no answer: with it a query is written out wherever it is read, and some that
 * read each other twice would be thousands.
 */
const MATERIALIZED: Readonly<Record<string, string>> = { CTEMaterializeAlways: 'MATERIALIZED ' }
const OPERATIONS: Readonly<Record<string, string>> = {
  SETOP_UNION: 'UNION',
  SETOP_INTERSECT: 'INTERSECT',
  SETOP_EXCEPT: 'EXCEPT',
}

/** What is sorted or grouped by: a column of the answer is meant before a relation that has the same name. */
function key(node: unknown, columns: ReadonlySet<string>, to: Printing): string {
  const [kind, fields] = kindOf(node)
  const parts = kind === 'ColumnRef' ? listOf(fields['fields']).map(kindOf) : []
  const name = textOf(parts[0]?.[1]['sval'])
  return parts.length === 1 && columns.has(name) && to.isRow(name)
    ? to.at(fields) + quoted(name)
    : printOperand(node, to)
}

const keys = (nodes: unknown, columns: ReadonlySet<string>, to: Printing): string =>
  listOf(nodes)
    .map((node) => key(node, columns, to))
    .join(', ')

function sorted(fields: Fields, columns: ReadonlySet<string>, to: Printing): string {
  only(fields, 'order', 'node', 'sortby_dir', 'sortby_nulls')
  return `${key(fields['node'], columns, to)}${DIRECTIONS[textOf(fields['sortby_dir'])] ?? ''}${NULLS[textOf(fields['sortby_nulls'])] ?? ''}`
}

function sortKeys(fields: Fields, to: Printing): string {
  const columns = columnsOf(fields)
  return listOf(fields['sortClause'])
    .map((node) => sorted(as(node, 'SortBy'), columns, to))
    .join(', ')
}

function distinct(fields: Fields, to: Printing): string {
  if (fields['distinctClause'] === undefined) return ''
  const on = listOf(fields['distinctClause']).filter((node) => Object.keys(fieldsOf(node)).length > 0)
  return on.length > 0 ? `DISTINCT ON (${keys(on, columnsOf(fields), to)}) ` : 'DISTINCT '
}

function body(fields: Fields, to: Printing): string {
  const operation = OPERATIONS[textOf(fields['op'])]
  if (operation)
    return `(${to.select(fieldsOf(fields['larg']))}) ${operation}${fields['all'] === true ? ' ALL' : ''} (${to.select(fieldsOf(fields['rarg']))})`
  if (widthOf(fields, to.widths()) > MAX_COLUMNS) throw new Refusal(`A query can have at most ${MAX_COLUMNS} columns.`)
  const clause = (word: string, name: string, separator?: string) =>
    fields[name] === undefined ? '' : ` ${word} ${to.list(fields[name], separator)}`
  if (fields['valuesLists'] !== undefined) {
    const rows = listOf(fields['valuesLists']).map((row) => `(${to.list(as(row, 'List')['items'])})`)
    return `VALUES ${rows.join(', ')}`
  }
  const targets = listOf(fields['targetList'])
  const windows = listOf(fields['windowClause']).map((node) => printNamedWindow(as(node, 'WindowDef'), to))
  const having = fields['havingClause'] === undefined ? '' : ` HAVING ${to.print(fields['havingClause'])}`
  const where = fields['whereClause'] === undefined ? '' : ` WHERE ${to.print(fields['whereClause'])}`
  const grouped = fields['groupDistinct'] === true ? 'GROUP BY DISTINCT' : 'GROUP BY'
  const groups =
    fields['groupClause'] === undefined ? '' : ` ${grouped} ${keys(fields['groupClause'], columnsOf(fields), to)}`
  return `SELECT ${distinct(fields, to)}${to.list(targets)}${clause('FROM', 'fromClause')}${where}${groups}${having}${windows.length > 0 ? ` WINDOW ${windows.join(', ')}` : ''}`
}

/** What keeps rows: an operation of two queries has a left one. */
const KEEPING = ['distinctClause', 'groupClause', 'sortClause', 'larg'] as const

function countParts(fields: Fields, to: Printing): void {
  const clauses = KEEPING.filter((name) => fields[name] !== undefined).length
  const named = fields['withClause'] === undefined ? [] : listOf(fieldsOf(fields['withClause'])['ctes'])
  // The first relation is joined with nothing.
  const joined = listOf(fields['fromClause']).slice(1)
  to.count(fields, clauses + named.length + joined.length)
}

export function printSelect(fields: Fields, to: Printing): string {
  if (fields['intoClause'] !== undefined) throw new Refusal('INTO can’t be used: a report only reads.')
  if (fields['lockingClause'] !== undefined) throw new Refusal('FOR UPDATE can’t be used: a report only reads.')
  only(fields, 'query', ...SELECT_FIELDS)
  countParts(fields, to)
  return to.withNames((add) => {
    const named = withClause(fields['withClause'], to, add)
    const inner = body(fields, to)
    const order = fields['sortClause'] === undefined ? '' : ` ORDER BY ${sortKeys(fields, to)}`
    const offset = fields['limitOffset'] === undefined ? '' : ` OFFSET ${to.print(fields['limitOffset'])} ROWS`
    const isTies = fields['limitOption'] === 'LIMIT_OPTION_WITH_TIES'
    const count = fields['limitCount'] === undefined ? '' : to.print(fields['limitCount'])
    const limit = count && (isTies ? ` FETCH FIRST (${count}) ROWS WITH TIES` : ` LIMIT ${count}`)
    return `${named}${inner}${order}${isTies ? offset + limit : limit + offset.replace(/ ROWS$/, '')}`
  })
}

export const SOURCES: Printers = {
  SelectStmt: (fields, to) => `(${to.select(fields)})`,
  ResTarget: (fields, to) => {
    only(fields, 'column', 'name', 'val')
    return (
      printTarget(fields['val'], to) + (fields['name'] === undefined ? '' : ` AS ${quoted(textOf(fields['name']))}`)
    )
  },
  RangeVar: relation,
  JoinExpr: join,
  RangeSubselect: (fields, to) => {
    only(fields, 'subquery', 'lateral', 'subquery', 'alias')
    const lateral = fields['lateral'] === true ? 'LATERAL ' : ''
    return `${lateral}(${to.select(as(fields['subquery'], 'SelectStmt'))})${alias(fields['alias'])}`
  },
  RangeFunction: rowFunction,
  GroupingSet: groupingSet,
  SortBy: (fields, to) => sorted(fields, new Set(), to),
}
