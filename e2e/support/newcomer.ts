import { joinOrganization, registerEmail, signup } from '@throughline/contracts/auth'
import type { Input } from '@throughline/contracts/endpoint'
import { createOrganization, type Organization } from '@throughline/contracts/org'
import { addMember, listRoles } from '@throughline/contracts/org-members'
import type { RoleName } from '@throughline/contracts/permissions'
import { type Caller, caller, signInByCall } from './api.ts'
import { freshAddress, linkIn, type Mail, mailTo } from './mail.ts'
import { PASSWORD } from './settings.ts'

export interface Newcomer extends Caller {
  username: string
  email: string
}

const stringIn = (mail: Mail) => linkIn(mail).split('/').at(-1) ?? ''

/** A person of their own, in a workspace of their own, whom no other journey knows. */
export async function newcomer(name: string): Promise<Newcomer> {
  const email = freshAddress(name)
  const username = `${name}-${crypto.randomUUID().slice(0, 6)}`
  const visitor = caller()
  await visitor.call(registerEmail, { body: { email } })
  const verification_string = stringIn(await mailTo(email, 'Finish signing up to Throughline'))
  await visitor.call(signup, {
    body: { username, password: PASSWORD, verification_string, auth_type: 'custom_individual' },
  })
  return { ...(await signInByCall(username)), username, email }
}

export interface Founder extends Newcomer {
  organization: Organization
}

/** A newcomer whose workspace has become an organisation. */
export async function founder(name: string, body: Input<typeof createOrganization>['body']): Promise<Founder> {
  const person = await newcomer(name)
  return { ...person, organization: await person.call(createOrganization, { body }) }
}

/** The guest becomes a member of the founder's organisation, and is there from now on. */
export async function bringIn(host: Founder, guest: Newcomer, role: RoleName, name = guest.username) {
  const params = { orgId: host.organization.id }
  const found = (await host.call(listRoles, { params })).find(({ name }) => name === role)
  if (!found) throw new Error(`there is no role ${role}`)
  await host.call(addMember, {
    params,
    body: { name, email: guest.email, role_id: found.id, team_id: null },
  })
  const mail = await mailTo(guest.email, `Join ${host.organization.name} on Throughline`)
  await guest.call(joinOrganization, { body: { verification_string: stringIn(mail) } })
}
