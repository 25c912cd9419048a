import { getMe } from '@throughline/contracts/auth'
import { InstanceId, TaskId, WorkflowId } from '@throughline/contracts/ids'
import { bulkInstances, overrideStep, removeInstance } from '@throughline/contracts/instance-acts'
import * as org from '@throughline/contracts/org'
import { countMembers } from '@throughline/contracts/org-members'
import { MANAGERS_RULES } from '@throughline/contracts/permissions'
import { completeTask } from '@throughline/contracts/task-acts'
import { publishWorkflow } from '@throughline/contracts/workflow-drafts'
import { createWorkflow } from '@throughline/contracts/workflows'
import { describe, expect, test } from 'vitest'
import { sharedApi, signIn } from '../../../test/api.ts'
import { makeMember, makeTenant, setMemberStatus } from '../../../test/factories.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { workflowDocument } from '../../../test/workflow-document.ts'
import { createWorld } from '../../../test/world.ts'

const api = await sharedApi()
const { ctx } = api
const { ours, actors } = await createWorld(api)
const { client } = actors.owner

const params = { orgId: ours.tenantId }
const PROFILE = {
  name: 'Ours',
  industry: 'Finance',
  size: '11-50',
  website: 'https://ours.example',
  description: 'What we do',
  address: 'Rua Augusta 1',
  contact_email: 'hello@ours.example',
  phone: '+351 1',
} as const

const lastAudit = (tenantId: string) =>
  api.database.admin(async (admin) => {
    const { rows } = await admin.query<{ act: string; data: unknown }>(
      `select act, data from audit_pending where tenant_id = $1 and entity_kind = 'organization' order by id desc limit 1`,
      [tenantId],
    )
    return rows[0]
  })

const placesOf = (personId: string) =>
  api.database.admin(async (admin) => {
    const { rows } = await admin.query('select tenant_name, kind from person_tenants where person_id = $1 order by 1', [
      personId,
    ])
    return rows
  })

describe('an organization', () => {
  test('is made of the person’s own workspace, once', async () => {
    const someone = await makeSomeone(ctx)
    await makeTenant(ctx, someone.personId, 'personal', 'My workspace')
    const signedIn = await signIn(api, someone.username)
    expect(signedIn.user.organization_id).toBeNull()
    const create = () =>
      signedIn.client(org.createOrganization, { body: { ...PROFILE, name: 'Fresh', time_zone: 'Europe/Lisbon' } })
    const made = await create()
    expect(made).toMatchObject({
      ...PROFILE,
      name: 'Fresh',
      id: signedIn.user.tenant_id,
      time_zone: 'Europe/Lisbon',
      week_start: 1,
    })
    expect(made.working_days).toHaveLength(5)
    expect(await signedIn.client(getMe)).toMatchObject({ organization_id: made.id, tenant_name: 'Fresh' })
    expect(await placesOf(someone.personId)).toEqual([{ tenant_name: 'Fresh', kind: 'organization' }])
    expect(await lastAudit(made.id)).toMatchObject({
      act: 'organization.created',
      data: { name: 'Fresh', before: { name: 'My workspace' } },
    })
    expect(await verdict(create())).toBe('409 already_organization')
    expect(await signedIn.client(countMembers, { params: { orgId: made.id } })).toEqual({
      invited: 0,
      active: 1,
      suspended: 0,
    })
  })

  test('is changed, over the version it was based on, and everyone’s switcher knows', async () => {
    const save = (more: object) => client(org.updateOrganization, { params, body: { ...PROFILE, ...more } })
    const before = await client(org.getOrganization, { params })
    const after = await save({ name: 'Renamed', version: before.version })
    expect(after).toEqual({ ...before, ...PROFILE, name: 'Renamed', version: before.version + 1 })
    expect(await verdict(save({ version: before.version }))).toBe('409 stale_version')
    const me = await actors.viewer.client(getMe)
    expect(me.tenant_name).toBe('Renamed')
    expect(await placesOf(me.id)).toEqual([{ tenant_name: 'Renamed', kind: 'organization' }])
    expect(await lastAudit(ours.tenantId)).toMatchObject({
      act: 'organization.changed',
      data: { before: { name: 'Ours', industry: 'Technology' }, after: { name: 'Renamed', industry: 'Finance' } },
    })
    await save({})
  })

  test('keeps what of its calendar is left out', async () => {
    const save = (more: object) => client(org.updateOrganization, { params, body: { ...PROFILE, ...more } })
    const working_days = [
      { day: 3, from: '10:00', to: '12:00' },
      { day: 1, from: '08:30', to: '17:00' },
    ]
    const holidays = [{ name: 'Summer', from: '2027-08-01', to: '2027-08-14' }]
    await save({ time_zone: 'Asia/Tokyo', week_start: 7, working_days, holidays })
    expect(await save({})).toMatchObject({
      time_zone: 'Asia/Tokyo',
      week_start: 7,
      working_days: working_days.toReversed(),
      holidays,
    })
  })

  test.each([
    ['no such zone', { time_zone: 'Mars/Olympus' }],
    ['an offset', { time_zone: '+01:00' }],
    ['a day that ends before it begins', { working_days: [{ day: 1, from: '17:00', to: '09:00' }] }],
    [
      'a weekday twice',
      {
        working_days: [
          { day: 1, from: '08:00', to: '09:00' },
          { day: 1, from: '10:00', to: '11:00' },
        ],
      },
    ],
    ['an eighth day', { working_days: [{ day: 8, from: '08:00', to: '09:00' }] }],
    ['a holiday that ends before it begins', { holidays: [{ name: 'x', from: '2027-02-02', to: '2027-02-01' }] }],
    ['no such date', { holidays: [{ name: 'x', from: '2027-02-30', to: '2027-03-01' }] }],
    ['a website that is a script', { website: 'javascript:alert(1)' }],
    ['an address that is none', { contact_email: 'nobody' }],
    ['no name', { name: ' ' }],
  ])('has not: %s', async (_, more) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sent as it is, to be refused
    const body = { ...PROFILE, ...more } as typeof PROFILE
    expect(await verdict(client(org.updateOrganization, { params, body }))).toBe('422 invalid_request')
  })

  test('may keep publishing, overriding and deleting to managers, each by a switch of its own', async () => {
    const permissionsOf = async (actor: 'member' | 'manager') => (await actors[actor].client(getMe)).permissions
    const before = await permissionsOf('member')
    for (const { rule, permission } of MANAGERS_RULES) {
      expect(before).toContain(permission)
      expect(await client(org.changeAccessRules, { params, body: { [rule]: true } })).toMatchObject({ [rule]: true })
      expect(await permissionsOf('member')).toEqual(before.filter((one) => one !== permission))
      expect(await permissionsOf('manager')).toContain(permission)
      expect(await lastAudit(ours.tenantId)).toMatchObject({
        act: 'organization.access_rules_changed',
        data: { before: { [rule]: false }, after: { [rule]: true } },
      })
      await client(org.changeAccessRules, { params, body: { [rule]: false } })
    }
    expect(await permissionsOf('member')).toEqual(before)
  })

  test('then refuses members by every call that does it', async () => {
    const all = { managers_publish: true, managers_override: true, managers_delete: true }
    await client(org.changeAccessRules, { params, body: all })
    const { client: member } = actors.member
    const id = '0198f3a0-0000-7000-8000-000000000009'
    const instance = { params: { instanceId: InstanceId.parse(id) } }
    const reason = 'In a hurry'
    const verdicts = [
      await verdict(
        member(publishWorkflow, { params: { workflowId: WorkflowId.parse(id) }, body: { base_version: 1 } }),
      ),
      await verdict(member(createWorkflow, { body: { ...workflowDocument } })),
      await verdict(member(overrideStep, { params: { ...instance.params, step: 'ok' }, body: { reason } })),
      await verdict(member(completeTask, { params: { taskId: TaskId.parse(id) }, body: { override: true, reason } })),
      await verdict(member(removeInstance, instance)),
      await verdict(member(bulkInstances, { body: { act: 'remove', ids: [InstanceId.parse(id)] } })),
    ]
    expect(verdicts).toEqual(verdicts.map(() => '403 forbidden'))
    expect(await verdict(actors.manager.client(removeInstance, instance))).toBe('404 not_found')
    await client(org.changeAccessRules, {
      params,
      body: { managers_publish: false, managers_override: false, managers_delete: false },
    })
  })

  test('has rules that only its owner changes, audited as they were', async () => {
    const change = (by: typeof client) =>
      by(org.changeAccessRules, { params, body: { require_two_factors: false, admins_see_all: true } })
    expect(await verdict(change(actors.admin.client))).toBe('403 forbidden')
    expect(await change(client)).toMatchObject({
      admins_see_all: true,
      require_two_factors: false,
      with_two_factors: 0,
    })
    expect(await lastAudit(ours.tenantId)).toMatchObject({
      act: 'organization.access_rules_changed',
      data: { before: { admins_see_all: false }, after: { admins_see_all: true } },
    })
    await api.database.admin((admin) =>
      admin.query(`update members set two_factor = true where tenant_id = $1 and status <> 'active' or id = $2`, [
        ours.tenantId,
        ours.ownerId,
      ]),
    )
    expect((await client(org.getOrganization, { params })).with_two_factors).toBe(1)
  })
})

describe('whoever leaves', () => {
  const join = async (role: 'member' | 'owner' = 'member') => {
    const someone = await makeSomeone(ctx)
    const memberId = await makeMember(ctx, ours, { ...someone, name: 'Some One', role })
    return { ...someone, memberId }
  }
  const leave = (by: typeof client) => by(org.leaveOrganization, { params })

  test('goes on in a workspace of their own, and their other devices are signed out', async () => {
    const someone = await join()
    const [here, there] = [await signIn(api, someone.username), await signIn(api, someone.username)]
    expect(await leave(here.client)).toEqual({ status: 'ok' })
    expect(await here.client(getMe)).toMatchObject({
      organization_id: null,
      tenant_name: 'My workspace',
      is_admin: true,
    })
    expect(await verdict(there.client(getMe))).toBe('401 not_signed_in')
    expect(await verdict(leave(here.client))).toBe('404 not_found')
  })

  test('goes on where they were last, if they belong elsewhere', async () => {
    const someone = await join()
    const elsewhere = await makeTenant(ctx, (await makeSomeone(ctx)).personId, 'organization', 'Elsewhere')
    await makeMember(ctx, elsewhere, { ...someone, name: 'Some One', role: 'viewer' })
    await api.database.admin((admin) =>
      admin.query(
        `update person_tenants set last_used_at = now() + interval '1 minute' where person_id = $1 and tenant_id = $2`,
        [someone.personId, ours.tenantId],
      ),
    )
    const signedIn = await signIn(api, someone.username)
    expect(signedIn.user.tenant_id).toBe(ours.tenantId)
    await leave(signedIn.client)
    expect(await signedIn.client(getMe)).toMatchObject({ organization_id: elsewhere.tenantId, role: 'viewer' })
  })

  test('and is kept out everywhere else is signed out', async () => {
    const someone = await join()
    const elsewhere = await makeTenant(ctx, (await makeSomeone(ctx)).personId, 'organization', 'Elsewhere')
    const memberId = await makeMember(ctx, elsewhere, { ...someone, name: 'Some One', role: 'viewer' })
    await setMemberStatus(ctx, elsewhere.tenantId, memberId, 'suspended')
    const signedIn = await signIn(api, someone.username)
    await leave(signedIn.client)
    expect(await verdict(signedIn.client(getMe))).toBe('401 not_signed_in')
  })

  test('is not the last owner', async () => {
    expect(await verdict(leave(client))).toBe('409 last_owner')
    const second = await join('owner')
    const signedIn = await signIn(api, second.username)
    expect(await verdict(leave(signedIn.client))).toBe('accepted')
    expect(await verdict(leave(client))).toBe('409 last_owner')
  })
})
