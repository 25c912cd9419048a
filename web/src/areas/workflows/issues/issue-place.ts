import { texts } from './issues.texts.ts'

const { where } = texts
const counted: Record<string, (n: number) => string> = {
  branches: where.branch,
  fields: where.field,
  approvers: where.approver,
  escalation: where.escalation,
}
const named: Record<string, string> = {
  else: where.else,
  each: where.each,
  due: where.due,
  input: where.input,
  output: where.output,
}

/** Which part of its step a problem is in, in words; empty where the step says enough. */
export function placeOf(path: string): string {
  const [, top = '', key = '', part = '', place = ''] = path.split('/')
  if (top === 'start_fields') return where.startField(Number(key) + 1)
  if (top === 'variables') return where.variable(key)
  if (top !== 'steps') return top === 'due' ? where.due : ''
  const count = Object.hasOwn(counted, part) ? counted[part] : undefined
  if (count && /^\d+$/.test(place)) return count(Number(place) + 1)
  return (Object.hasOwn(named, part) && named[part]) || ''
}
