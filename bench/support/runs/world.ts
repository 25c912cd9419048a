import { createHash } from 'node:crypto'
import { createClient } from '../../../contracts/src/client.ts'
import type { WorkflowId } from '../../../contracts/src/ids.ts'
import { createWorkflow } from '../../../contracts/src/workflows.ts'
import { openSession } from '../../../server/src/areas/auth/auth.queries.ts'
import { readConfig } from '../../../server/src/core/config.ts'
import { inIdentity } from '../../../server/src/core/db/in-identity.ts'
import { createRuntime } from '../../../server/src/core/runtime.ts'
import { makeMember, makePerson, makeTenant } from '../../../server/test/factories.ts'

const LONGEST = 20_000

export interface RunsWorld {
  tenantId: string
  workflowId: WorkflowId
  /** Each works through what is theirs; the first starts too. */
  people: { username: string; memberId: string; token: string; fetch: typeof fetch }[]
}

/** A session's cookie on every request, seen by the server at the address the test calls from. */
const withSession =
  (token: string): typeof fetch =>
  (input, init = {}) => {
    const headers = new Headers(init.headers)
    const cookies = headers.get('cookie')
    headers.set('cookie', [`__Host-session=${token}`, ...(cookies ? [cookies] : [])].join('; '))
    return fetch(input, { signal: AbortSignal.timeout(LONGEST), ...init, headers })
  }

/** An organisation with pairs of people (one enters, one approves) and one published workflow for each pair. */
export async function runsWorld(
  environment: NodeJS.ProcessEnv,
  origin: string,
  { pairs, document }: { pairs: number; document: (pair: number, starts: string, approves: string) => object },
): Promise<{ worlds: RunsWorld[]; close: () => Promise<void> }> {
  const config = readConfig({ ...environment, LOG_LEVEL: 'warn' })
  const { ctx, closing } = createRuntime(config, 'api')
  const host = new URL(origin).host
  const person = async (username: string) => {
    const personId = await makePerson(ctx, { username, name: `Person ${username}` })
    const token = `${username}-${config.PG_DATABASE}`
    const hash = createHash('sha256').update(token).digest()
    return { personId, hash, username, token, fetch: withSession(token) }
  }
  const owner = await person('owner')
  const tenant = await makeTenant(ctx, owner.personId, 'organization', 'Crash')
  const open = (hash: Buffer, personId: (typeof owner)['personId']) =>
    inIdentity(ctx, undefined, ({ db }) => openSession(db, { hash, host, personId, origin: undefined }))
  await open(owner.hash, owner.personId)
  const worlds: RunsWorld[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const [entering, approving] = [await person(`enters-${pair}`), await person(`approves-${pair}`)]
    const people = []
    for (const one of [entering, approving]) {
      const email = `${one.username}@example.test`
      const memberId = await makeMember(ctx, tenant, {
        name: one.username,
        email,
        role: 'member',
        personId: one.personId,
      })
      await open(one.hash, one.personId)
      people.push({ username: one.username, memberId, token: one.token, fetch: one.fetch })
    }
    const [starts, approves] = people
    if (!starts || !approves) throw new Error('a pair has two people')
    const client = createClient({ origin, fetch: owner.fetch })
    const body = document(pair, starts.memberId, approves.memberId)
    const { data } = await client(createWorkflow, { body: JSON.parse(JSON.stringify(body)) })
    if (data.saved !== 'published') throw new Error(`the workflow was not published: ${data.saved}`)
    worlds.push({ tenantId: tenant.tenantId, workflowId: data.id, people })
  }
  return {
    worlds,
    close: async () => {
      for (const [, close] of closing) await close()
    },
  }
}
