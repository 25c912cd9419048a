import { CODES } from '@throughline/contracts/errors'
import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { parse, validate } from '@throughline/flow/compile'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import { AppError } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { draftFrom, type Reading } from './drafter/draft.ts'
import { draftedBy } from './drafter-of.ts'
import type { AskModel } from './models/model-call.ts'
import { draftingModel } from './models/models.queries.ts'
import { changesQuestion } from './proposals/changes-question.ts'
import { readAnswer } from './proposals/read-answer.ts'
import { settle } from './proposals/settle.ts'
import { colleagues, workspaceNames } from './workspace-names.ts'

const notUnderstood = () =>
  new AppError(422, CODES.invalid, 'Failed to generate workflow', {
    detail:
      'The text doesn’t say who does what. Try sentences such as “Someone asks for a purchase”, “If it is over 1,000, the manager approves”, “Wait three days”, or “Send an email to the requester”.',
  })

interface DraftedWorkflow {
  document: FlowDoc
  reading: Reading[]
}

const isRunnable = (document: FlowDoc) => !validate(document).some(({ level }) => level === 'E')

const BLANK: FlowDoc = parse({ name: 'New workflow', prefix: 'WF', steps: {} }).doc

/** A model's edits of an empty workflow, where they make one that can be run. */
function workflowIn(content: string, query: string): DraftedWorkflow | undefined {
  const answer = readAnswer(content, query, BLANK)
  if (!answer) return undefined
  const { doc, diff, notDone } = settle(BLANK, answer, () => [])
  if (Object.keys(doc.steps).length === 0 || !isRunnable(doc)) return undefined
  const made = diff.flatMap(({ quote, changes, is_guess }): Reading[] =>
    changes.flatMap(({ what, step, after }) => {
      const named = typeof after === 'object' && after !== null && 'name' in after ? after.name : undefined
      const name = typeof named === 'string' ? named : ''
      return what === 'step' && step !== undefined
        ? [{ quote: quote || name, step, text: name, ...(is_guess && { unsure: true as const }) }]
        : []
    }),
  )
  const left = notDone.flatMap(({ quote, reason }) => (quote === '' ? [] : [{ quote, text: reason }]))
  return { document: doc, reading: [...made, ...left] }
}

/** A draft for a person to look at: what it says is checked, and nothing of it is kept. */
export async function draftWorkflow(ctx: Context, viewer: Viewer, query: string, ask: AskModel) {
  const names = await workspaceNames(ctx, viewer)
  const people = [...names.teams, ...(await colleagues(ctx, viewer))]
  const model = await readTenant(ctx, viewer, ({ db, tenantId }) => draftingModel(db, tenantId))
  const { by, made } = await draftedBy<DraftedWorkflow | undefined>(viewer.tenantId, model, ask, {
    question: changesQuestion(query, BLANK, names),
    read: (content) => workflowIn(content, query),
    rules: () => {
      const drafted = draftFrom(query, people)
      const document = drafted && parse(drafted.document).doc
      return drafted && document && isRunnable(document) ? { document, reading: drafted.reading } : undefined
    },
  })
  if (!made) throw notUnderstood()
  return { ...made.document, ...by, reading: made.reading }
}
