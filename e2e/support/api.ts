import { request } from 'node:http'
import { login } from '@throughline/contracts/auth'
import { type Client, createClient } from '@throughline/contracts/client'
import { origins, PASSWORD } from './settings.ts'

export interface Caller {
  call: Client
  cookies: Map<string, string>
}

const part = () => Math.floor(Math.random() * 250) + 1

/** Tries are counted by address: whoever comes from an own one leaves the others theirs. */
export const ownAddress = () => ({ 'x-forwarded-for': `10.${part()}.${part()}.${part()}` })

/** What they sit at, as sessions and the audit log tell it. */
const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

function keepCookies(cookies: Map<string, string>, lines: string[] = []) {
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    cookies.set(name, value)
  }
}

/** Node does not resolve names under .localhost, so the server is dialled by address and told the host. */
function dial(cookies: Map<string, string>, address: Record<string, string>): typeof fetch {
  return (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const headers = {
      ...Object.fromEntries(new Headers(init.headers)),
      'user-agent': BROWSER,
      ...address,
      host: url.host,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }
    return new Promise((resolve, reject) => {
      const path = url.pathname + url.search
      const sent = request({ host: '127.0.0.1', port: url.port, path, method: init.method, headers }, (answer) => {
        keepCookies(cookies, answer.headers['set-cookie'])
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 0 })))
      })
      sent.on('error', reject)
      sent.end(typeof init.body === 'string' ? init.body : undefined)
    })
  }
}

/** Someone with cookies but no browser. */
export function caller(origin = origins.app, cookies = new Map<string, string>()): Caller {
  return { cookies, call: createClient({ origin, fetch: dial(cookies, ownAddress()) }) }
}

export async function signInByCall(username: string, origin = origins.app, password = PASSWORD): Promise<Caller> {
  const someone = caller(origin)
  await someone.call(login, { body: { username, password } })
  someone.call.forgetCsrf()
  return someone
}
