import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listen } from '../../../test/listen.ts'
import { readConfig } from '../config.ts'
import { Secret } from '../secret.ts'
import { createMailer } from './mailer.ts'
import { messageIdOf } from './message-id.ts'

const config = readConfig()
const mailer = createMailer(config)
afterAll(() => mailer.close())

const Caught = z.array(
  z.object({
    messageId: z.string(),
    from: z.string(),
    to: z.array(z.string()),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    headers: z.record(z.string(), z.string()),
  }),
)
const caughtFor = async (to: string) => {
  const found = await fetch(`${process.env.MAIL_CATCHER_URL}/api/messages?to=${encodeURIComponent(to)}`)
  return z.parse(Caught, await found.json())
}
const mailTo = (to: string, messageId = messageIdOf(config, randomUUID())) => ({
  to,
  messageId,
  subject: 'Grüße',
  html: '<p>Hello</p>',
  text: 'Hello',
})

describe('a mail', () => {
  test('arrives with both parts and the Message-ID it was given, also when it is sent twice', async () => {
    const mail = mailTo(`ada-${randomUUID()}@example.com`)
    await mailer.send({ ...mail, headers: { 'X-Test': 'yes' } })
    await mailer.send({ ...mail, headers: { 'X-Test': 'yes' } })
    const caught = await caughtFor(mail.to)
    expect(caught).toHaveLength(2)
    for (const one of caught) {
      expect(one).toMatchObject({ messageId: mail.messageId, to: [mail.to], subject: mail.subject, html: mail.html })
      expect(one.text.trim()).toBe(mail.text)
      expect(config.MAIL_FROM).toContain(one.from)
      expect(one.headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'x-test': 'yes' })
    }
  })

  test.each([
    'ada@example.com, eve@example.com',
    'ada@example.com,eve@example.com',
    'ada@example.com;eve@example.com',
    'Ada <ada@example.com>',
    'group:ada@example.com;',
    '"ada@example.com eve"@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com ',
    'ada@@example.com',
    'ada',
    '',
  ])('does not go to %j', async (to) => {
    await expect(mailer.send(mailTo(to))).rejects.toThrow('exactly one address')
  })

  test('cannot gain a header by its subject', async () => {
    const mail = mailTo(`bob-${randomUUID()}@example.com`)
    await mailer.send({ ...mail, subject: 'Hello\r\nBcc: eve@example.com' })
    const [caught] = await caughtFor(mail.to)
    expect(caught?.to).toEqual([mail.to])
    expect(caught?.headers).not.toHaveProperty('bcc')
  })
})

test('a mail server that does not answer is given up', async () => {
  const silent = createServer()
  const lost = createMailer({ ...config, SMTP_URL: new Secret(`smtp://127.0.0.1:${await listen(silent)}`) })
  await expect(lost.send(mailTo('ada@example.com'))).rejects.toThrow(/greeting/i)
  lost.close()
  silent.close()
}, 10_000)

test('a Message-ID is of our own domain', () => {
  expect(messageIdOf({ MAIL_FROM: 'Throughline <no-reply@mail.example.com>' }, 'id')).toBe('<id@mail.example.com>')
  expect(messageIdOf({ MAIL_FROM: 'no-reply@example.com' }, 'id')).toBe('<id@example.com>')
  expect(() => messageIdOf({ MAIL_FROM: 'Throughline' }, 'id')).toThrow('MAIL_FROM')
})
