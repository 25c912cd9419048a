import { confirmSession } from '@throughline/contracts/account'
import { changeEmail, googleNonce, signup, verifyEmail } from '@throughline/contracts/auth'
import { addMember } from '@throughline/contracts/org-members'
import { afterAll, expect, test } from 'vitest'
import { createTestApi, signIn, Visitor } from '../../../test/api.ts'
import { makeTenant, PASSWORD } from '../../../test/factories.ts'
import { foundInDatabase } from '../../../test/found-in-database.ts'
import { makeLink } from '../../../test/links.ts'
import { ENGINE_AWAY, queuedMails, stringOf } from '../../../test/queued-mails.ts'
import { makeSomeone, unique, uniqueAddress } from '../../../test/someone.ts'
import { SESSION_COOKIE, VISITOR_COOKIE } from '../../core/http/cookies.ts'
import { hashToken } from '../../core/http/session.ts'

const api = await createTestApi(ENGINE_AWAY)
afterAll(() => api.close())
const { ctx, database } = api
const founder = await makeSomeone(ctx)
const firm = await makeTenant(ctx, founder.personId, 'organization', 'Firm')

async function linkTo(address: string, kind?: string): Promise<string> {
  const mail = (await queuedMails(api, address)).find((one) => !kind || one.kind === kind)
  if (!mail || !('link' in mail)) throw new Error(`no link is queued for ${address}`)
  return mail.link
}

test('whoever reads the whole database, the outbox included, finds nothing to sign in with', async () => {
  const { client, visitor } = await signIn(api, founder.username)
  const invited = uniqueAddress('invited')
  const moved = uniqueAddress('moved')
  const body = { name: 'Invited Person', email: invited, role_id: firm.roles.member.id, team_id: null }
  await client(addMember, { params: { orgId: firm.tenantId }, body })
  await client(confirmSession, { body: { password: PASSWORD } })
  await client(changeEmail, { body: { email: moved, old_email: founder.email } })

  const newcomer = new Visitor(api.app, ctx.config.APP_ORIGIN)
  const { nonce } = await newcomer.client()(googleNonce)
  const signUpString = await makeLink(ctx, 'sign_up', uniqueAddress('new'))
  const password = 'words nobody else would use'
  const signUp = { username: unique('new'), password, verification_string: signUpString }
  await newcomer.client()(signup, { body: { ...signUp, auth_type: 'custom_individual' } })

  const changeOfAddress = stringOf(await linkTo(moved))
  await client(verifyEmail, { body: { verification_string: changeOfAddress } })

  const secrets = {
    session: visitor.cookies.get(SESSION_COOKIE) ?? '',
    visitor: newcomer.cookies.get(VISITOR_COOKIE) ?? '',
    nonce,
    password,
    signUpString,
    oldPassword: PASSWORD,
    invitation: stringOf(await linkTo(invited)),
    changeOfAddress,
    wayBack: stringOf(await linkTo(founder.email, 'email_changed')),
  }
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(15)
    expect(await foundInDatabase(database, secret), name).toEqual([])
  }
  const hash = hashToken(secrets.session).toString('hex')
  expect(await foundInDatabase(database, hash), 'the search itself finds what is there').toEqual(['sessions'])
})
