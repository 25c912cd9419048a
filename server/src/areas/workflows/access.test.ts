import { MemberId, TeamId, WorkflowId } from '@throughline/contracts/ids'
import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { readingsOf } from '../../../test/readings-of.ts'
import {
  insertWorkflow,
  type LimitedWorld,
  limitedWorld,
  VIEWER_NAMES,
  type ViewerName,
} from '../../../test/visibility/limited-world.ts'
import { workflowDocument } from '../../../test/workflow-document.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { AppError } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { beginAccessChange } from '../org/org.public.ts'
import { limitWorkflow } from './access.service.ts'
import { dropDraft, keepDraft, makeVersion } from './drafts.service.ts'
import { binWorkflow, purgeOne, setStatus, unbinWorkflow } from './trash.service.ts'
import { readVersion, restoreVersion, versionsPage } from './versions.service.ts'
import { workflowsPage } from './workflow-list.service.ts'
import { copyWorkflow, keepWorkflow, makeWorkflow, readWorkflow } from './workflows.service.ts'

const api = await sharedApi()
const { ctx } = api
let world: LimitedWorld
beforeEach(async () => {
  world = await limitedWorld(api)
})

const ASKED = { status: 'all', sort: 'name', limit: 50, latest_only: true, triggers: false } as const
const list = async (viewer: Viewer, search?: string) =>
  workflowsPage(ctx, viewer, { ...ASKED, ...(search ? { search } : {}) })
const verdict = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof AppError) return `${error.status} ${error.code}`
      throw error
    },
  )

const SEEN: Record<ViewerName, string[]> = {
  in_team: ['Of a team', 'Open'],
  named: ['Of a person', 'Open'],
  participant: ['Open'],
  outsider: ['Open'],
  admin: ['Open'],
  owner: ['Open'],
}
const id = (kind: keyof LimitedWorld['workflows']) => WorkflowId.parse(world.workflows[kind])

describe('a limited workflow', () => {
  test('is listed and found by whom it names alone', async () => {
    for (const name of VIEWER_NAMES) {
      const viewer = world.viewers[name]
      expect(
        (await list(viewer)).data.map((card) => card.name),
        name,
      ).toEqual(SEEN[name])
    }
  })

  test('is named by no cursor of a page that passed over it', async () => {
    await inTenant(ctx, world.tenant, async (tx) => {
      for (let n = 0; n < 60; n++) await insertWorkflow(tx, `Nightfall ${n}`, 'limited')
      await beginAccessChange(tx.db, tx.tenantId)
    })
    const { data, pagination } = await list(world.viewers.outsider)
    expect(data, 'all that was looked at is hidden').toEqual([])
    expect(readingsOf(pagination.next_cursor ?? '')).not.toContain('nightfall')
    const next = await workflowsPage(ctx, world.viewers.outsider, { ...ASKED, cursor: pagination.next_cursor ?? '' })
    expect(next.data.map(({ name }) => name)).toEqual(['Open'])
  })

  test('is not counted for others', async () => {
    const { named, outsider } = world.viewers
    const make = (viewer: Viewer) => makeWorkflow(ctx, viewer, { ...workflowDocument, name: 'Counted' })
    await make(named)
    const limited = await make(named)
    await limitWorkflow(ctx, { ...named }, WorkflowId.parse(limited.data.id), {
      visibility: 'limited',
      team_ids: [],
      member_ids: [named.memberId],
    })
    const trashCount = async (viewer: Viewer) => (await workflowsPage(ctx, viewer, { ...ASKED, status: 'trash' })).count
    expect([(await list(named)).count, (await list(outsider)).count]).toEqual([4, 2])
    await binWorkflow(ctx, named, WorkflowId.parse(limited.data.id))
    expect([await trashCount(named), await trashCount(outsider)]).toEqual([1, 0])
  })

  test('is not there for anybody else, whatever is asked of it', async () => {
    const { outsider } = world.viewers
    const at = id('of_team')
    const base = { base_version: 1 }
    const publish = { ...base, include_authors: [], note: '' }
    const calls: (() => Promise<unknown>)[] = [
      () => readWorkflow(ctx, outsider, at),
      () => keepWorkflow(ctx, outsider, at, { ...workflowDocument }),
      () => copyWorkflow(ctx, outsider, at, {}),
      () => binWorkflow(ctx, outsider, at),
      () => unbinWorkflow(ctx, outsider, at),
      () => purgeOne(ctx, outsider, at),
      () => setStatus(ctx, outsider, at, { status: 'archived' }),
      () => limitWorkflow(ctx, outsider, at, { visibility: 'everyone', team_ids: [], member_ids: [] }),
      () => keepDraft(ctx, outsider, at, { ...base, document: { ...workflowDocument } }),
      () => dropDraft(ctx, outsider, at, base),
      () => makeVersion(ctx, outsider, at, publish),
      () => versionsPage(ctx, outsider, at, { limit: 50 }),
      () => readVersion(ctx, outsider, at, 1),
      () => restoreVersion(ctx, outsider, at, 1, base),
    ]
    for (const call of calls) expect(await verdict(call())).toBe('404 not_found')
    expect((await list(outsider, 'of a')).data).toEqual([])
  })

  test('cannot be started by a workflow of somebody who may not see it', async () => {
    const { outsider, in_team } = world.viewers
    const steps: FlowDoc['steps'] = {
      call: { id: 'call', type: 'subworkflow', name: 'Call', next: [], workflow_id: id('of_team') },
    }
    const document = { ...workflowDocument, start_step: 'call', steps }
    const made = await makeWorkflow(ctx, outsider, { ...document })
    expect(made.data).toMatchObject({ saved: 'has_errors', refs: { workflows: [] } })
    const seen = await makeWorkflow(ctx, in_team, { ...document })
    expect(seen.data).toMatchObject({ saved: 'published', refs: { workflows: [{ name: 'Of a team' }] } })
    const hidden = await readWorkflow(ctx, outsider, WorkflowId.parse(seen.data.id))
    expect(hidden.data.refs.workflows).toEqual([])
  })

  test('tells nobody else’s pages that it is there', async () => {
    const { in_team, admin } = world.viewers
    const told: (readonly string[] | undefined)[] = []
    const heard: typeof ctx = {
      ...ctx,
      publish: (message) => {
        if (message.kind === 'live') told.push(...message.frames.map(({ to }) => to))
      },
    }
    const act = async () => {
      told.length = 0
      const { data } = await readWorkflow(ctx, in_team, id('of_team'))
      await keepDraft(heard, in_team, id('of_team'), {
        base_version: data.version,
        document: { ...workflowDocument, name: `Of a team ${data.version}` },
      })
      return told
    }
    expect(await act()).toEqual([[in_team.memberId]])
    await api.database.admin((client) =>
      client.query('update tenants set admins_see_all = true where id = $1', [world.tenant.tenantId]),
    )
    expect((await act())[0]?.toSorted()).toEqual(
      [in_team.memberId, admin.memberId, world.viewers.owner.memberId].toSorted(),
    )
    told.length = 0
    await setStatus(heard, in_team, id('open'), { status: 'archived' })
    expect(told).toEqual([undefined])
  })

  test('has copies for the same people', async () => {
    const { in_team, outsider } = world.viewers
    const copy = await copyWorkflow(ctx, in_team, id('of_team'), {})
    expect(copy.data.access).toEqual({
      visibility: 'limited',
      teams: [{ id: world.teamId, name: 'Payroll' }],
      people: [],
    })
    expect(await verdict(readWorkflow(ctx, outsider, WorkflowId.parse(copy.data.id)))).toBe('404 not_found')
  })
})

describe('whoever limits a workflow', () => {
  const limit = (viewer: Viewer, team_ids: string[], member_ids: string[], visibility = 'limited' as const) =>
    limitWorkflow(ctx, viewer, id('open'), {
      visibility,
      team_ids: team_ids.map((team) => TeamId.parse(team)),
      member_ids: member_ids.map((member) => MemberId.parse(member)),
    })

  test('says who sees it, at once', async () => {
    const { named, outsider, admin } = world.viewers
    const { data } = await limit(admin, [world.teamId], [admin.memberId, named.memberId])
    expect(data.teams.map(({ name }) => name)).toEqual(['Payroll'])
    expect(data.people.map((person) => person.id).toSorted()).toEqual([admin.memberId, named.memberId].toSorted())
    expect((await list(outsider)).data).toEqual([])
    expect((await list(named)).data.map(({ name }) => name)).toEqual(['Of a person', 'Open'])
    const open = { visibility: 'everyone' as const, team_ids: [], member_ids: [] }
    expect((await limitWorkflow(ctx, admin, id('open'), open)).data.people).toEqual([])
    expect((await list(outsider)).data.map(({ name }) => name)).toEqual(['Open'])
  })

  test('stays able to see it', async () => {
    const { admin, named, in_team } = world.viewers
    expect(await verdict(limit(admin, [], [named.memberId]))).toBe('409 would_hide_from_you')
    expect(await verdict(limit(admin, [], []))).toBe('409 would_hide_from_you')
    expect((await readWorkflow(ctx, named, id('open'))).data.access.visibility).toBe('everyone')
    expect(await verdict(limit(in_team, [world.teamId], []))).toBe('accepted')
  })

  test('names only those who are there', async () => {
    const { admin } = world.viewers
    const other = await limitedWorld(api)
    expect(await verdict(limit(admin, [other.teamId], [admin.memberId]))).toBe('404 not_found')
    expect(await verdict(limit(admin, [], [admin.memberId, other.tenant.ownerId]))).toBe('404 not_found')
  })
})
