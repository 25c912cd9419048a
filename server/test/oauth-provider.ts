import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { eventually } from './eventually.ts'
import { listen } from './listen.ts'

const TOOLS_CLIENT = { id: 'tools-client', secret: 'a secret of the tools client' }

const Ledger = z.object({
  calls: z.array(z.object({ at: z.number(), path: z.string(), email: z.string(), status: z.number() })),
  refreshes: z.array(z.object({ at: z.number(), email: z.string(), ok: z.boolean() })),
})

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  server.close()
  return port
}

interface ProviderOptions {
  /** Where people return to. */
  origin: string
  tokenSeconds?: number
  reuseSeconds?: number
}

export interface OauthProvider {
  issuer: string
  /** What an installation sets to use it. */
  settings: Record<string, string>
  ledger: () => Promise<z.infer<typeof Ledger>>
  stop: () => void
}

/** The stack's provider with its services, as a process of its own. */
export async function startOauthProvider(options: ProviderOptions): Promise<OauthProvider> {
  const { origin, tokenSeconds = 3600, reuseSeconds = 0 } = options
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const program = join(import.meta.dirname, 'stack/identity/main.ts')
  const folder = mkdtempSync(join(tmpdir(), 'oauth-'))
  const child: ChildProcess = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, '127.0.0.1', String(port), folder, origin],
    {
      stdio: 'ignore',
      env: {
        ...process.env,
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: 'sign-in-client',
        OIDC_CLIENT_SECRET: 'a secret of the sign-in client',
        OIDC_TOOLS_CLIENT_ID: TOOLS_CLIENT.id,
        OIDC_TOOLS_CLIENT_SECRET: TOOLS_CLIENT.secret,
        OIDC_TOKEN_SECONDS: String(tokenSeconds),
        OIDC_REUSE_SECONDS: String(reuseSeconds),
      },
    },
  )
  const ledger = async () => z.parse(Ledger, await (await fetch(`${issuer}/test/tools`)).json())
  await eventually(ledger, 20_000)
  const settings: Record<string, string> = { TOOLS_TRUSTED_ORIGINS: issuer }
  for (const name of ['GOOGLE', 'MICROSOFT']) {
    settings[`${name}_TOOLS_ISSUER`] = issuer
    settings[`${name}_TOOLS_API`] = issuer
    settings[`${name}_TOOLS_CLIENT_ID`] = TOOLS_CLIENT.id
    settings[`${name}_TOOLS_CLIENT_SECRET`] = TOOLS_CLIENT.secret
  }
  return { issuer, settings, ledger, stop: () => void child.kill('SIGKILL') }
}

interface Choices {
  email: string
  /** What the person ticks; all unless said. */
  grant?: readonly string[]
  cancel?: boolean
}

/** A person in a browser of their own: signs in at the provider, answers its questions, and is sent back with these. */
export async function answerProvider(address: string, { email, grant, cancel }: Choices): Promise<URL> {
  const cookies = new Map<string, string>()
  const origin = new URL(address).origin
  const visit = async (url: string, form?: URLSearchParams) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: form }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
  const answer = (page: string) => {
    if (!page.includes('Allow access')) return new URLSearchParams({ email, verified: 'on' })
    if (cancel) return new URLSearchParams({ cancel: 'on' })
    const offered = [...page.matchAll(/name="scope" type="checkbox" value="([^"]+)"/g)].map(([, scope = '']) => scope)
    return new URLSearchParams((grant ?? offered).map((scope): [string, string] => ['scope', scope]))
  }
  let url = new URL(address)
  for (let steps = 0; steps < 10; steps++) {
    if (url.origin !== origin) return url
    let response = await visit(url.href)
    if (response.status === 200) response = await visit(url.href, answer(await response.text()))
    const location = response.headers.get('location')
    if (location === null) throw new Error(`the provider answered ${response.status} at ${url.pathname}`)
    url = new URL(location, url)
  }
  throw new Error('the provider sends people in circles')
}
