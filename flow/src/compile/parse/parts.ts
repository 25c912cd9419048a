import type { Assignee, Column, Due, Each, Escalation, Field, Retry, Route, Variable } from '../../document.ts'
import {
  type At,
  amount,
  dropped,
  flag,
  idText,
  isObject,
  json,
  keysOf,
  listOf,
  oneOf,
  type Reader,
  text,
  yes,
} from './reader.ts'

/** Where a step leads: a list of ids, or one id by itself. */
export const targets: Reader<string[]> = (value, at) => listOf(idText)(Array.isArray(value) ? value : [value], at)

export const route: Reader<Route> = (value, at) => {
  if (isObject(value) && value.end !== undefined) {
    const { end } = keysOf<{ end: string }>({ end: text })(value, at) ?? {}
    return end === undefined ? undefined : { end }
  }
  // A route may be written as the bare list of its targets.
  if (Array.isArray(value) || typeof value === 'string' || typeof value === 'number')
    return { next: targets(value, at) ?? [] }
  const read = keysOf<Required<Extract<Route, { next: string[] }>>>({
    next: targets,
    cancel: oneOf('none', 'siblings', 'all'),
  })(value, at)
  return read && { ...read, next: read.next ?? [] }
}

const assigneeShapes: { [K in 'person' | 'team' | 'role' | 'starter' | 'expr']: Reader<Assignee> } = {
  person: (value, at) => {
    const { person } = keysOf<{ person: string }>({ person: idText })(value, at) ?? {}
    return person === undefined ? undefined : { person }
  },
  team: (value, at) => {
    const read = keysOf<{ team: string; each: true }>({ team: idText, each: yes })(value, at)
    return read?.team === undefined ? undefined : { ...read, team: read.team }
  },
  role: (value, at) => {
    const read = keysOf<{ role: string; each: true }>({ role: idText, each: yes })(value, at)
    return read?.role === undefined ? undefined : { ...read, role: read.role }
  },
  starter: (value, at) => {
    const { starter } = keysOf<{ starter: true }>({ starter: yes })(value, at) ?? {}
    return starter && { starter }
  },
  expr: (value, at) => {
    const { expr } = keysOf<{ expr: string }>({ expr: text })(value, at) ?? {}
    return expr === undefined ? undefined : { expr }
  },
}

export const assignee: Reader<Assignee> = (value, at) => {
  if (!isObject(value)) return dropped(at, 'This must be a person, team, role, the starter, or an expression.')
  for (const kind of ['person', 'team', 'role', 'starter', 'expr'] as const)
    if (value[kind] !== undefined && value[kind] !== null) return assigneeShapes[kind](value, at)
  return dropped(at, 'This must be a person, team, role, the starter, or an expression.')
}

export const due: Reader<Due> = (value, at) => {
  if (typeof value === 'string') return { in: value }
  if (isObject(value) && value.date !== undefined) {
    const { date } = keysOf<{ date: string }>({ date: text })(value, at) ?? {}
    return date === undefined ? undefined : { date }
  }
  const read = keysOf<Required<Extract<Due, { in: string }>>>({ in: text, from: oneOf('open', 'start') })(value, at)
  return read?.in === undefined ? undefined : { ...read, in: read.in }
}

export const escalation: Reader<Escalation> = (value, at) => {
  const read = keysOf<Required<Escalation>>({
    from: oneOf('open', 'due'),
    after: text,
    act: oneOf('remind', 'reassign', 'finish'),
    to: assignee,
    outcome: oneOf('approved', 'rejected'),
  })(value, at)
  if (!read) return undefined
  const { from = 'due', after = '', act = 'remind', ...rest } = read
  return { from, after, act, ...rest }
}

export const each: Reader<Each> = (value, at) => {
  const read = keysOf<Each>({ list: text, order: oneOf('at_once', 'in_order'), until: counted('all', 'first') })(
    value,
    at,
  )
  return read && { list: read.list ?? '', order: read.order ?? 'at_once', until: read.until ?? 'all' }
}

/** A number or one of the words. */
export function counted<const T extends string>(...words: T[]): Reader<T | number> {
  return (value, at) => (typeof value === 'number' ? amount(value, at) : oneOf(...words)(value, at))
}

export const retry: Reader<Retry> = (value, at) => {
  const read = keysOf<Retry>({ attempts: amount, first: text, factor: amount, max: text })(value, at)
  return read && { attempts: 3, first: '10s', factor: 2, max: '1h', ...read }
}

export const variable: Reader<Variable> = (value, at) => {
  const read = keysOf<Required<Variable>>({
    type: oneOf('string', 'number', 'boolean', 'date', 'datetime', 'person', 'file', 'list', 'table', 'json'),
    label: text,
    default: json,
  })(value, at)
  return read && { type: 'string', ...read }
}

const fieldType: Reader<Field['type']> = (value, at) => {
  if (value === 'string') return 'text'
  if (value === 'boolean') return 'checkbox'
  return oneOf(
    'text',
    'textarea',
    'number',
    'checkbox',
    'select',
    'date',
    'file',
    'person',
    'currency',
    'email',
    'phone',
    'url',
    'table',
  )(value, at)
}

/** An option may be written as its bare value. */
const option: Reader<{ value: string; label: string }> = (value, at) => {
  if (typeof value === 'string' || typeof value === 'number') return { value: String(value), label: String(value) }
  const read = keysOf<{ value: string; label: string }>({ value: idText, label: idText })(value, at)
  return read && { value: read.value ?? read.label ?? '', label: read.label ?? read.value ?? '' }
}

const columnShape = {
  name: text,
  type: fieldType,
  label: text,
  required: flag,
  placeholder: text,
  variable: text,
  options: listOf(option),
  default: json,
  min: amount,
  max: amount,
  help: text,
  show_if: text,
}

function complete<T extends Partial<Column>>(read: T): T & Column {
  const { name = '', type = 'text', label = name } = read
  return { name, type, label, ...read }
}

const column: Reader<Column> = (value, at) => {
  const read = keysOf<Required<Column>>(columnShape)(value, at)
  return read && complete(read)
}

export const field: Reader<Field> = (value: unknown, at: At) => {
  const read = keysOf<Required<Field>>({ ...columnShape, columns: listOf(column) })(value, at)
  return read && complete(read)
}
