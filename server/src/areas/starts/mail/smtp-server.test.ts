import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, describe, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeCertificate } from '../../../../test/certificate.ts'
import { listen } from '../../../../test/listen.ts'
import { createMailInWorld } from '../../../../test/mail-in-world.ts'
import { rawMail } from '../../../../test/mail-starts.ts'
import { createMailServer } from './smtp-server.ts'

const api = await sharedApi()
const { ctx, ours, storage, port, addressOf, addressWith, send, rowsOf, close } = await createMailInWorld(api)
afterAll(close)

const FROM = 'billing@brightline.example'

/** What is answered to each of these recipients, named one after the other. */
async function answersTo(recipients: readonly string[]): Promise<Set<string>> {
  const socket = connect(port, '127.0.0.1')
  let said = String(await once(socket, 'data'))
  socket.on('data', (data) => (said += String(data)))
  const lines = ['EHLO there', `MAIL FROM:<${FROM}>`, ...recipients.map((to) => `RCPT TO:<${to}>`), 'QUIT', '']
  socket.write(lines.join('\r\n'))
  await once(socket, 'close')
  // Greeting, EHLO and MAIL come before them, QUIT after them.
  const answers = [...said.matchAll(/^(\d{3}) /gm)].map(([, code = '']) => code)
  expect(answers).toHaveLength(recipients.length + 4)
  return new Set(answers.slice(3, -1))
}

describe('an address', () => {
  const keep = (addressId: string, count: number, bytes: number) =>
    api.database.admin((db) =>
      db.query(
        `insert into inbound_mails (tenant_id, address_id, state, size, object_key)
         select $1, $2, 'held', $4, 'kept ' || gen_random_uuid() from generate_series(1, $3::int)`,
        [ours.tenantId, addressId, count, bytes],
      ),
    )

  test.each([
    ['a thousand messages', 1_000, 1],
    ['a gigabyte', 2, 2 ** 29],
  ])('that keeps %s takes no more until one is decided', async (_, count, bytes) => {
    const [full, other] = [await addressWith(), await addressWith()]
    await keep(full.mailAddressId, count, bytes)
    expect(await send(addressOf(full), rawMail())).toBe(452)
    expect(await send(addressOf(other), rawMail())).toBe(250)
    const [one] = await rowsOf(full)
    await api.database.admin((db) =>
      db.query(`update inbound_mails set state = 'dismissed', object_key = null where id = $1`, [one?.id]),
    )
    expect(await send(addressOf(full), rawMail())).toBe(250)
  })

  test('is deferred once it was named 600 times in a minute, and no other is', async () => {
    const [busy, other] = [addressOf(await addressWith()), addressOf(await addressWith())]
    expect(await answersTo(Array.from({ length: 600 }, () => busy))).toEqual(new Set(['250']))
    expect(await answersTo([busy])).toEqual(new Set(['451']))
    expect(await answersTo([other])).toEqual(new Set(['250']))
  })
})

test('names that are nobody’s are deferred once there were 600 of them, and addresses are not', async () => {
  const address = addressOf(await addressWith())
  const names = Array.from({ length: 600 }, (_, n) => `nobody-${n}@${ctx.config.MAIL_IN_DOMAIN}`)
  expect(await answersTo(names)).toEqual(new Set(['550']))
  expect(await answersTo(names.slice(0, 1))).toEqual(new Set(['451']))
  expect(await answersTo([address])).toEqual(new Set(['250']))
})

test('mail comes encrypted where the installation has a certificate, and not by another’s', async () => {
  const address = await addressWith()
  const folder = await mkdtemp(join(tmpdir(), 'mail-in-'))
  const { cert, key } = makeCertificate()
  const files = { TLS_CERT_FILE: join(folder, 'cert.pem'), TLS_KEY_FILE: join(folder, 'key.pem') }
  await writeFile(files.TLS_CERT_FILE, cert)
  await writeFile(files.TLS_KEY_FILE, key)
  const server = createMailServer({ ...ctx, config: { ...ctx.config, ...files } }, storage)
  const encrypted = await listen(server.server)
  const sendTo = async (at: number, ca: string) => {
    const tls = { ca, servername: 'localhost' }
    const transport = createTransport({ host: '127.0.0.1', port: at, requireTLS: true, tls })
    const envelope = { from: FROM, to: addressOf(address) }
    return (await transport.sendMail({ envelope, raw: rawMail() })).response
  }
  expect(await sendTo(encrypted, cert)).toMatch(/^250/)
  await expect(sendTo(encrypted, makeCertificate().cert)).rejects.toThrow('certificate')
  await expect(sendTo(port, cert)).rejects.toThrow()
  expect(await rowsOf(address)).toHaveLength(1)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  await rm(folder, { recursive: true })
})
