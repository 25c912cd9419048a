import type { ApprovalStep, Assignee, Field, FlowDoc, ManualStep, Step, WaitStep } from '../document.ts'

type Category = 'customer-support' | 'finance' | 'marketing' | 'development' | 'hr' | 'documentation'
type Settings<S> = Partial<Omit<S, 'id' | 'type' | 'name' | 'next'>>

/** A template as it stands in the gallery. The first step is the start. */
export function template(
  about: Pick<FlowDoc, 'name' | 'prefix' | 'description' | 'type'> & { id: string; category: Category; tags: string[] },
  settings: Pick<FlowDoc, 'start_fields' | 'due'>,
  ...steps: [Step, ...Step[]]
): FlowDoc & { id: string } {
  const { category, tags, ...rest } = about
  return {
    ...rest,
    metadata: { version: '1.0', category, tags },
    start_step: steps[0].id,
    steps: Object.fromEntries(steps.map((step) => [step.id, step])),
    ...settings,
  }
}

export const starter: Assignee = { starter: true }
export const role = (name: 'Owner' | 'Admin' | 'Manager' | 'Member'): Assignee => ({ role: name })
export const named = (variable: string): Assignee => ({ expr: `vars.${variable}` })

export const task = (id: string, name: string, next: string[], settings: Settings<ManualStep> = {}): Step => ({
  id,
  type: 'manual',
  name,
  next,
  fields: [],
  assignee: starter,
  ...settings,
})

export const approval = (
  id: string,
  name: string,
  next: string[],
  approvers: Assignee[],
  settings: Settings<ApprovalStep> = {},
): Step => ({ id, type: 'approval', name, next, approvers, rule: 'first', order: 'at_once', ...settings })

type Way = [name: string, when: string, next: string[]]

export const decision = (
  id: string,
  name: string,
  ways: Way[],
  otherwise: string[],
  settings: { description?: string } = {},
): Step => ({
  id,
  type: 'condition',
  name,
  next: [...new Set([...ways.flatMap(([, , next]) => next), ...otherwise])],
  branches: ways.map(([way, when, next]) => ({ name: way, when, next })),
  else: otherwise,
  ...settings,
})

export const pause = (
  id: string,
  name: string,
  next: string[],
  time: Pick<WaitStep, 'for' | 'until' | 'description'>,
): Step => ({
  id,
  type: 'wait',
  name,
  next,
  ...time,
})

type FieldSettings = Partial<Omit<Field, 'name' | 'type' | 'label'>>

/** A field that has to be filled in; `optional` lets it be. */
export const field = (type: Field['type'], name: string, label: string, settings: FieldSettings = {}): Field => ({
  name,
  type,
  label,
  required: true,
  ...settings,
})
export const optional = (one: Field): Field => ({ ...one, required: false })

export const choice = (name: string, label: string, values: string[], settings: FieldSettings = {}): Field =>
  field('select', name, label, {
    options: values.map((value) => ({ value: value.toLowerCase().replace(/[^a-z0-9]+/g, '_'), label: value })),
    ...settings,
  })

/** Reminders a day before something is due and a day after. */
export const reminders = [
  { from: 'due' as const, after: '-1d', act: 'remind' as const },
  { from: 'due' as const, after: '1d', act: 'remind' as const },
]
