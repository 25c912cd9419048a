import { createClient } from '../../contracts/src/client.ts'
import type { MemberId, PersonId, TenantId, WorkflowId } from '../../contracts/src/ids.ts'
import { createWorkflow } from '../../contracts/src/workflows.ts'
import { makeMember, makePerson, makeTenant } from '../../server/test/factories.ts'
import { openSessions } from './open-sessions.ts'
import { withRuntime } from './with-runtime.ts'

const LONGEST = 20_000

export interface Someone {
  username: string
  memberId: MemberId
  token: string
  fetch: typeof fetch
}

export interface Organization {
  tenantId: TenantId
  owner: Someone
  people: Someone[]
}

/** A session's cookie on every request, seen by the server at the address the test calls from. */
export const withSession =
  (token: string): typeof fetch =>
  (input, init = {}) => {
    const headers = new Headers(init.headers)
    const cookies = headers.get('cookie')
    headers.set('cookie', [`__Host-session=${token}`, ...(cookies ? [cookies] : [])].join('; '))
    return fetch(input, { signal: AbortSignal.timeout(LONGEST), ...init, headers })
  }

/** An owner and these members, each signed in. */
export const makeOrganization = (
  environment: NodeJS.ProcessEnv,
  origin: string,
  name: string,
  usernames: readonly string[],
  ownerName = 'owner',
): Promise<Organization> =>
  withRuntime(environment, async (ctx) => {
    const host = new URL(origin).host
    const sessionOf = async (personId: PersonId) => {
      const [token = ''] = (await openSessions(ctx, host, personId, 1)).tokens
      return { token, fetch: withSession(token) }
    }
    const ownerPerson = await makePerson(ctx, { username: ownerName, name: `Person ${ownerName}` })
    const tenant = await makeTenant(ctx, ownerPerson, 'organization', name)
    const people: Someone[] = []
    for (const username of usernames) {
      const personId = await makePerson(ctx, { username, name: `Person ${username}` })
      const email = `${username}@example.test`
      const memberId = await makeMember(ctx, tenant, { name: username, email, role: 'member', personId })
      people.push({ username, memberId, ...(await sessionOf(personId)) })
    }
    const owner = { username: ownerName, memberId: tenant.ownerId, ...(await sessionOf(ownerPerson)) }
    return { tenantId: tenant.tenantId, owner, people }
  })

/** By the owner. */
export async function publish(origin: string, { owner }: Organization, document: object): Promise<WorkflowId> {
  const client = createClient({ origin, fetch: owner.fetch })
  const { data } = await client(createWorkflow, { body: JSON.parse(JSON.stringify(document)) })
  if (data.saved !== 'published') throw new Error(`the workflow was not published: ${JSON.stringify(data)}`)
  return data.id
}
