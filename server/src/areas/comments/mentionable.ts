import type { listMentionable } from '@throughline/contracts/comments'
import type { Made, Query } from '@throughline/contracts/endpoint'
import type { InstanceId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import { may, type Viewer } from '../../core/http/viewer.ts'
import { seenInstance, whoSees } from '../instances/sight.service.ts'
import { peopleOf } from '../instances/wire.service.ts'
import { membersNamed } from './mentionable.queries.ts'

const MOST = 20

/** Those whom a comment can name, its participants first, each list by name. */
export const mentionable = (
  ctx: Context,
  viewer: Viewer,
  id: InstanceId,
  { search }: Query<typeof listMentionable>,
): Promise<Made<typeof listMentionable>> =>
  readTenant(ctx, viewer, async (tx) => {
    const instance = await seenInstance(tx, viewer, id, { state: 'any' })
    // Whoever may narrow it brings others in by naming them.
    const narrowed = instance.narrowed && !may(viewer, 'instances.narrow')
    const among = await whoSees(tx, { ...instance, narrowed })
    const found = await membersNamed(tx.db, tx.tenantId, { instanceId: id, search: search || undefined, among }, MOST)
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
  })
