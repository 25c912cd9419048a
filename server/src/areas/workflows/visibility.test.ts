import { beforeEach, describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { pageOfInstances } from '../../../test/visibility/instances-page.ts'
import {
  expectHidden,
  insertInstance,
  KINDS,
  type LimitedWorld,
  limitedWorld,
} from '../../../test/visibility/limited-world.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { beginAccessChange, putIntoTeam, takeOutOfTeam } from '../org/org.public.ts'
import { visibleTo } from './visibility.service.ts'

const api = await sharedApi()
let world: LimitedWorld
beforeEach(async () => {
  world = await limitedWorld(api)
})

const list = (viewer: Viewer) =>
  readTenant(api.ctx, viewer, async (tx) => {
    const visible = await visibleTo(tx, viewer)
    return (await pageOfInstances(tx.db, tx.tenantId, visible, undefined, 50)).ids
  })

const change = (work: (tx: TenantTx) => Promise<unknown>) => inTenant(api.ctx, world.tenant, work)

describe('what somebody sees', () => {
  test('is what is open, what names them or their team, and what they take part in', async () => {
    await expectHidden(world, list)
  })

  test('is told for one workflow as for lists', async () => {
    const { open, of_team, of_person } = world.workflows
    const seen = (viewer: Viewer) =>
      readTenant(api.ctx, viewer, async (tx) => {
        const visible = await visibleTo(tx, viewer)
        return [open, of_team, of_person].map((id) => visible.canSee(id))
      })
    expect(await seen(world.viewers.outsider)).toEqual([true, false, false])
    expect(await seen(world.viewers.in_team)).toEqual([true, true, false])
    expect(await seen(world.viewers.named)).toEqual([true, false, true])
  })

  test('is everything for owners and admins, and for nobody else, once the organization says so', async () => {
    await list(world.viewers.admin)
    await change((tx) =>
      tx.db.updateTable('tenants').set({ admins_see_all: true }).where('id', '=', tx.tenantId).execute(),
    )
    await expectHidden(world, list, { admin: KINDS, owner: KINDS })
  })

  test('follows their team at once', async () => {
    const { outsider, admin } = world.viewers
    await list(outsider)
    await putIntoTeam(api.ctx, admin, world.teamId, { member_ids: [outsider.memberId] })
    await expectHidden(world, list, { outsider: ['open', 'of_team'] })
    await takeOutOfTeam(api.ctx, admin, world.teamId, outsider.memberId)
    await expectHidden(world, list)
  })

  test('is not opened by a team in the trash, nor by a workflow in the trash', async () => {
    await change(async (tx) => {
      await tx.db.updateTable('teams').set({ deleted_at: new Date() }).where('tenant_id', '=', tx.tenantId).execute()
      await tx.db
        .updateTable('workflows')
        .set({ deleted_at: new Date() })
        .where('tenant_id', '=', tx.tenantId)
        .execute()
      await beginAccessChange(tx.db, tx.tenantId)
    })
    await expectHidden(world, list, { in_team: ['open'] })
  })

  test('is read once for an epoch', async () => {
    const { named } = world.viewers
    await list(named)
    const unnamed = (tx: TenantTx) =>
      tx.db.deleteFrom('workflow_access').where('tenant_id', '=', tx.tenantId).where('member_id', '=', named.memberId)
    await change((tx) => unnamed(tx).execute())
    await expectHidden(world, list)
    await change((tx) => beginAccessChange(tx.db, tx.tenantId))
    await expectHidden(world, list, { named: ['open'] })
  })
})

test('what a change has not committed is remembered for nobody', async () => {
  const { outsider } = world.viewers
  const opened = (tx: TenantTx) =>
    tx.db
      .insertInto('workflow_access')
      .values({ tenant_id: tx.tenantId, workflow_id: world.workflows.of_team, member_id: outsider.memberId })
      .execute()
  const undone = change(async (tx) => {
    await beginAccessChange(tx.db, tx.tenantId)
    await opened(tx)
    expect((await visibleTo(tx, outsider)).canSee(world.workflows.of_team)).toBe(true)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await change((tx) => beginAccessChange(tx.db, tx.tenantId))
  await expectHidden(world, list)
  await change(async (tx) => {
    await beginAccessChange(tx.db, tx.tenantId)
    expect((await visibleTo(tx, outsider)).canSee(world.workflows.of_team)).toBe(false)
    await opened(tx)
  })
  await expectHidden(world, list, { outsider: ['open', 'of_team'] })
})

describe('where much is hidden', () => {
  test('pages are short, never endless, and nothing visible is skipped', async () => {
    const { of_team, open } = world.workflows
    const oldest = await change((tx) => insertInstance(tx, open))
    await api.database.admin((admin) =>
      admin.query('insert into instances (tenant_id, workflow_id) select $1, $2 from generate_series(1, 5000)', [
        world.tenant.tenantId,
        of_team,
      ]),
    )
    const { outsider } = world.viewers
    const pages: string[][] = []
    let next: string | undefined
    do {
      const page = await readTenant(api.ctx, outsider, async (tx) =>
        pageOfInstances(tx.db, tx.tenantId, await visibleTo(tx, outsider), next, 50),
      )
      pages.push(page.ids)
      next = page.next
    } while (next)
    expect(pages.map((page) => page.length)).toEqual([0, 0, 2])
    expect(pages.flat()).toEqual([oldest, world.instances.open])
  })
})
