import { type RawBuilder, sql } from 'kysely'
import type { Visibility } from '../workflows/workflows.public.ts'

/** For tasks `t`: whoever may see its instance, has a part in it, or belongs to the queue or seat it waits for. */
export const isTaskVisible = (visible: Visibility, tenantId: string, memberId: string): RawBuilder<boolean> =>
  sql<boolean>`(${visible.ofTask('t')} or ${hasPart(tenantId, memberId)} or ${isQueued(tenantId, memberId)})`

const hasPart = (tenantId: string, memberId: string) => sql<boolean>`exists (select from task_people o
  where o.tenant_id = ${tenantId} and o.task_id = t.id and o.member_id = ${memberId} offset 0)`

const isQueued = (tenantId: string, memberId: string) => sql<boolean>`exists (
  select from (select t.team_id, t.role_id union all
    select s.team_id, s.role_id from task_seats s where s.tenant_id = ${tenantId} and s.task_id = t.id) q
  where exists (select from team_members o
      where o.tenant_id = ${tenantId} and o.team_id = q.team_id and o.member_id = ${memberId} offset 0)
    or exists (select from members o where o.tenant_id = ${tenantId} and o.id = ${memberId} and o.role_id = q.role_id offset 0))`
