import * as z from 'zod/mini'
import { Json } from './json.ts'
import { Due, Field, Step } from './workflow-document.ts'

const text = z.string()

/**
 * One edit of a workflow document. Ways out are named as flow names them: `done`, `approved`, `rejected`, `changes`,
 * `failed`, `b0`, `b1` … and `else`; left out, the way that is taken when all goes well is meant.
 */
export const Edit = z.discriminatedUnion('op', [
  /** Between a step and what followed it, or before the first. The first of `steps` is come to first; ways of theirs that lead nowhere lead on. */
  z.strictObject({
    op: z.literal('add_steps'),
    after: z.nullable(text),
    outcome: z.optional(text),
    steps: z.array(Step),
  }),
  /** Null takes a setting away. Where a step leads is said by `connect`. */
  z.strictObject({ op: z.literal('change_step'), step: text, set: z.record(text, Json) }),
  /** What led to it leads on to where it led. */
  z.strictObject({ op: z.literal('remove_step'), step: text }),
  z.strictObject({ op: z.literal('connect'), from: text, outcome: z.optional(text), to: z.array(text) }),
  /** Of a manual step: replaces the field of this name, or is the last one. */
  z.strictObject({ op: z.literal('set_field'), step: text, field: Field }),
  z.strictObject({ op: z.literal('remove_field'), step: text, name: text }),
  /** Of a condition; it comes first, and leads where `else` leads unless told. */
  z.strictObject({
    op: z.literal('add_branch'),
    step: text,
    name: z.optional(text),
    when: text,
    to: z.optional(z.array(text)),
  }),
  z.strictObject({
    op: z.literal('change_branch'),
    step: text,
    branch: z.number(),
    set: z.strictObject({ name: z.optional(text), when: z.optional(text) }),
  }),
  z.strictObject({
    op: z.literal('change_workflow'),
    set: z.strictObject({ name: z.optional(text), description: z.optional(text), due: z.optional(z.nullable(Due)) }),
  }),
])
export type Edit = z.infer<typeof Edit>
