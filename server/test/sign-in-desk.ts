import { listTools } from '@throughline/contracts/connections'
import { beginSignIn, getSignIn, returnFromSignIn } from '@throughline/contracts/sign-ins'
import { afterAll } from 'vitest'
import * as z from 'zod/mini'
import { createFinishSignIn } from '../src/areas/integrations/sign-in/finish-sign-in.ts'
import { createFreshToken } from '../src/areas/integrations/sign-in/fresh-token.service.ts'
import { createOauthClient } from '../src/areas/integrations/sign-in/oauth-client.ts'
import { type OwnApi, type signIn, startApi } from './api.ts'
import { sharedDatabase } from './database.ts'
import { answerProvider, startOauthProvider } from './oauth-provider.ts'
import { ENGINE_AWAY } from './queued-mails.ts'
import { workerContext } from './worker-context.ts'

export const GOOGLE = 'Google Workspace'
export const MICROSOFT = 'Microsoft 365'

type Person = Pick<Awaited<ReturnType<typeof signIn>>, 'client'>
type Choices = Partial<Parameters<typeof answerProvider>[1]>

/** An API whose installation is registered with a provider of its own, and what the worker does for it. */
export async function createSignInDesk(options: { tokenSeconds?: number; reuseSeconds?: number } = {}) {
  const origin = new URL(process.env.APP_ORIGIN ?? '').origin
  const provider = await startOauthProvider({ origin, ...options })
  const api: OwnApi = await startApi(await sharedDatabase(), {
    ...ENGINE_AWAY,
    ...provider.settings,
    SHARED_LIMITS_FACTOR: '100',
  })
  const worker = workerContext(api.ctx)
  const oauth = createOauthClient(worker.config)
  const tokens = createFreshToken(worker, oauth)
  const finish = createFinishSignIn(worker, oauth, tokens)
  afterAll(async () => {
    provider.stop()
    await api.close()
  })

  const toolOf = async ({ client }: Person, name: string) => {
    const tool = (await client(listTools)).data.find((one) => one.name === name)
    if (!tool?.sign_in) throw new Error(`${name} has no sign-in`)
    return { id: tool.id, signIn: tool.sign_in, scopes: tool.sign_in.scopes.map(({ scope }) => scope) }
  }

  async function begin(person: Person, name = GOOGLE, asked?: string[]) {
    const tool = await toolOf(person, name)
    const body = { scopes: asked ?? tool.scopes }
    const { data } = await person.client(beginSignIn, { params: { toolId: tool.id }, body })
    return { ...data, toolId: tool.id, scopes: body.scopes }
  }

  /** What the worker does with what the outbox gives it. */
  async function work(id: string): Promise<void> {
    const { rows } = await api.database.admin((admin) =>
      admin.query<{ payload: { args: { tenantId: string; id: string } } }>(
        `select payload from outbox where payload ->> 'workflowId' = $1`,
        [`sign-in:${id}`],
      ),
    )
    for (const { payload } of rows) await finish(payload.args)
  }

  const Parameters = z.object({
    state: z.string(),
    code: z.optional(z.string()),
    iss: z.optional(z.string()),
    error: z.optional(z.string()),
    error_description: z.optional(z.string()),
  })
  const parametersOf = (back: URL) => z.parse(Parameters, Object.fromEntries(back.searchParams))

  /** From the panel to the provider and back, until the worker is done. */
  async function complete(person: Person, name = GOOGLE, choices: Choices = {}) {
    const begun = await begin(person, name)
    const back = await answerProvider(begun.url, { email: 'ops@harborvale.test', ...choices })
    await person.client(returnFromSignIn, { body: parametersOf(back) })
    await work(begun.id)
    const { data } = await person.client(getSignIn, { params: { signInId: begun.id } })
    return { ...data, toolId: begun.toolId, scopes: begun.scopes }
  }

  return { api, worker, provider, oauth, tokens, toolOf, begin, work, complete, parametersOf }
}
