import { CODES } from '@throughline/contracts/errors'
import { MAX_LIMIT } from '@throughline/contracts/paging'
import { parse, validate } from '@throughline/flow/compile'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import { AppError } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { teamsPage } from '../org/org.public.ts'
import { draftFrom } from './drafter/draft.ts'

const notUnderstood = () =>
  new AppError(422, CODES.invalid, 'Failed to generate workflow', {
    detail:
      'The text doesn’t say who does what. Try sentences such as “Someone asks for a purchase”, “If it is over 1,000, the manager approves”, “Wait three days”, or “Send an email to the requester”.',
  })

const MOST_COLLEAGUES = 500

/** Whom a text may name by name or username. */
const colleagues = (ctx: Context, viewer: Viewer) =>
  readTenant(ctx, viewer, ({ db, tenantId }) =>
    db
      .selectFrom('members')
      .select(['id', 'name', 'username'])
      .where('tenant_id', '=', tenantId)
      .where('status', '=', 'active')
      .orderBy('name_key')
      .limit(MOST_COLLEAGUES)
      .execute(),
  )

/** A draft for a person to look at: what it says is checked, and nothing of it is kept. */
export async function draftWorkflow(ctx: Context, viewer: Viewer, query: string) {
  const { data: teams } = await teamsPage(ctx, viewer, { limit: MAX_LIMIT })
  const drafted = draftFrom(query, [...teams, ...(await colleagues(ctx, viewer))])
  const document = drafted && parse(drafted.document).doc
  if (!drafted || !document || validate(document).some(({ level }) => level === 'E')) throw notUnderstood()
  return { ...document, drafter: 'rules' as const, reading: drafted.reading }
}
