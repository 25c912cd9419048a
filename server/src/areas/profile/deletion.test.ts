import { getMe, login } from '@throughline/contracts/auth'
import { deleteAccount, getProfile, keepAccount } from '@throughline/contracts/profile'
import { describe, expect, test } from 'vitest'
import { sharedApi, signIn, Visitor } from '../../../test/api.ts'
import { makeMember, makeTenant, PASSWORD, setMemberStatus } from '../../../test/factories.ts'
import { queuedMails } from '../../../test/queued-mails.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'

const api = await sharedApi()
const { ctx, database } = api
const DAYS = 86_400_000

async function open() {
  const someone = await makeSomeone(ctx)
  const session = await signIn(api, someone.username)
  const params = { userId: session.user.id }
  const plan = (password: string | undefined = PASSWORD) =>
    session.client(deleteAccount, { params, body: password ? { password } : {} })
  return { ...someone, ...session, params, plan }
}

const starts = async (personId: string) => {
  const { rows } = await database.admin((admin) =>
    admin.query<{ id: string; args: { at: string } }>(
      `select payload->>'workflowId' as id, payload->'args' as args from outbox
       where payload->>'workflow' = 'deleteAccount' and aggregate_id = $1 order by id`,
      [personId],
    ),
  )
  return rows
}
const kindsTo = async (email: string) => (await queuedMails(api, email)).map(({ kind }) => kind)

describe('deleting one’s account', () => {
  test('is planned for 30 days later, with the password; until then everything goes on', async () => {
    const someone = await open()
    expect(await verdict(someone.client(deleteAccount, { params: someone.params, body: {} }))).toBe(
      '422 invalid_password',
    )
    expect(await verdict(someone.plan('not it'))).toBe('422 invalid_password')
    const { deletes_at } = await someone.plan()
    expect(Date.parse(deletes_at ?? '')).toBeGreaterThan(Date.now() + 29.9 * DAYS)
    expect(Date.parse(deletes_at ?? '')).toBeLessThan(Date.now() + 30.1 * DAYS)
    expect((await someone.client(getMe)).deletes_at).toBe(deletes_at)
    expect((await signIn(api, someone.username)).user.deletes_at).toBe(deletes_at)
    expect(await starts(someone.personId)).toEqual([
      {
        id: `account-deletion:${someone.personId}:${Date.parse(deletes_at ?? '')}`,
        args: { personId: someone.personId, at: deletes_at },
      },
    ])
    expect(await kindsTo(someone.email)).toContain('account_deletion_planned')
    expect((await someone.plan()).deletes_at, 'asking again changes nothing').toBe(deletes_at)
    expect(await starts(someone.personId)).toHaveLength(1)
  })

  test('can be undone', async () => {
    const someone = await open()
    await someone.plan()
    const { params } = someone
    expect(await someone.client(keepAccount, { params })).toMatchObject({ deletes_at: null })
    expect(await someone.client(getMe)).toMatchObject({ deletes_at: null })
    await someone.client(keepAccount, { params })
    expect((await kindsTo(someone.email)).filter((kind) => kind === 'account_kept')).toHaveLength(1)
    const { deletes_at } = await someone.plan()
    expect(deletes_at).not.toBeNull()
    expect(await starts(someone.personId), 'planned anew, under another name').toHaveLength(2)
  })

  test('comes after leaving every organisation', async () => {
    const someone = await open()
    const owner = await makeSomeone(ctx)
    const firm = await makeTenant(ctx, owner.personId, 'organization', 'Firm')
    const memberId = await makeMember(ctx, firm, { ...someone, name: 'Some One', role: 'member' })
    expect(await verdict(someone.plan())).toBe('409 leave_first')
    expect((await someone.client(getProfile, { params: someone.params })).deletes_at).toBeNull()
    await setMemberStatus(ctx, firm.tenantId, memberId, 'suspended')
    expect(await verdict(someone.plan())).toBe('accepted')
  })
})

test('signing in goes on meanwhile, and is how to change one’s mind', async () => {
  const someone = await open()
  await someone.plan()
  const visitor = new Visitor(api.app, ctx.config.APP_ORIGIN)
  const { user } = await visitor.client()(login, { body: { username: someone.username, password: PASSWORD } })
  expect(await visitor.client()(keepAccount, { params: { userId: user?.id ?? someone.personId } })).toMatchObject({
    deletes_at: null,
  })
})
