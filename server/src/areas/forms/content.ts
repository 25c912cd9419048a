import { FormContent, MAX_CONTENT_BYTES } from '@throughline/contracts/form-content'
import { Json } from '@throughline/contracts/json'
import { Field } from '@throughline/contracts/workflow-document'
import type { CompiledForm } from '@throughline/flow/form'
import { hashForm } from '@throughline/flow/form-compile'
import * as z from 'zod/mini'
import { isStorable } from '../../core/db/storable.ts'
import { invalid } from '../../core/errors.ts'

const Compiled = z.object({
  pages: z.array(z.object({ title: z.string(), elements: z.array(z.string()) })),
  fields: z.array(z.extend(Field, { multiple: z.optional(z.literal(true)) })),
  show: z.record(z.string(), Json),
})

export const readContent = (stored: unknown): FormContent => z.parse(FormContent, stored)
export const readCompiled = (stored: unknown): CompiledForm => z.parse(Compiled, stored)

/** Whether two say the same, in whatever order of keys. */
export const isSameContent = (one: FormContent, other: FormContent): boolean => hashForm(one) === hashForm(other)

/** Refuses what no column can hold, and what is too large to keep quick; whether it can be published is another question. */
export function requireStorable(content: FormContent): void {
  if (Buffer.byteLength(JSON.stringify(content)) > MAX_CONTENT_BYTES) {
    throw invalid(`A form can have up to ${MAX_CONTENT_BYTES / 1_024} KB of content. Remove or shorten some of it.`)
  }
  if (!isStorable(content)) throw invalid('Some of the data can’t be stored')
}
