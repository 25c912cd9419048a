import type { listMentionable } from '@throughline/contracts/comments'
import type { Made, Query } from '@throughline/contracts/endpoint'
import type { DocumentId, InstanceId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { may, type Viewer } from '../../core/http/viewer.ts'
import { audienceOfDocument, requireVisibleDocument } from '../documents/documents.public.ts'
import { audienceOfInstance, peopleOf, requireVisibleInstance } from '../instances/instances.public.ts'
import { membersNamed } from './mentionable.queries.ts'

type MentionQuery = Query<typeof listMentionable>
type Found = Promise<Made<typeof listMentionable>>

const MAX_RESULTS = 20

/** Participants first, each list by name. */
async function named(
  tx: ReadTx,
  instanceId: string | null,
  among: readonly string[] | undefined,
  { search }: MentionQuery,
): Found {
  const found = await membersNamed(tx.db, tx.tenantId, { instanceId, search: search || undefined, among }, MAX_RESULTS)
  const people = await peopleOf(
    tx,
    found.map((one) => one.id),
  )
  return {
    data: found.flatMap(({ id: memberId, participant }) => {
      const person = people.get(memberId)
      return person ? [{ ...person, participant, member_id: memberId }] : []
    }),
  }
}

/** Those whom a comment on an instance or its tasks can name. */
export const mentionable = (ctx: Context, viewer: Viewer, id: InstanceId, asked: MentionQuery): Found =>
  readTenant(ctx, viewer, async (tx) => {
    const instance = await requireVisibleInstance(tx, viewer, id, { state: 'any' })
    // Whoever may narrow it brings others in by naming them.
    const narrowed = instance.narrowed && !may(viewer, 'instances.narrow')
    return named(tx, id, await audienceOfInstance(tx, { ...instance, narrowed }), asked)
  })

export const mentionableOnDocument = (ctx: Context, viewer: Viewer, id: DocumentId, asked: MentionQuery): Found =>
  readTenant(ctx, viewer, async (tx) => {
    const document = await requireVisibleDocument(tx, viewer, id, { state: 'any' })
    return named(tx, document.instance_id, await audienceOfDocument(tx, document), asked)
  })
