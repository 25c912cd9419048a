import { type Patch, readingsOf, repair, validate, variableOf } from '@throughline/flow/compile'
import type { Field, FlowDoc, Step } from '@throughline/flow/document'

const renamedField = (field: Field, from: string, to: string): Field =>
  variableOf(field) === from ? { ...field, variable: to } : field

const renamedKey = <V>(record: Record<string, V>, from: string, to: string): Record<string, V> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key === from ? to : key, value]))

/** The step sets the new name wherever it set the old one. */
function renamedWrites(step: Step, from: string, to: string): Step {
  if (step.type === 'manual') return { ...step, fields: step.fields.map((field) => renamedField(field, from, to)) }
  if (step.type === 'tool' && step.output) return { ...step, output: renamedKey(step.output, from, to) }
  if (step.type === 'subworkflow' && step.output) return { ...step, output: renamedKey(step.output, from, to) }
  if (step.type !== 'approval' || !step.output) return step
  const output = Object.entries(step.output).map(([what, name]) => [what, name === from ? to : name])
  return { ...step, output: Object.fromEntries(output) }
}

/** An expression with the variable renamed; what stands between quotes is text and stays. */
function renamedText(text: string, from: string, to: string): string {
  const token = new RegExp(`"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'|(\\bvars\\.\\??)${from}\\b`, 'g')
  return text.replace(token, (found, start?: string) => (start === undefined ? found : `${start}${to}`))
}

const renamedTemplate = (text: string, from: string, to: string) =>
  text.replace(/\{\{(.*?)\}\}/gs, (_, inner: string) => `{{${renamedText(inner, from, to)}}}`)

function textAt(doc: FlowDoc, path: string): string | undefined {
  let at: unknown = doc
  for (const part of path.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
  }
  return typeof at === 'string' ? at : undefined
}

const asRead = (doc: FlowDoc, name: (own: string) => string) =>
  JSON.stringify(readingsOf(doc).map(({ name: own, path }) => [path, name(own)]))

const unread = new Set(['expr_syntax', 'expr_type', 'expr_forbidden', 'each_bad', 'var_unknown'])

/** Whether an expression mentions it that cannot be understood as it stands. */
function isMisread(doc: FlowDoc, name: string): boolean {
  const mention = new RegExp(`\\b${name}\\b`)
  return validate(doc).some(({ code, path }) => unread.has(code) && mention.test(textAt(doc, path) ?? ''))
}

/**
 * The document with a variable renamed wherever it is set and read. Undefined where that is not certain to mean the
 * same: an expression that cannot be understood mentions it, or reads it in an unusual way.
 */
export function renameVariable(doc: FlowDoc, from: string, to: string): FlowDoc | undefined {
  if (isMisread(doc, from)) return undefined
  const variables = renamedKey(doc.variables ?? {}, from, to)
  const steps = Object.entries(doc.steps).map(([id, step]) => [id, renamedWrites(step, from, to)])
  const written: FlowDoc = {
    ...doc,
    ...(doc.variables && { variables }),
    ...(doc.start_fields && { start_fields: doc.start_fields.map((field) => renamedField(field, from, to)) }),
    steps: Object.fromEntries(steps),
  }
  const places = new Set(readingsOf(doc).flatMap(({ name, path }) => (name === from ? path : [])))
  const patch = [...places].flatMap((path): Patch[] => {
    const text = textAt(doc, path)
    if (text === undefined) return []
    const value = path.includes('/input/') ? renamedTemplate(text, from, to) : renamedText(text, from, to)
    return [{ op: 'replace', path, value }]
  })
  const renamed = repair(written, { patch })
  const same = asRead(renamed, (own) => own) === asRead(doc, (own) => (own === from ? to : own))
  return same ? renamed : undefined
}
