import { getMailAddress, listMails } from '@throughline/contracts/mail-starts'
import { expect } from 'vitest'
import { createProcessMailActivities } from '../src/areas/starts/mail/process-mail.activities.ts'
import { createMailServer } from '../src/areas/starts/mail/smtp-server.ts'
import type { TextResolver } from '../src/areas/starts/mail/verify-sender.ts'
import type { Config } from '../src/core/config.ts'
import { createPools } from '../src/core/db/pools.ts'
import { createStorage } from '../src/core/storage/storage.ts'
import type { TestApi } from './api.ts'
import { INTAKE_WORKFLOW } from './forms.ts'
import { listen } from './listen.ts'
import { makeMailAddress, rawMail, resolveFixed } from './mail-starts.ts'
import { makeWorkflow } from './running-world.ts'
import { sendBySmtp } from './send-by-smtp.ts'
import { createWorld } from './world.ts'

type MailAddress = Awaited<ReturnType<typeof makeMailAddress>>

interface StoredMail {
  id: string
  tenant_id: string
  state: string
  object_key: string | null
}

/** An installation that receives mail: its server, and what the worker does with what came. */
export async function createMailInWorld(
  api: TestApi,
  { config = {}, resolve = resolveFixed }: { config?: Partial<Config>; resolve?: TextResolver } = {},
) {
  // The process works with the worker's rights.
  const ctx = {
    ...api.ctx,
    config: { ...api.ctx.config, ...config },
    pools: createPools(api.ctx.config, 'worker', () => undefined),
  }
  const world = await createWorld(api)
  const { client } = world.actors.member
  const storage = createStorage(ctx.config)
  const server = createMailServer(ctx, storage)
  const activities = createProcessMailActivities(ctx, storage, resolve)
  const port = await listen(server.server)
  const workflowId = await makeWorkflow(ctx, world.ours, INTAKE_WORKFLOW)

  const addressOf = ({ localPart }: MailAddress) => `${localPart}@${ctx.config.MAIL_IN_DOMAIN}`
  const addressWith = (more: Parameters<typeof makeMailAddress>[2] = {}) =>
    makeMailAddress(ctx, world.ours, { workflowId, ...more })
  const send = (to: string | string[], raw: string | Buffer, from = 'billing@brightline.example') =>
    sendBySmtp(port, to, raw, from)
  const rowsOf = async ({ mailAddressId }: MailAddress) => {
    const { rows } = await api.database.admin((db) =>
      db.query<StoredMail>(
        'select id, tenant_id, state, object_key from inbound_mails where address_id = $1 order by id',
        [mailAddressId],
      ),
    )
    return rows
  }
  const process = async (address: MailAddress) => {
    for (const { id, tenant_id, state } of await rowsOf(address))
      if (state === 'received') await activities.processReceivedMail({ tenantId: tenant_id, mailId: id })
  }
  /** An address, and what became of its latest messages. */
  const read = async ({ workflowId: of, mailAddressId }: MailAddress) => {
    const params = getMailAddress.params.parse({ workflowId: of, mailAddressId })
    const { data: recent } = await client(listMails, { params, query: {} })
    return { ...(await client(getMailAddress, { params })).data, recent }
  }
  return {
    ctx,
    ...world,
    client,
    storage,
    server,
    activities,
    port,
    workflowId,
    addressOf,
    addressWith,
    send,
    rowsOf,
    process,
    read,
    /** What became of a message, after it was sent and read. */
    received: async (address: MailAddress, raw: string | Buffer = rawMail(), from?: string) => {
      expect(await send(addressOf(address), raw, from)).toBe(250)
      await process(address)
      return (await read(address)).recent[0]
    },
    close: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      storage.close()
      await ctx.pools.end()
    },
  }
}
