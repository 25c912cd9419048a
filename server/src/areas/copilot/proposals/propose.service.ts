import type { Proposal } from '@throughline/contracts/copilot'
import { MemberId, type WorkflowId } from '@throughline/contracts/ids'
import type { FlowDoc } from '@throughline/contracts/workflow-document'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import { AppError } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import {
  checkFor,
  type Opened,
  openWorkflow,
  readDraft,
  requireCurrentDraft,
} from '../../workflows/workflows.public.ts'
import { draftedBy } from '../drafter-of.ts'
import type { AskModel } from '../models/model-call.ts'
import { draftingModel } from '../models/models.queries.ts'
import { colleagues, workspaceNames } from '../workspace-names.ts'
import { changesQuestion } from './changes-question.ts'
import type { RawProposal } from './proposal.ts'
import { proposeByRules } from './propose-by-rules.ts'
import { readAnswer } from './read-answer.ts'
import { allApplied, type Settled, settle } from './settle.ts'

/** Whether it could be kept as a draft. */
function isKeepable(doc: FlowDoc): boolean {
  try {
    readDraft(doc)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** The proposal on a copy of the draft, checked as the draft would be with it. */
export const settled = (ctx: Context, viewer: Viewer, opened: Opened, raw: RawProposal): Promise<Settled> =>
  readTenant(ctx, viewer, async (tx) => {
    const check = await checkFor(tx, allApplied(opened.draft, raw.changes), opened)
    return settle(opened.draft, raw, check)
  })

interface ProposalRequest {
  query: string
  workflow_id: WorkflowId
  base_version?: number | undefined
}

/** Changes for a draft, for a person to take or leave: nothing of them is kept. */
export async function proposeChanges(
  ctx: Context,
  viewer: Viewer,
  { query, workflow_id, base_version }: ProposalRequest,
  ask: AskModel,
): Promise<Proposal> {
  const { opened, model } = await inTenant(ctx, viewer, async (tx) => {
    const found = await openWorkflow(tx, viewer, workflow_id)
    await requireCurrentDraft(tx, { version: found.row.version, recent: found.recent }, base_version)
    return { opened: found, model: await draftingModel(tx.db, tx.tenantId) }
  })
  const names = await workspaceNames(ctx, viewer)
  const members = await colleagues(ctx, viewer)
  const people = [...names.teams, ...members]
  const { draft } = opened
  const { by, made } = await draftedBy<RawProposal>(viewer.tenantId, model, ask, {
    question: changesQuestion(query, draft, names),
    read: (content) => {
      const answer = readAnswer(content, query, draft)
      return answer && isKeepable(allApplied(draft, answer.changes)) ? answer : undefined
    },
    rules: () => proposeByRules(query, draft, people),
  })
  const { diff, notDone, problems } = await settled(ctx, viewer, opened, made)
  const errors = problems.filter(({ level }) => level === 'E').length
  const named = JSON.stringify(diff)
  const isNamed = ({ id }: { id: string }) => named.includes(id)
  return {
    ...by,
    refs: {
      teams: names.teams.filter(isNamed),
      people: members.filter(isNamed).map(({ id, name }) => ({ id: MemberId.parse(id), name, photo: null })),
    },
    base_version: opened.row.version,
    diff,
    not_done: notDone,
    errors,
    warnings: problems.length - errors,
  }
}
