import {
  CALLED_BY_DOT,
  FUNCTIONS,
  GROWING,
  INSTEAD,
  MAX_ARGUMENTS,
  MAX_LIST,
  MAX_SIZE,
  OPERATORS,
  SIZED_TYPES,
  SYSTEM_COLUMNS,
  TYPES,
} from './allowed.ts'
import { literal } from './parameters.ts'
import { printWindow } from './print-window.ts'
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

function columnRef(fields: Fields, to: Printing, { star = false } = {}): string {
  only(fields, 'column', 'fields')
  const parts = listOf(fields['fields']).map((part, index) => {
    const [kind, value] = kindOf(part)
    if (kind === 'A_Star' && !star)
      throw new Refusal('“*” can’t be used here.', placeIn(fields), 'Rows are counted with count(*).')
    if (kind === 'A_Star') return '*'
    const name = textOf(as(part, 'String')['sval'])
    if (SYSTEM_COLUMNS.has(name)) throw new Refusal(`The column “${name}” can’t be used.`, placeIn(fields))
    if (index > 0 && CALLED_BY_DOT.has(name))
      throw new Refusal(
        `The function “${name}” can’t be used.`,
        placeIn(fields),
        'If it’s a column, give it another name.',
      )
    return quoted(textOf(value['sval']))
  })
  if (parts.length > 2) throw new Refusal('Columns are named as view.column.', placeIn(fields))
  const name = parts.length === 1 ? textOf(kindOf(listOf(fields['fields'])[0])[1]['sval']) : ''
  if (to.isRow(name)) throw new Refusal(`“${name}” is a whole row.`, placeIn(fields), `Name its columns: ${name}.name.`)
  return to.at(fields) + parts.join('.')
}

/** What stands in a list of columns, where a star may stand, too. */
export function printTarget(node: unknown, to: Printing): string {
  const [kind, fields] = kindOf(node)
  return kind === 'ColumnRef' ? columnRef(fields, to, { star: true }) : to.print(node)
}

function isConstant(node: unknown): boolean {
  const [kind, fields] = kindOf(node)
  return kind === 'A_Const' || kind === 'ParamRef' || (kind === 'TypeCast' && isConstant(fields['arg']))
}

function leavesOf(node: unknown): readonly unknown[] {
  const [kind, fields] = kindOf(node)
  return kind === 'RowExpr' ? listOf(fields['args']).flatMap(leavesOf) : [node]
}

/** A list of long texts is in memory as a whole. */
function requireShort(nodes: unknown, fields: Fields): void {
  const items = listOf(nodes)
  if (items.length > MAX_LIST) throw new Refusal(`A list can have at most ${MAX_LIST} values.`, placeIn(fields))
  if (items.flatMap(leavesOf).filter((leaf) => !isConstant(leaf)).length > MAX_ARGUMENTS)
    throw new Refusal(`A list can have at most ${MAX_ARGUMENTS} values besides constants.`, placeIn(fields))
}

function refuseList(fields: Fields): never {
  throw new Refusal('A list can only be compared.', placeIn(fields), 'For example: name = any (array[…]).')
}

function refuseRow(fields: Fields): never {
  throw new Refusal('A row can only be compared.', placeIn(fields), 'Name its columns one by one.')
}

/** Rows and lists are there to be compared, and hold no others: as values they could grow without end. */
export function printOperand(node: unknown, to: Printing): string {
  const [kind, fields] = kindOf(node)
  if (kind === 'A_ArrayExpr') {
    only(fields, 'list', 'elements', 'list_start', 'list_end')
    requireShort(fields['elements'], fields)
    return `ARRAY[${to.list(fields['elements'])}]`
  }
  if (kind !== 'RowExpr') return to.print(node)
  only(fields, 'row', 'args', 'row_format')
  requireShort(fields['args'], fields)
  return `ROW(${to.list(fields['args'])})`
}

function constant(fields: Fields): string {
  only(fields, 'value', 'ival', 'fval', 'sval', 'boolval', 'isnull')
  if (fields['isnull'] === true) return 'NULL'
  if ('ival' in fields) return String(Number(fieldsOf(fields['ival'])['ival'] ?? 0))
  if ('boolval' in fields) return fieldsOf(fields['boolval'])['boolval'] === true ? 'true' : 'false'
  if ('sval' in fields) return literal(textOf(fieldsOf(fields['sval'])['sval']))
  const number = textOf(fieldsOf(fields['fval'])['fval'])
  // As it was typed: also 0x1F, 1_000 and 1e308. A sign before it is part of it.
  if (!/^-?[\d.][\w.+-]{0,400}$/.test(number)) throw new Refusal('This number can’t be used.', placeIn(fields))
  return number
}

function typeName(fields: Fields): string {
  only(fields, 'type', 'names', 'typmods', 'typemod')
  const names = namesIn(fields['names'])
  const name = names.at(-1) ?? ''
  const isKnown = names.length === 1 || (names.length === 2 && names[0] === 'pg_catalog')
  if (!isKnown || !TYPES.has(name)) throw new Refusal(`The type “${names.join('.')}” can’t be used.`, placeIn(fields))
  const sizes = listOf(fields['typmods']).map((size) => constant(as(size, 'A_Const')))
  if (sizes.length > 0 && !(SIZED_TYPES.has(name) && sizes.every((size) => /^-?\d{1,8}$/.test(size))))
    throw new Refusal(`The type “${name}” can’t be used like this.`, placeIn(fields))
  if (sizes.some((size) => Number(size) > MAX_SIZE))
    throw new Refusal(`The size of a type can be at most ${MAX_SIZE.toLocaleString('en-US')}.`, placeIn(fields))
  return `pg_catalog.${quoted(name)}${sizes.length > 0 ? `(${sizes.join(', ')})` : ''}`
}

const NAMED_KINDS: Readonly<Record<string, string>> = {
  AEXPR_DISTINCT: 'IS DISTINCT FROM',
  AEXPR_NOT_DISTINCT: 'IS NOT DISTINCT FROM',
  AEXPR_BETWEEN: 'BETWEEN',
  AEXPR_NOT_BETWEEN: 'NOT BETWEEN',
  AEXPR_BETWEEN_SYM: 'BETWEEN SYMMETRIC',
  AEXPR_NOT_BETWEEN_SYM: 'NOT BETWEEN SYMMETRIC',
}
/** Printed as words, so that the tree is the same when it is parsed again. */
const PATTERNS: Readonly<Record<string, string>> = {
  'AEXPR_LIKE ~~': 'LIKE',
  'AEXPR_LIKE !~~': 'NOT LIKE',
  'AEXPR_ILIKE ~~*': 'ILIKE',
  'AEXPR_ILIKE !~~*': 'NOT ILIKE',
}

function operatorOf(fields: Fields): string {
  const names = namesIn(fields['name'])
  const [operator = ''] = names
  if (names.length !== 1 || !OPERATORS.has(operator))
    throw new Refusal(`The operator “${names.join('.')}” can’t be used.`, placeIn(fields))
  return operator
}

function plainOperator(fields: Fields, to: Printing): string {
  const operator = operatorOf(fields)
  if (fields['lexpr'] === undefined) return `(${operator} ${to.print(fields['rexpr'])})`
  const both = `(${printOperand(fields['lexpr'], to)} ${to.at(fields)}${operator} ${printOperand(fields['rexpr'], to)})`
  return operator === '||' ? `report."short"${both}` : both
}

function comparison(fields: Fields, to: Printing): string {
  only(fields, 'comparison', 'kind', 'name', 'lexpr', 'rexpr', 'rexpr_list_start', 'rexpr_list_end')
  const kind = textOf(fields['kind'])
  if (kind === 'AEXPR_OP') return plainOperator(fields, to)
  const left = () => printOperand(fields['lexpr'], to)
  const right = () => printOperand(fields['rexpr'], to)
  // Its answer is the left side itself.
  if (kind === 'AEXPR_NULLIF') return `NULLIF(${to.print(fields['lexpr'])}, ${to.print(fields['rexpr'])})`
  if (kind === 'AEXPR_IN') {
    const { items } = as(fields['rexpr'], 'List')
    requireShort(items, fields)
    return `(${left()} ${operatorOf(fields) === '=' ? 'IN' : 'NOT IN'} (${to.operands(items)}))`
  }
  if (kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_OP_ALL')
    return `(${left()} ${operatorOf(fields)} ${kind === 'AEXPR_OP_ANY' ? 'ANY' : 'ALL'} (${right()}))`
  if (kind === 'AEXPR_SIMILAR') return `(${left()} ${operatorOf(fields)} ${right()})`
  const words = NAMED_KINDS[kind]
  if (words?.includes('BETWEEN'))
    return `(${left()} ${words} ${to.list(as(fields['rexpr'], 'List')['items'], ' AND ')})`
  if (words) return `(${left()} ${words} ${right()})`
  const pattern = PATTERNS[`${kind} ${operatorOf(fields)}`]
  if (!pattern) throw new Refusal('This comparison can’t be used.', placeIn(fields))
  return `(${left()} ${pattern} ${right()})`
}

const BOOLEANS: Readonly<Record<string, string>> = { AND_EXPR: ' AND ', OR_EXPR: ' OR ' }

function boolean(fields: Fields, to: Printing): string {
  only(fields, 'condition', 'boolop', 'args')
  const operator = textOf(fields['boolop'])
  return operator === 'NOT_EXPR'
    ? `(NOT ${to.list(fields['args'])})`
    : `(${to.list(fields['args'], BOOLEANS[operator])})`
}

const TESTS: Readonly<Record<string, string>> = {
  IS_NULL: 'IS NULL',
  IS_NOT_NULL: 'IS NOT NULL',
  IS_TRUE: 'IS TRUE',
  IS_NOT_TRUE: 'IS NOT TRUE',
  IS_FALSE: 'IS FALSE',
  IS_NOT_FALSE: 'IS NOT FALSE',
  IS_UNKNOWN: 'IS UNKNOWN',
  IS_NOT_UNKNOWN: 'IS NOT UNKNOWN',
}

const test =
  (name: string) =>
  (fields: Fields, to: Printing): string => {
    only(fields, 'condition', 'arg', name)
    return `(${printOperand(fields['arg'], to)} ${TESTS[textOf(fields[name])] ?? ''})`
  }

function functionName(fields: Fields): string {
  const names = namesIn(fields['funcname'])
  const name = names.at(-1) ?? ''
  const isPlain = names.length === 1 || (names.length === 2 && names[0] === 'pg_catalog')
  if (isPlain && FUNCTIONS.has(name)) return name
  throw new Refusal(`The function “${names.join('.')}” can’t be used.`, placeIn(fields), INSTEAD.get(name))
}

const PERCENTILES: ReadonlySet<string> = new Set(['percentile_cont', 'percentile_disc'])
/** Different rows are counted, and several percentiles asked for at once. */
const OF_ROWS: ReadonlySet<string> = new Set(['count', ...PERCENTILES])

/** A list of percentiles is answered by a list, so it could nest if it held the answer of another one. */
function requireConstants(node: unknown): void {
  const [kind, fields] = kindOf(node)
  const items = kind === 'A_ArrayExpr' ? listOf(fields['elements']) : []
  if (items.length > MAX_ARGUMENTS || !items.every(isConstant))
    throw new Refusal(`Percentiles can be at most ${MAX_ARGUMENTS} constants.`, placeIn(fields))
}

/** What an aggregate is ordered by can be its answer, as that of mode(): a value, and so neither a row nor a list. */
function aggregateOrder(nodes: unknown, to: Printing): string {
  const keys = listOf(nodes).map((node) => as(node, 'SortBy')['node'])
  for (const [kind, fields] of keys.map(kindOf)) {
    if (kind === 'A_ArrayExpr') refuseList(fields)
    if (kind === 'RowExpr') refuseRow(fields)
  }
  return keys.length === 0 ? '' : `ORDER BY ${to.list(nodes)}`
}

/** Each of them sorts for itself, or keeps what is different. */
const SORTING = ['agg_order', 'agg_distinct'] as const

function call(fields: Fields, to: Printing): string {
  only(
    fields,
    'call',
    'funcname',
    'args',
    'agg_order',
    'agg_filter',
    'agg_within_group',
    'agg_star',
    'agg_distinct',
    'over',
    'funcformat',
  )
  const name = functionName(fields)
  const args = listOf(fields['args'])
  if (args.length > MAX_ARGUMENTS)
    throw new Refusal(`A function can have at most ${MAX_ARGUMENTS} arguments.`, placeIn(fields))
  if (PERCENTILES.has(name)) args.forEach(requireConstants)
  if (SORTING.some((clause) => fields[clause] !== undefined)) to.count(fields)
  const isWithin = fields['agg_within_group'] === true
  const order = aggregateOrder(fields['agg_order'], to)
  const printed = OF_ROWS.has(name) ? to.operands(args) : to.list(args)
  const inside = fields['agg_star'] === true ? '*' : printed
  const distinct = fields['agg_distinct'] === true ? 'DISTINCT ' : ''
  const made = [
    `${to.at(fields)}${FUNCTIONS.get(name)}(${distinct}${inside}${order && !isWithin ? ` ${order}` : ''})`,
    isWithin ? `WITHIN GROUP (${order})` : '',
    fields['agg_filter'] === undefined ? '' : `FILTER (WHERE ${to.print(fields['agg_filter'])})`,
    fields['over'] === undefined ? '' : `OVER ${printWindow(fieldsOf(fields['over']), to)}`,
  ]
  const whole = made.filter(Boolean).join(' ')
  return GROWING.has(name) ? `report."short"(${whole})` : whole
}

function caseOf(fields: Fields, to: Printing): string {
  only(fields, 'CASE', 'arg', 'args', 'defresult')
  const whens = listOf(fields['args']).map((node) => {
    const when = as(node, 'CaseWhen')
    only(when, 'WHEN', 'expr', 'result')
    return ` WHEN ${to.print(when['expr'])} THEN ${to.print(when['result'])}`
  })
  const arg = fields['arg'] === undefined ? '' : ` ${to.print(fields['arg'])}`
  const otherwise = fields['defresult'] === undefined ? '' : ` ELSE ${to.print(fields['defresult'])}`
  return `(CASE${arg}${whens.join('')}${otherwise} END)`
}

function subLink(fields: Fields, to: Printing): string {
  only(fields, 'subquery', 'subLinkType', 'testexpr', 'operName', 'subselect')
  to.count(fields)
  const kind = textOf(fields['subLinkType'])
  const inner = `(${to.select(as(fields['subselect'], 'SelectStmt'))})`
  if (kind === 'EXISTS_SUBLINK') return `(EXISTS ${inner})`
  if (kind === 'EXPR_SUBLINK') return inner
  const isAny = kind === 'ANY_SUBLINK'
  if (!isAny && kind !== 'ALL_SUBLINK') throw new Refusal('This subquery can’t be used.', placeIn(fields))
  if (fields['operName'] === undefined) return `(${printOperand(fields['testexpr'], to)} IN ${inner})`
  return `(${printOperand(fields['testexpr'], to)} ${operatorOf({ ...fields, name: fields['operName'] })} ${isAny ? 'ANY' : 'ALL'} ${inner})`
}

const VALUES: Readonly<Record<string, string>> = {
  // In the organization's days, as those of the views.
  SVFOP_CURRENT_DATE: 'report."today"()',
  SVFOP_CURRENT_TIMESTAMP: 'pg_catalog."now"()',
}

export const EXPRESSIONS: Printers = {
  ColumnRef: columnRef,
  A_Const: constant,
  ParamRef: (fields, to) => {
    only(fields, 'parameter', 'number')
    return to.parameter(Number(fields['number']), placeIn(fields))
  },
  TypeCast: (fields, to) => {
    only(fields, 'cast', 'arg', 'typeName')
    return `CAST(${to.print(fields['arg'])} AS ${typeName(fieldsOf(fields['typeName']))})`
  },
  A_Expr: comparison,
  BoolExpr: boolean,
  NullTest: test('nulltesttype'),
  BooleanTest: test('booltesttype'),
  FuncCall: call,
  CaseExpr: caseOf,
  SubLink: subLink,
  CoalesceExpr: (fields, to) => {
    only(fields, 'COALESCE', 'args')
    return `COALESCE(${to.list(fields['args'])})`
  },
  MinMaxExpr: (fields, to) => {
    only(fields, 'comparison', 'op', 'args')
    return `${fields['op'] === 'IS_LEAST' ? 'LEAST' : 'GREATEST'}(${to.list(fields['args'])})`
  },
  A_ArrayExpr: refuseList,
  RowExpr: refuseRow,
  GroupingFunc: (fields, to) => {
    only(fields, 'GROUPING', 'args')
    return `GROUPING(${to.list(fields['args'])})`
  },
  SQLValueFunction: (fields, to) => {
    const printed = VALUES[textOf(fields['op'])]
    if (!printed) throw new Refusal('This value can’t be used.', placeIn(fields), 'Use current_date or now().')
    return to.at(fields) + printed
  },
}
