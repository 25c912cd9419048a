import type { VarType } from '@throughline/flow/document'
import type { Tree } from '@throughline/flow/eval'
import { comparisons, has, methods } from './reading.ts'

export type Operator =
  | 'eq'
  | 'ne'
  | 'gt'
  | 'ge'
  | 'lt'
  | 'le'
  | 'contains'
  | 'starts'
  | 'ends'
  | 'yes'
  | 'no'
  | 'set'
  | 'unset'
  | 'empty'
  | 'filled'
  | 'has'

/**
 * One comparison. `value` is the text of what is compared with: of a day `today` or `2026-03-01`, else what one types.
 * `guarded`: the variable may not be set, and then the comparison is false.
 */
export type Row = { subject: string; operator: Operator; value: string; guarded: boolean }
export type Rows = { join: 'and' | 'or'; rows: Row[] }
type TypeOf = (subject: string) => VarType | undefined

/** Stands beside the variables in the list of what can be compared. */
export const PRIORITY = 'instance.priority'

const textual: Operator[] = ['eq', 'ne', 'contains', 'starts', 'ends', 'set', 'unset']
const amounts: Operator[] = ['gt', 'ge', 'lt', 'le', 'eq', 'ne', 'set', 'unset']
const lists: Operator[] = ['empty', 'filled', 'set', 'unset']

export const OPERATORS: Record<VarType, Operator[]> = {
  string: textual,
  number: amounts,
  date: amounts,
  datetime: amounts,
  boolean: ['yes', 'no', 'set', 'unset'],
  person: ['set', 'unset'],
  json: ['set', 'unset'],
  file: lists,
  table: lists,
  list: ['has', ...lists],
}

const withoutValue: readonly Operator[] = ['yes', 'no', 'set', 'unset', 'empty', 'filled']
export const takesValue = (operator: Operator): boolean => !withoutValue.includes(operator)

/** What a new row says about a variable. */
export function plainRow(subject: string, type: VarType, sure: boolean, value?: string): Row {
  const operator = OPERATORS[type][0] ?? 'set'
  const usual = type === 'number' ? '0' : type === 'date' || type === 'datetime' ? 'today' : ''
  return fitting({ subject, operator, value: value ?? usual, guarded: !sure })
}

/** Whether something is set needs no guard. */
const fitting = (row: Row): Row =>
  row.operator === 'set' || row.operator === 'unset' ? { ...row, value: '', guarded: false } : row

export const withOperator = (row: Row, operator: Operator, sure: boolean): Row =>
  fitting({ ...row, operator, guarded: !sure, ...(!takesValue(operator) && { value: '' }) })

const signs = { eq: '==', ne: '!=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const
const methodNames = { contains: 'contains', starts: 'startsWith', ends: 'endsWith' } as const

/** The rows that say the same as an expression; undefined if rows cannot say it. */
export function rowsOf(tree: Tree, type: TypeOf): Rows | undefined {
  const join = tree[0] === 'or' ? 'or' : 'and'
  const parts = chain(tree, join)
  const rows: Row[] = []
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (!part) continue
    const next = join === 'and' && part[0] === 'set' ? parts[at + 1] : undefined
    const guarded = next
      ? guardedRow(part, next, type)
      : part[0] === 'and'
        ? guardedRow(part[1], part[2], type)
        : undefined
    const row = guarded ?? rowOf(part, type)
    if (!row) return undefined
    rows.push(row)
    if (guarded && next) at += 1
  }
  return { join, rows }
}

const chain = (tree: Tree, join: 'and' | 'or'): Tree[] =>
  tree[0] === join ? [...chain(tree[1], join), ...chain(tree[2], join)] : [tree]

function guardedRow(guard: Tree, tree: Tree, type: TypeOf): Row | undefined {
  const row = guard[0] === 'set' ? rowOf(tree, type) : undefined
  const needed = row && row.subject === guard[1] && row.operator !== 'set' && row.operator !== 'unset'
  return needed ? { ...row, guarded: true } : undefined
}

function rowOf(tree: Tree, type: TypeOf): Row | undefined {
  const row = readRow(tree)
  const of = row && type(row.subject)
  if (!row || !of || !OPERATORS[of].includes(row.operator)) return undefined
  // What prints differently would be changed by being looked at.
  return takesValue(row.operator) && !fits(row.value, of) ? undefined : row
}

function readRow(tree: Tree): Row | undefined {
  const made = (subject: string | undefined, operator: Operator, value = ''): Row | undefined =>
    subject === undefined ? undefined : { subject, operator, value, guarded: false }
  if (tree[0] === 'set') return made(tree[1], 'set')
  if (tree[0] === 'var') return made(tree[1], 'yes')
  if (tree[0] === 'op') return compared(tree[1], tree[2], tree[3], made)
  if (tree[0] === 'not') {
    if (tree[1][0] === 'set') return made(tree[1][1], 'unset')
    return tree[1][0] === 'var' ? made(tree[1][1], 'no') : undefined
  }
  if (tree[0] !== 'call') return undefined
  const [, name, of, argument] = tree
  const value = argument && literal(argument)
  return of && value !== undefined && has(methods, name) ? made(subjectOf(of), methods[name], value) : undefined
}

type Make = (subject: string | undefined, operator: Operator, value?: string) => Row | undefined

function compared(sign: string, left: Tree, right: Tree, made: Make): Row | undefined {
  if (left[0] === 'call' && left[1] === 'size' && left[2]) {
    if (right[0] !== 'int' || right[1] !== '0') return undefined
    if (sign === '==') return made(subjectOf(left[2]), 'empty')
    return sign === '>' || sign === '!=' ? made(subjectOf(left[2]), 'filled') : undefined
  }
  if (sign === 'in') {
    const value = literal(left)
    return value === undefined ? undefined : made(subjectOf(right), 'has', value)
  }
  const value = literal(right)
  return value === undefined || !has(comparisons, sign) ? undefined : made(subjectOf(left), comparisons[sign], value)
}

function subjectOf(tree: Tree): string | undefined {
  if (tree[0] === 'var') return tree[1]
  return tree[0] === '.' && tree[1][0] === 'name' && tree[1][1] === 'instance' && tree[2] === 'priority'
    ? PRIORITY
    : undefined
}

function literal(tree: Tree): string | undefined {
  if (tree[0] === 'int') return tree[1]
  if (tree[0] === 'lit') return typeof tree[1] === 'string' || typeof tree[1] === 'number' ? String(tree[1]) : undefined
  if (tree[0] === 'neg' && (tree[1][0] === 'int' || tree[1][0] === 'lit')) return `-${tree[1][1]}`
  if (tree[0] === 'name' && tree[1] === 'today') return 'today'
  return tree[0] === 'call' && tree[1] === 'date' && tree[2]?.[0] === 'lit' ? String(tree[2][1]) : undefined
}

const number = /^-?\d{1,15}(\.\d{1,10})?$/
const day = /^\d{4}-\d\d-\d\d$/

/** Whether a value can be compared with a variable of the type. */
export function fits(value: string, type: VarType): boolean {
  if (type === 'number') return number.test(value)
  return type === 'date' || type === 'datetime' ? value === 'today' || day.test(value) : true
}

/** The expression that rows stand for. */
export function expressionOf({ join, rows }: Rows, type: TypeOf): string {
  const texts = rows.map((row) => {
    const text = textOf(row, type(row.subject) ?? 'string')
    if (!row.guarded) return text
    const both = `has(vars.${row.subject}) && ${text}`
    return join === 'or' && rows.length > 1 ? `(${both})` : both
  })
  return texts.join(join === 'and' ? ' && ' : ' || ')
}

function textOf({ subject, operator, value }: Row, type: VarType): string {
  const name = subject === PRIORITY ? PRIORITY : `vars.${subject}`
  switch (operator) {
    case 'set':
      return `has(${name})`
    case 'unset':
      return `!has(${name})`
    case 'yes':
      return name
    case 'no':
      return `!${name}`
    case 'empty':
      return `size(${name}) == 0`
    case 'filled':
      return `size(${name}) > 0`
    case 'has':
      return `${JSON.stringify(value)} in ${name}`
    case 'contains':
    case 'starts':
    case 'ends':
      return `${name}.${methodNames[operator]}(${JSON.stringify(value)})`
    case 'eq':
    case 'ne':
    case 'gt':
    case 'ge':
    case 'lt':
    case 'le':
      break
  }
  return `${name} ${signs[operator]} ${written(value, type)}`
}

function written(value: string, type: VarType): string {
  if (type === 'number') return value
  if (type === 'date' || type === 'datetime') return value === 'today' ? 'today' : `date(${JSON.stringify(value)})`
  return JSON.stringify(value)
}
