import { createClient } from '../../../contracts/src/client.ts'
import type { PersonId, WorkflowId } from '../../../contracts/src/ids.ts'
import { createWorkflow } from '../../../contracts/src/workflows.ts'
import { makeMember, makePerson, makeTenant } from '../../../server/test/factories.ts'
import { openSessions } from '../open-sessions.ts'
import { withRuntime } from '../with-runtime.ts'

const LONGEST = 20_000

export interface RunsWorld {
  tenantId: string
  workflowId: WorkflowId
  /** Each works through what is theirs; the first starts too. */
  people: { username: string; memberId: string; token: string; fetch: typeof fetch }[]
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

/** An organisation with pairs of people (one enters, one approves) and one published workflow for each pair. */
export const runsWorld = (
  environment: NodeJS.ProcessEnv,
  origin: string,
  { pairs, document }: { pairs: number; document: (pair: number, starts: string, approves: string) => object },
): Promise<RunsWorld[]> =>
  withRuntime(environment, async (ctx) => {
    const host = new URL(origin).host
    const sessionOf = async (personId: PersonId) => {
      const [token = ''] = (await openSessions(ctx, host, personId, 1)).tokens
      return { token, fetch: withSession(token) }
    }
    const ownerPerson = await makePerson(ctx, { username: 'owner', name: 'Person owner' })
    const tenant = await makeTenant(ctx, ownerPerson, 'organization', 'Crash')
    const client = createClient({ origin, fetch: (await sessionOf(ownerPerson)).fetch })
    const join = async (username: string) => {
      const personId = await makePerson(ctx, { username, name: `Person ${username}` })
      const email = `${username}@example.test`
      const memberId = await makeMember(ctx, tenant, { name: username, email, role: 'member', personId })
      return { username, memberId, ...(await sessionOf(personId)) }
    }
    const worlds: RunsWorld[] = []
    for (let pair = 0; pair < pairs; pair++) {
      const [starts, approves] = [await join(`enters-${pair}`), await join(`approves-${pair}`)]
      const body = document(pair, starts.memberId, approves.memberId)
      const { data } = await client(createWorkflow, { body: JSON.parse(JSON.stringify(body)) })
      if (data.saved !== 'published') throw new Error(`the workflow was not published: ${data.saved}`)
      worlds.push({ tenantId: tenant.tenantId, workflowId: data.id, people: [starts, approves] })
    }
    return worlds
  })
