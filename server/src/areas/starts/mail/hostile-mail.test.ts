import { describe, expect, test, vi } from 'vitest'
import { rawMail, resolveFixed, signedBy } from '../../../../test/mail-starts.ts'
import { automaticReason, borderVerified, isReplyToUs } from './judge-message.ts'
import { type Message, readMessage } from './read-message.ts'
import { neighborhoodOf } from './smtp-server.ts'
import { isReadOneWay, isSenderVerified } from './verify-sender.ts'

const own = { domain: 'in.throughline.test', from: 'throughline.test' }
const verified = (raw: string) => isSenderVerified(Buffer.from(raw), resolveFixed)
const BRIGHT = 'brightline.example'

describe('a sender is verified', () => {
  test('by a signature of the From line’s own domain, or of one above it', async () => {
    expect(await verified(await signedBy(BRIGHT, rawMail()))).toBe(true)
    expect(await verified(await signedBy(BRIGHT, rawMail({ from: 'a@mail.brightline.example' })))).toBe(true)
  })

  test.each<[string, () => Promise<string> | string]>([
    ['without a signature', () => rawMail()],
    ['by the real signature of another domain', () => signedBy('evil.example', rawMail())],
    ['by a domain that only ends alike', () => signedBy('evil.example', rawMail({ from: 'a@notevil.example' }))],
    ['where the body was changed', async () => (await signedBy(BRIGHT, rawMail())).replace('pay', 'pay me')],
    [
      'where the subject was changed',
      async () => (await signedBy(BRIGHT, rawMail())).replace('Subject: ', 'Subject: X'),
    ],
    [
      'where something follows what was signed (l=)',
      async () => `${await signedBy(BRIGHT, rawMail(), { maxBodyLength: 4 })}Pay 9,000\r\n`,
    ],
    ['where only a part is signed (l=)', () => signedBy(BRIGHT, rawMail(), { maxBodyLength: 4 })],
    [
      'with a second From line above',
      async () => `From: boss@brightline.example\r\n${await signedBy(BRIGHT, rawMail())}`,
    ],
    ['with two addresses in From', () => signedBy(BRIGHT, rawMail({ from: 'a@brightline.example, b@evil.example' }))],
    ['by a key that nobody publishes', () => signedBy('unknown.example', rawMail({ from: 'a@unknown.example' }))],
    ['with no From line', async () => (await signedBy(BRIGHT, rawMail())).replace(/^From:.*\r\n/m, '')],
    ['by a signature that is cut off', async () => (await signedBy(BRIGHT, rawMail())).replace(/ b=[^;]{40}/, ' b=')],
    ['by an empty signature', () => `DKIM-Signature: \r\n${rawMail()}`],
    ['by words of its own', () => rawMail({ headers: [`Authentication-Results: x; dkim=pass header.d=${BRIGHT}`] })],
  ])('not %s', async (_, raw) => {
    expect(await verified(await raw())).toBe(false)
  })
})

test.each([
  ['as it was signed', (raw: string) => raw, true],
  ['with a second subject', (raw: string) => `SUBJECT: Other\r\n${raw}`, false],
  ['with a second name that is folded', (raw: string) => `References: <a>\r\nreferences\r\n\t: <b>\r\n${raw}`, false],
  ['with the name once more in its text', (raw: string) => `${raw}Subject: Other\r\n`, true],
  ['with a CR alone, where some readers end a line', (raw: string) => raw.replace('To: ', 'X: y\r\r\nTo: '), false],
])('a message %s is read in one way or not', async (_, change, isOneWay) => {
  expect(isReadOneWay(Buffer.from(change(await signedBy(BRIGHT, rawMail()))))).toBe(isOneWay)
})

test('a message with very many signatures costs no look-ups, and proves nothing', async () => {
  const raw = await signedBy(BRIGHT, rawMail())
  const [signature = ''] = /^DKIM-Signature:[\s\S]*?\r\n(?=[A-Z])/.exec(raw) ?? []
  const others = (count: number) =>
    Array.from({ length: count }, (_, n) => signature.replace('s=k1', `s=other${n}`)).join('')
  const asked: string[] = []
  const look = (text: string) =>
    isSenderVerified(Buffer.from(text), (name) => {
      asked.push(name)
      return resolveFixed(name)
    })
  expect(await look(others(9) + raw)).toBe(true)
  expect(asked).toHaveLength(10)
  asked.length = 0
  expect(await look(others(10) + raw)).toBe(false)
  expect(await look(others(500).replaceAll('DKIM-Signature:', 'dkim-SIGNATURE\r\n :') + raw)).toBe(false)
  expect(asked).toEqual([])
})

test('a message whose keys are slow to be found is looked at no longer than a few seconds', async () => {
  const raw = await signedBy(BRIGHT, rawMail())
  const [signature = ''] = /^DKIM-Signature:[\s\S]*?\r\n(?=[A-Z])/.exec(raw) ?? []
  const slow = Array.from({ length: 9 }, (_, n) => signature.replace('s=k1', `s=slow${n}`)).join('')
  let waited = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => waited)
  const asked: string[] = []
  const found = await isSenderVerified(Buffer.from(slow + raw), (name) => {
    asked.push(name)
    waited += 4_000
    return resolveFixed(name)
  })
  clock.mockRestore()
  expect(found).toBe(false)
  expect(asked).toHaveLength(3)
})

const message: Message = {
  sender_address: 'billing@brightline.example',
  sender_name: 'Brightline',
  froms: 1,
  subject: 'Invoice',
  text: 'Please pay.',
  date: '',
  message_id: '<1@brightline.example>',
  answers: '',
  auto_submitted: [],
  precedence: [],
  list_id: 0,
  auto_reply: 0,
  content_type: 'text/plain',
  authentication: [],
  hash: '0'.repeat(64),
}

describe('a border server', () => {
  const results = (...authentication: string[]) => borderVerified({ ...message, authentication }, 'mx.firm.example')
  const PASS = 'mx.firm.example; dmarc=pass header.from=brightline.example'
  test('is believed in its own topmost line only, and about the From line’s domain', () => {
    expect(results(PASS)).toBe(true)
    expect(results('mx.evil.example; dmarc=pass header.from=brightline.example')).toBe(false)
    expect(results('mx.firm.example; dmarc=fail header.from=brightline.example', PASS)).toBe(false)
    expect(results('mx.firm.example; dmarc=pass header.from=evil.example')).toBe(false)
    expect(results('mx.firm.example; spf=pass smtp.mailfrom=brightline.example')).toBe(false)
    expect(results('mx.firm.example.evil.example; dmarc=pass header.from=brightline.example')).toBe(false)
    expect(borderVerified({ ...message, authentication: [PASS] }, undefined)).toBe(false)
    expect(borderVerified({ ...message, froms: 2, authentication: [PASS] }, 'mx.firm.example')).toBe(false)
  })
})

describe('nothing is started by', () => {
  test.each<[string, Partial<Message>, string?]>([
    ['a bounce', {}, ''],
    ['a delivery report', { content_type: 'multipart/report; report-type=delivery-status' }],
    ['a vacation reply', { auto_submitted: ['auto-replied (vacation)'] }],
    ['a generated mail', { auto_submitted: ['auto-generated'] }],
    ['an autoresponder of the older kind', { auto_reply: 1 }],
    ['bulk mail', { precedence: ['bulk'] }],
    ['junk mail', { precedence: [' Junk '] }],
    ['list mail by its precedence', { precedence: ['list'] }],
    ['list mail', { list_id: 1 }],
    ['a mail daemon', { sender_address: 'mailer-daemon@brightline.example' }],
    ['a postmaster', { sender_address: 'postmaster@brightline.example' }],
    ['our own mail', { sender_address: 'no-reply@throughline.test' }],
    ['an address that starts workflows', { sender_address: 'invoices@in.throughline.test' }],
    ['our own mail that came back', { message_id: '<1@throughline.test>' }],
  ])('%s', (_, more, envelope = 'billing@brightline.example') => {
    expect(automaticReason({ ...message, ...more }, envelope, own)).toMatch(/ignored$/)
  })

  test('but people’s mail does', () => {
    expect(automaticReason({ ...message, auto_submitted: ['no'] }, 'a@brightline.example', own)).toBeUndefined()
    expect(
      automaticReason({ ...message, sender_address: 'noreply@brightline.example' }, 'a@b.example', own),
    ).toBeUndefined()
    expect(isReplyToUs({ ...message, answers: '<x@brightline.example>' }, own)).toBe(false)
    expect(isReplyToUs({ ...message, answers: '<x@brightline.example> <y@throughline.test>' }, own)).toBe(true)
  })
})

describe('a message is read in a process of its own', () => {
  const nested = (depth: number): string => {
    let body = 'Content-Type: text/plain\r\n\r\ndeep'
    for (let at = 0; at < depth; at++)
      body = `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n${body}\r\n--b${at}--`
    return `From: a@brightline.example\r\nSubject: Deep\r\n${body}\r\n`
  }
  const multipart = (parts: readonly string[]) =>
    rawMail({
      headers: ['Content-Type: multipart/mixed; boundary=b'],
      text: [...parts.map((part) => `--b\r\n${part}`), '--b--'].join('\r\n'),
    })
  const files = (count: number) =>
    Array.from({ length: count }, (_, n) => `Content-Type: application/pdf; name=${n}\r\n\r\nx`)
  const read = (raw: string | Buffer) => readMessage(Buffer.from(raw))

  test('and what cannot be read within its bounds says so', async () => {
    const found = await Promise.all([
      read(nested(50)),
      read(nested(200)),
      read(multipart(files(10_000))),
      read(`From: a@b.example\r\nX: ${'y'.repeat(400_000)}\r\n\r\nx`),
    ])
    expect(found.map((one) => ('problem' in one ? one.problem : one.message.text))).toEqual([
      'deep',
      'unreadable',
      'unreadable',
      'unreadable',
    ])
  })

  test('HTML is text, scripts are nothing, charsets are mixed, and names lead nowhere', async () => {
    const html = '<style>x</style><p>Pay <b>now</b></p><script>alert(1)</script><img src="https://evil.example/a.png">'
    const latin = Buffer.concat([
      Buffer.from(rawMail({ headers: ['Content-Type: text/plain; charset=iso-8859-1'], text: 'x' }).slice(0, -5)),
      Buffer.from([0x0d, 0x0a, 0x0d, 0x0a, 0xe9, 0x74, 0xe9]),
    ])
    const [page, encoded, zip] = await Promise.all([
      read(
        rawMail({
          headers: ['Content-Type: text/html'],
          text: html,
          subject: '=?utf-8?B?w4l0w6k=?= =?iso-8859-1?Q?=E9?=',
        }),
      ),
      read(latin),
      read(
        multipart([
          'Content-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="../../a.zip"\r\n\r\nUEsFBgAA',
        ]),
      ),
    ])
    expect(page).toMatchObject({ message: { text: 'Pay now', subject: 'Étéé' }, files: [] })
    expect('message' in encoded && encoded.message.text).toContain('été')
    expect(zip).toMatchObject({ files: [{ type: 'application/zip' }] })
  })
})

test.each([
  ['203.0.113.7', '203.0.113.200', true],
  ['::ffff:203.0.113.7', '203.0.113.9', true],
  ['203.0.113.7', '203.0.114.7', false],
  ['2001:db8::1', '2001:db8::2', true],
  ['2001:db8::1', '2001:db8:0:0:ffff::2', true],
  ['2001:db8:0:1::1', '2001:db8::1', false],
])('senders at %s and %s share what a network may send: %s', (one, other, isShared) => {
  expect(neighborhoodOf(one) === neighborhoodOf(other)).toBe(isShared)
})
