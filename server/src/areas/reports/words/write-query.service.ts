import type { Body } from '@throughline/contracts/endpoint'
import { CODES } from '@throughline/contracts/errors'
import type { generateQuery, ReportParameter, ReportProblem } from '@throughline/contracts/reports'
import type { Context } from '../../../core/context.ts'
import { inReport } from '../../../core/db/in-report.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { type AskModel, draftingModel, hostOf, type ModelRow } from '../../copilot/copilot.public.ts'
import { visibleTo } from '../../workflows/workflows.public.ts'
import { databaseProblem } from '../database-problem.ts'
import { FUNCTIONS } from '../gate/allowed.ts'
import { passGate } from '../gate/gate.ts'
import { bindingTo } from '../report-binding.ts'
import { describeColumns, WRAPPED } from '../report-columns.ts'
import { texts } from '../report-texts.ts'
import { inQueryTurn } from '../report-turns.ts'
import { reportViews } from '../report-views.ts'
import { type Attempt, type ModelAnswer, modelQuestion, readAnswer } from './model-question.ts'
import { knownNames } from './names.queries.ts'
import { queryByRules, type Source } from './question-rules.ts'

type Request = Body<typeof generateQuery>
const SECONDS = 5

const notGenerated = () => new AppError(422, CODES.invalid, texts.notGenerated)
const hoursByPerson = () => new AppError(422, CODES.invalid, texts.hoursByPerson)

/** What is wrong with a query, if anything: the gate is asked, and the database for its columns. It is not run. */
async function problemIn(
  ctx: Context,
  viewer: Viewer,
  query: string,
  parameters: readonly ReportParameter[],
): Promise<ReportProblem | undefined> {
  const views = (await reportViews(ctx)).map(({ name }) => name)
  const answer = await passGate({ query, parameters, views })
  if (!answer.ok) return answer.problem
  try {
    await inQueryTurn(viewer, async () =>
      inReport(ctx, await bindingTo(ctx, viewer, viewer, SECONDS), (client) => describeColumns(client, answer.checked)),
    )
    return undefined
  } catch (error) {
    const problem = databaseProblem(error, query, answer.checked, {
      before: WRAPPED.length,
      seconds: SECONDS,
      background: false,
    })
    if (!problem) throw error
    return problem
  }
}

async function sourceOf(ctx: Context, viewer: Viewer, { workflow_prefix, form_id }: Request) {
  const names = await readTenant(ctx, viewer, async (tx) => knownNames(tx, await visibleTo(tx, viewer)))
  const workflow = names.workflows.find(({ prefix }) => prefix === workflow_prefix)
  const form = names.forms.find(({ id }) => id === form_id)
  if (workflow_prefix !== undefined && !workflow) throw notFound('The workflow')
  if (form_id !== undefined && !form) throw notFound('The form')
  return { names, source: { workflow, form } satisfies Source }
}

/** What a model wrote, once it passes the checks; it may try again once. A text: why it could not be asked. */
async function byModel(
  ctx: Context,
  viewer: Viewer,
  ask: AskModel,
  model: ModelRow,
  request: { question: string; source: Source },
): Promise<ModelAnswer | string> {
  const views = await reportViews(ctx)
  let before: Attempt | undefined
  for (const _ of ['first', 'second']) {
    const question = modelQuestion(request.question, request.source, {
      views,
      functions: [...FUNCTIONS.keys()],
      before,
    })
    const reply = await ask(viewer.tenantId, model.id, question)
    if (!reply.ok) return reply.problem
    const answer = readAnswer(reply.content)
    if (!answer) return texts.unusableModel
    if (answer === 'hours_by_person') throw hoursByPerson()
    const problem = await problemIn(ctx, viewer, answer.query, answer.parameters)
    if (!problem) return answer
    before = { query: answer.query, problem }
  }
  throw notGenerated()
}

/** A query for a person to look at: checked, and neither kept nor run. */
export async function writeQuery(ctx: Context, viewer: Viewer, request: Request, ask: AskModel) {
  const { names, source } = await sourceOf(ctx, viewer, request)
  const model = await readTenant(ctx, viewer, ({ db, tenantId }) => draftingModel(db, tenantId))
  const named = model ? { name: model.name, host: hostOf(model.address) } : null
  const written = model && (await byModel(ctx, viewer, ask, model, { question: request.query, source }))
  if (typeof written === 'object')
    return { ...written, other: null, drafter: 'model' as const, model: named, note: null }
  const made = queryByRules(request.query, source, names)
  if (made === 'hours_by_person') throw hoursByPerson()
  if (!made) throw notGenerated()
  for (const one of [made, made.other]) if (one && (await problemIn(ctx, viewer, one.query, []))) throw notGenerated()
  return { ...made, parameters: [], drafter: 'rules' as const, model: named, note: written ?? null }
}
