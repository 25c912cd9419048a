import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { getCsrf } from '../../../contracts/src/auth.ts'
import { createClient } from '../../../contracts/src/client.ts'
import { linkDocument } from '../../../contracts/src/documents.ts'
import { DocumentId } from '../../../contracts/src/ids.ts'
import { makePerson, makeTenant } from '../../../server/test/factories.ts'
import type { Installation } from '../crash/installation.ts'
import { openSessions, sessionsFor } from '../open-sessions.ts'
import { withRuntime } from '../with-runtime.ts'
import { type Address, formOf, formOfMany, NO_ENVELOPE, type Progress, receive, send, sendWhole } from './traffic.ts'

interface Answer {
  status: number
  body: string
}

/** The product and the bare pipe, told apart by nothing but what they do. */
export interface Side {
  /** Says by what the file is found again. */
  upload: (size: number, progress?: Progress) => Promise<string>
  download: (file: string) => Promise<number>
}

export interface ProductSide extends Side {
  /** So many files in one request. */
  uploadLot: (size: number, count: number) => Promise<void>
}

export async function startBarePipe(): Promise<{ side: Side; child: ChildProcess }> {
  const program = join(import.meta.dirname, '../../../server/test/bare/file-pipe.ts')
  const child = fork(program, { execArgv: ['--conditions=source', '--import', 'tsx'] })
  const [port] = await once(child, 'message')
  const origin = `http://127.0.0.1:${String(port)}`
  const side: Side = {
    upload: async (size) => {
      const { status, body } = await send({ origin, path: '/', headers: {} }, size, NO_ENVELOPE)
      if (status !== 200) throw new Error(`the pipe answered ${status}`)
      const { key }: { key: string } = JSON.parse(body)
      return key
    },
    download: (key) => receive({ origin, path: `/${key}`, headers: {} }),
  }
  return { side, child }
}

/** Files a second that no machine is expected to reach. */
const FASTEST = 500
const ROOM = 2 ** 40

/** One organisation with room for everything, and so many sessions that no rate class is reached. */
export const startProductSide = ({ environment, origin, database }: Installation): Promise<ProductSide> =>
  withRuntime(environment, async (ctx) => {
    const personId = await makePerson(ctx, { username: 'bench', name: 'Bench' })
    const { tenantId } = await makeTenant(ctx, personId, 'organization', 'Bench')
    await database.admin((admin) =>
      admin.query('update tenants set storage_quota = $2 where id = $1', [tenantId, ROOM]),
    )
    const count = sessionsFor('upload', FASTEST)
    const { tokens } = await openSessions(ctx, new URL(origin).host, personId, count)
    const people = await Promise.all(
      tokens.map(async (token) => {
        const cookie = `__Host-session=${token}`
        const client = createClient({
          origin,
          fetch: (input, init = {}) =>
            fetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), cookie } }),
        })
        return { client, cookie, csrf: (await client(getCsrf)).csrfToken }
      }),
    )
    let turn = 0
    const next = () => {
      const person = people[turn++ % people.length]
      if (!person) throw new Error('nobody is signed in')
      return person
    }
    const documents = (type: string): Address => {
      const { cookie, csrf } = next()
      const headers = { cookie, 'x-csrftoken': csrf, 'content-type': type, 'idempotency-key': crypto.randomUUID() }
      return { origin, path: '/v1/documents/', headers }
    }
    const madeBy = ({ status, body }: Answer): { id: DocumentId }[] => {
      if (status !== 201) throw new Error(`the product answered ${status} ${body}`)
      return JSON.parse(body)
    }
    const { host } = new URL(environment.USERCONTENT_ORIGIN ?? '')
    return {
      upload: async (size, progress) => {
        const { type, ...envelope } = formOf('files', 'bench.bin')
        const [made] = madeBy(await send(documents(type), size, envelope, progress))
        return made?.id ?? ''
      },
      uploadLot: async (size, count) => {
        const { type, body } = formOfMany('files', count, size)
        const made = madeBy(await sendWhole(documents(type), body))
        if (made.length !== count) throw new Error(`the product made ${made.length} documents of ${count} files`)
      },
      download: async (id) => {
        const { client } = next()
        const { url } = await client(linkDocument, { params: { documentId: DocumentId.parse(id) }, query: {} })
        const { pathname, search } = new URL(url)
        return receive({ origin, path: pathname + search, headers: { host } })
      },
    }
  })
