import type { TenantId } from '@throughline/contracts/ids'
import type { Json } from '@throughline/contracts/json'
import type * as z from 'zod/mini'
import type { AskModel, ModelQuestion } from './models/model-call.ts'
import type { ModelRow } from './models/models.queries.ts'
import { hostOf } from './models/models.service.ts'

/** What wrote an answer, as the person is told. */
interface Drafter {
  drafter: 'rules' | 'model'
  model: { name: string; host: string } | null
  note: string | null
  took: number | null
}

export interface Drafted<T> {
  by: Drafter
  made: T
}

interface Ways<T> {
  question: Omit<ModelQuestion, 'data'> & { data: z.infer<typeof Json> }
  /** Nothing where the answer cannot be used. */
  read: (content: string) => T | undefined
  rules: () => T
}

/** By the model that the workspace chose; without one, or where it does not answer as asked, by the rules, which say so. */
export async function draftedBy<T>(
  tenantId: TenantId,
  model: ModelRow | undefined,
  ask: AskModel,
  { question, read, rules }: Ways<T>,
): Promise<Drafted<T>> {
  if (!model) return { by: { drafter: 'rules', model: null, note: null, took: null }, made: rules() }
  const named = { name: model.name, host: hostOf(model.address) }
  const reply = await ask(tenantId, model.id, question)
  const made = reply.ok ? read(reply.content) : undefined
  if (reply.ok && made !== undefined)
    return { by: { drafter: 'model', model: named, note: null, took: reply.took }, made }
  const note = reply.ok ? 'The model’s answer couldn’t be used.' : reply.problem
  return { by: { drafter: 'rules', model: named, note, took: null }, made: rules() }
}
