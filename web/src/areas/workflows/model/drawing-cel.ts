import { variableOf } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { numberText } from '../../../shared/format/count.ts'
import { texts } from './drawing.texts.ts'

/** What people call a variable: the label of the variable or the field that declares it, else its name in words. */
export type Labels = (name: string) => string

export function labelsOf(doc: FlowDoc): Labels {
  const labels = new Map<string, string>()
  const forms = [
    doc.start_fields ?? [],
    ...Object.values(doc.steps).map((step) => ('fields' in step ? step.fields : [])),
  ]
  for (const field of forms.flat()) {
    const name = variableOf(field)
    if (field.label && !labels.has(name)) labels.set(name, field.label)
  }
  for (const [name, { label }] of Object.entries(doc.variables ?? {})) if (label) labels.set(name, label)
  return (name) => labels.get(name) ?? humanized(name)
}

/** A name as people would write it: `due_date` is "Due date". */
export function humanized(name: string): string {
  const text = name.replaceAll('_', ' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const literal = /^(?:"([^"\\]*)"|'([^'\\]*)'|(-?\d+(?:\.\d+)?)|(true|false|null))$/
const comparison = /^vars\.([a-z_][a-z0-9_]*)\s*(==|!=|<=|>=|<|>)\s*(.+)$/
const membership = /^vars\.([a-z_][a-z0-9_]*)\s+in\s+\[([^\]]*)\]$/
const flag = /^(!?)\s*vars\.([a-z_][a-z0-9_]*)$/
const bool = /^vars\.([a-z_][a-z0-9_]*)\s*==\s*(true|false)$/

type Operator = '>' | '>=' | '<' | '<=' | '==' | '!='
const isOperator = (text: string): text is Operator => ['>', '>=', '<', '<=', '==', '!='].includes(text)

function valueOf(text: string): string | undefined {
  const [, double, single, number, word] = literal.exec(text.trim()) ?? []
  if (number !== undefined) return numberText(Number(number))
  if (word !== undefined) return { true: texts.reading.yes, false: texts.reading.no, null: texts.reading.empty }[word]
  const string = double ?? single
  return string === '' ? texts.reading.empty : string?.replaceAll('_', ' ')
}

const flagRead = (label: string, negated: boolean) =>
  negated ? texts.reading.not(label.charAt(0).toLowerCase() + label.slice(1)) : label

function part(labelOf: Labels, text: string): string | undefined {
  const [, negation, flagged] = flag.exec(text) ?? []
  if (flagged !== undefined) return flagRead(labelOf(flagged), negation === '!')
  const [, yesNo, answer] = bool.exec(text) ?? []
  if (yesNo !== undefined) return flagRead(labelOf(yesNo), answer === 'false')
  const [, one, listText] = membership.exec(text) ?? []
  if (one !== undefined && listText !== undefined) {
    const values = listText.split(',').map(valueOf)
    const known = values.filter((value) => value !== undefined)
    return known.length === values.length ? texts.reading.any(labelOf(one), known) : undefined
  }
  const [, name, operator, right] = comparison.exec(text) ?? []
  const value = right === undefined ? undefined : valueOf(right)
  if (name === undefined || operator === undefined || value === undefined || !isOperator(operator)) return undefined
  return texts.reading[operator](labelOf(name), value)
}

function readParts(labelOf: Labels, when: string): string | undefined {
  const whole = part(labelOf, when.trim())
  if (whole !== undefined) return whole
  const [and, or] = [when.includes('&&'), when.includes('||')]
  if (and === or) return undefined
  const parts = when.split(or ? '||' : '&&').map((text) => part(labelOf, text.trim()))
  const known = parts.filter((text) => text !== undefined)
  if (known.length < parts.length) return undefined
  return or ? texts.reading.or(known) : texts.reading.and(known)
}

/** Says a simple condition in words ("Amount over 5,000"); undefined where it says more than a few words can. */
export function celReader(doc: FlowDoc): (when: string) => string | undefined {
  const labelOf = labelsOf(doc)
  const known = new Map<string, string | undefined>()
  return (when) => {
    if (!known.has(when)) known.set(when, readParts(labelOf, when))
    return known.get(when)
  }
}
