import { listAudit } from '@throughline/contracts/audit'
import { setFormAccess } from '@throughline/contracts/forms'
import { FormId, MemberId, WorkflowId } from '@throughline/contracts/ids'
import { setWorkflowAccess } from '@throughline/contracts/workflows'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeDocument } from '../../../test/documents.ts'
import { formAt, formContent, makeForm } from '../../../test/form-acts.ts'
import { COMPANY_MAPPING, storeResponse } from '../../../test/form-responses.ts'
import { makeTrigger } from '../../../test/forms.ts'
import {
  type LimitedWorld,
  limitedWorld,
  VIEWER_NAMES,
  type ViewerName,
} from '../../../test/visibility/limited-world.ts'
import { make as makeWorkflowBy } from '../../../test/workflow-acts.ts'
import { createWorld } from '../../../test/world.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import { AppError } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { audienceOfDocument, requireVisibleDocument } from '../documents/documents.public.ts'
import { limitForm } from './access.service.ts'
import { changeIntake, dropDraft, putOnline, takeOffline } from './drafts.service.ts'
import { formsPage } from './form-list.service.ts'
import { copyForm, createFormFrom, keepForm, readForm } from './forms.service.ts'
import { submissionExport } from './submissions/export-submissions.ts'
import { erase, release, retry, startEarlier } from './submissions/submission-acts.service.ts'
import { submissionsPage } from './submissions/submission-list.service.ts'
import { readSubmission } from './submissions/submission-page.service.ts'
import { binForm, purgeOneForm, unbinForm } from './trash.service.ts'
import {
  addTrigger,
  changeTrigger,
  formTriggers,
  removeTrigger,
  workflowTriggers,
} from './triggers/triggers.service.ts'
import { readVersion, restoreVersion, versionsPage } from './versions.service.ts'

const api = await sharedApi()
const { ctx } = api
let world: LimitedWorld
let forms: Record<'open' | 'of_team' | 'of_person', FormId>

beforeEach(async () => {
  world = await limitedWorld(api)
  const { owner, admin, named } = world.viewers
  const make = async (title: string) =>
    FormId.parse(await inTenant(ctx, owner, (tx) => createFormFrom(tx, owner, formContent({ title }))))
  forms = { open: await make('Open'), of_team: await make('Of a team'), of_person: await make('Of a person') }
  const limit = (id: FormId, team_ids: LimitedWorld['teamId'][], member_ids: MemberId[]) =>
    limitForm(ctx, owner, id, { visibility: 'limited', team_ids, member_ids })
  // The owner has to see what they limit, and gives themselves up afterwards.
  await limit(forms.of_team, [world.teamId], [owner.memberId])
  await limit(forms.of_person, [], [owner.memberId, named.memberId])
  await api.database.admin((db) =>
    db.query('delete from form_access where tenant_id = $1 and member_id = $2', [owner.tenantId, owner.memberId]),
  )
  await limitForm(ctx, admin, forms.open, { visibility: 'everyone', team_ids: [], member_ids: [] })
})

const QUERY = { status: 'all', sort: 'title', limit: 50 } as const
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

describe('a limited form', () => {
  test('is listed, found and counted for those it names alone', async () => {
    for (const name of VIEWER_NAMES) {
      const page = await formsPage(ctx, world.viewers[name], QUERY)
      expect(
        page.data.map(({ title }) => title),
        name,
      ).toEqual(SEEN[name])
      expect(page.counts, name).toEqual({ all: SEEN[name].length, active: 0, closed: 0, draft: SEEN[name].length })
      const found = await formsPage(ctx, world.viewers[name], { ...QUERY, search: 'of a' })
      expect(found.data.length, name).toBe(SEEN[name].length - 1)
    }
  })

  test('is not there for anybody else, whatever is asked of it', async () => {
    const { outsider } = world.viewers
    const at = forms.of_team
    const base = { base_version: 1 }
    const calls: (() => Promise<unknown>)[] = [
      () => readForm(ctx, outsider, at),
      () => keepForm(ctx, outsider, at, { title: 'x', description: '', elements: [] }, undefined),
      () => putOnline(ctx, outsider, at, { include_authors: [], note: '' }),
      () => takeOffline(ctx, outsider, at),
      () => dropDraft(ctx, outsider, at, base),
      () => changeIntake(ctx, outsider, at, { closed: true }),
      () => copyForm(ctx, outsider, at),
      () => binForm(ctx, outsider, at),
      () => unbinForm(ctx, outsider, at),
      () => purgeOneForm(ctx, outsider, at),
      () => limitForm(ctx, outsider, at, { visibility: 'everyone', team_ids: [], member_ids: [] }),
      () => versionsPage(ctx, outsider, at, { limit: 50 }),
      () => readVersion(ctx, outsider, at, 1),
      () => restoreVersion(ctx, outsider, at, 1, base),
    ]
    for (const call of calls) expect(await verdict(call())).toBe('404 not_found')
  })

  test('has neither responses, files, exports, triggers nor counts for anybody else, an admin or not', async () => {
    const { in_team, admin } = world.viewers
    const at = forms.of_team
    await putOnline(ctx, in_team, at, { include_authors: [world.tenant.ownerId], note: '' })
    const [held, stored] = [
      await storeResponse(ctx, world.tenant, at, { signs: ['honeypot'] }),
      await storeResponse(ctx, world.tenant, at),
    ]
    const workflowId = WorkflowId.parse(world.workflows.open)
    const trigger = { field_mapping: COMPANY_MAPPING, fixed_values: {} }
    await makeTrigger(ctx, world.tenant, at, { workflowId, mapping: COMPANY_MAPPING })
    const query = { status: 'all', limit: 50 } as const
    const wanted = { form: at, status: 'all' } as const
    const { columns } = submissionExport
    const calls: ((by: Viewer) => Promise<unknown>)[] = [
      (by) => submissionsPage(ctx, by, at, query),
      (by) => submissionsPage(ctx, by, at, { ...query, search: 'comp' }),
      (by) => readSubmission(ctx, by, at, stored),
      (by) => submissionExport.count(ctx, by, wanted, 10),
      async (by) => typeof columns === 'function' && columns(ctx, by, wanted),
      (by) => submissionExport.page(ctx, by, wanted, { limit: 10, cursor: undefined }),
      (by) => formTriggers(ctx, by, at),
      (by) => changeTrigger(ctx, by, workflowId, at, trigger),
      (by) => addTrigger(ctx, by, workflowId, { form_id: at, ...trigger }),
      (by) => release(ctx, by, at, held),
      (by) => retry(ctx, by, at, stored),
      (by) => startEarlier(ctx, by, at, { workflow_id: workflowId, ids: [stored] }, 'key'),
      (by) => erase(ctx, by, at, stored),
      (by) => removeTrigger(ctx, by, workflowId, at),
    ]
    for (const call of calls) expect(await verdict(call(admin)), String(call)).toBe('404 not_found')
    const listed = await workflowTriggers(ctx, admin, workflowId)
    expect(listed.triggers.form_submissions).toEqual([])
    const mine = await submissionsPage(ctx, in_team, at, query)
    expect([mine.counts.all, mine.counts.held]).toEqual([2, 1])
    const { permissions } = in_team
    const limited = { ...in_team, permissions: new Set([...permissions].filter((one) => one !== 'instances.manage')) }
    const start = startEarlier(ctx, limited, at, { workflow_id: workflowId, ids: [stored] }, 'key')
    expect(await verdict(start), 'starting work needs the right to start work').toBe('403 forbidden')
  })

  test('tells nobody else’s pages that it is there', async () => {
    const { in_team } = world.viewers
    const told: (readonly string[] | undefined)[] = []
    const heard: typeof ctx = {
      ...ctx,
      publish: (message) => {
        if (message.kind === 'live') told.push(...message.frames.map(({ to }) => to))
      },
    }
    await changeIntake(heard, in_team, forms.of_team, { closed: true })
    await changeIntake(heard, in_team, forms.open, { closed: true })
    expect(told).toEqual([[in_team.memberId], undefined])
  })

  test('has copies for the same people', async () => {
    const { in_team, outsider } = world.viewers
    const copy = await copyForm(ctx, in_team, forms.of_team)
    expect(copy.data).toMatchObject({ title: 'Of a team (copy)', access: { visibility: 'limited', people: [] } })
    expect(await verdict(readForm(ctx, outsider, FormId.parse(copy.data.id)))).toBe('404 not_found')
  })

  test('keeps the files of its responses to itself, until an instance has them', async () => {
    const { in_team, outsider, tenant } = { ...world.viewers, tenant: world.tenant }
    const document = await makeDocument(ctx, tenant, {}, { name: 'Passport.pdf' })
    await api.database.admin((db) =>
      db.query('update documents set form_id = $2 where id = $1', [document, forms.of_team]),
    )
    const see = (viewer: Viewer) =>
      verdict(readTenant(ctx, viewer, (tx) => requireVisibleDocument(tx, viewer, document)))
    expect([await see(in_team), await see(outsider)]).toEqual(['accepted', '404 not_found'])
    const place = { task_id: null, instance_id: null, workflow_id: null, form_id: forms.of_team, narrowed: false }
    const audience = await readTenant(ctx, in_team, (tx) => audienceOfDocument(tx, place))
    expect(audience).toEqual([in_team.memberId])
    await api.database.admin((db) =>
      db.query('update documents set instance_id = $2, workflow_id = $3 where id = $1', [
        document,
        world.instances.open,
        world.workflows.open,
      ]),
    )
    expect([await see(in_team), await see(outsider)]).toEqual(['accepted', 'accepted'])
  })
})

test('what is limited stays hidden from others, however its id is spelled', async () => {
  const { actors, ours } = await createWorld(api)
  const body = { visibility: 'limited' as const, member_ids: [ours.ownerId] }
  const form = await makeForm(actors.owner.client)
  await actors.owner.client(setFormAccess, { ...formAt(form), body })
  const workflow = await makeWorkflowBy(actors.owner.client)
  await actors.owner.client(setWorkflowAccess, { params: { workflowId: workflow.id }, body })
  const statusOf = async (path: string) => (await actors.admin.visitor.fetch(actors.admin.visitor.origin + path)).status
  for (const spelled of [(id: string) => id, (id: string) => id.toUpperCase()]) {
    expect(await statusOf(`/v1/forms/${spelled(form.id)}/`)).toBe(404)
    expect(await statusOf(`/v1/forms/${spelled(form.id)}/submissions/`)).toBe(404)
    expect(await statusOf(`/v1/workflows/${spelled(workflow.id)}/`)).toBe(404)
  }
})

describe('the person who limits a form', () => {
  test('stays able to see it, and names only those who are there', async () => {
    const { admin, named } = world.viewers
    const other = await limitedWorld(api)
    const limit = (team_ids: LimitedWorld['teamId'][], member_ids: MemberId[]) =>
      verdict(limitForm(ctx, admin, forms.open, { visibility: 'limited', team_ids, member_ids }))
    expect(await limit([], [named.memberId])).toBe('409 would_hide_from_you')
    expect(await limit([other.teamId], [admin.memberId])).toBe('404 not_found')
    expect(await limit([], [admin.memberId, MemberId.parse(other.tenant.ownerId)])).toBe('404 not_found')
    expect(await limit([], [admin.memberId, named.memberId])).toBe('accepted')
    expect((await readForm(ctx, named, forms.open)).data.access.people).toHaveLength(2)
  })

  test('hides what the trail says of it from everybody else', async () => {
    const { actors, ours } = await createWorld(api)
    const made = await makeForm(actors.owner.client, { title: 'Whistleblowing' })
    const me = (await actors.owner.client(listAudit, { params: { orgId: ours.tenantId }, query: {} }))[0]?.actor?.id
    const body = { visibility: 'limited' as const, member_ids: me ? [me] : [] }
    await actors.owner.client(setFormAccess, { ...formAt(made), body })
    const rows = async (reader: typeof actors.admin) =>
      (await reader.client(listAudit, { params: { orgId: ours.tenantId }, query: { act: 'form' } })).filter(
        ({ entity_id }) => entity_id === made.id,
      )
    expect((await rows(actors.owner)).map(({ act, hidden }) => [act, hidden])).toEqual([
      ['form.access', false],
      ['form.created', false],
    ])
    for (const row of await rows(actors.admin)) expect(row).toMatchObject({ hidden: true, data: {}, entity_name: null })
  })
})
