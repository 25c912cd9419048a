import { compile, parse, print, sampleVariables, type Write, writesOf } from '@throughline/flow/compile'
import type { FlowDoc, Step } from '@throughline/flow/document'
import { fill, type Json, plainCalendar, type Scope } from '@throughline/flow/eval'
import * as z from 'zod/mini'
import { asRecord } from '../engine/prepare-call.ts'
import { createSecretMarks } from '../tools/secret-marks.ts'

/** A tool step by itself, with sample values for all that it may read. Kept with the test call. */
export const SampleCall = z.object({
  step: z.string(),
  document: z.unknown(),
  vars: z.record(z.string(), z.custom<Json>()),
  now: z.number(),
})
export type SampleCall = z.infer<typeof SampleCall>

type ToolStep = Extract<Step, { type: 'tool' }>

/** The marks are made for one call, right before it. */
export interface FilledCall {
  step: ToolStep
  parameters: Record<string, Json>
  secrets: ReturnType<typeof createSecretMarks>
}

const scopeOf = (vars: Record<string, Json>, now: number): Scope => ({
  vars,
  now,
  calendar: plainCalendar,
  instance: { priority: 'medium', started: now },
})

/** The rest of a draft may be full of errors: this one step is tested, and reads what the others would have set. */
export function sampleCallOf(doc: FlowDoc, step: ToolStep, now: number): SampleCall {
  const steps = Object.values(doc.steps)
  const { next: _next, back: _back, each: _each, on_failure: _route, escalation: _late, ...alone } = step
  const asked = { ...alone, next: [] }
  const start = { id: 'start', type: 'manual' as const, name: 'Start', next: [], fields: doc.start_fields ?? [] }
  const writes = [start, ...steps].flatMap((one): Write[] => writesOf(one))
  const vars = sampleVariables(doc, scopeOf({}, now))
  // With a default nothing is missing, whatever would have set it before.
  const written = Object.fromEntries(writes.map(({ name, type }) => [name, { type, default: vars[name] ?? null }]))
  const document: FlowDoc = {
    name: doc.name || 'Test',
    prefix: doc.prefix || 'T',
    type: 'sequential',
    metadata: doc.metadata,
    start_step: step.id,
    steps: { [step.id]: asked },
    variables: { ...doc.variables, ...written },
  }
  return { step: step.id, document: JSON.parse(print(document)), vars, now }
}

/** With marks in the places of secrets, or why that cannot be. */
export function fillCall({ step: id, document, vars, now }: SampleCall): FilledCall | { problem: string } {
  const { doc } = parse(document)
  const step = doc.steps[id]
  if (step?.type !== 'tool') return { problem: 'This step doesn’t call anything.' }
  const compiled = compile(doc)
  if (!compiled.ok) return { problem: compiled.problems[0]?.text ?? 'This step can’t be run yet.' }
  const secrets = createSecretMarks()
  const exprs = compiled.exprs.steps[id]?.input ?? {}
  const input = fill(step.input ?? {}, exprs, scopeOf(vars, now), secrets.mark)
  if (!input.ok) return { problem: input.text }
  return { step, parameters: asRecord(asRecord(input.value).parameters), secrets }
}
