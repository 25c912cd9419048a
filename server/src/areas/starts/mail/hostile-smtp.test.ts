import { connect, createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { listen } from '../../../../test/listen.ts'
import { createMailInWorld } from '../../../../test/mail-in-world.ts'
import { rawMail, signedBy } from '../../../../test/mail-starts.ts'

/** Hostile messages by the protocol: each ends as its list says, and none keeps the others from being read. */
const api = await sharedApi()
const { ctx, addressOf, addressWith, send, ...mail } = await createMailInWorld(api, {
  config: { MAIL_IN_AUTHSERV_ID: 'mx.border.example' },
})
const ours = /@([^\s@<>]+)>?$/.exec(ctx.config.MAIL_FROM)?.[1] ?? ''

const BRIGHT = 'brightline.example'
const EVIL = 'evil.example'
/** At most so many are read at once, as by a worker with as many slots. */
const AT_ONCE = 4
const LOT = 4

/** Counts every connection: nothing that a message names is called. */
let hits = 0
const canary = createServer((socket) => {
  hits++
  socket.destroy()
})
let canaryPort = 0
beforeAll(async () => {
  canaryPort = await listen(canary, '::')
})
afterAll(async () => {
  canary.close()
  await mail.close()
})

let count = 0
/** Another sender each time, so that none is held for being one of many. */
const sender = (domain = BRIGHT) => `person-${++count}@${domain}`

type Made = string | { raw: string | Buffer; envelope: string }
type Case = [name: string, make: () => Promise<Made> | Made, ends: string]
type Spec = Parameters<typeof rawMail>[0]

const plain = (spec: Spec = {}) => rawMail({ from: sender(), ...spec })
const signed = (spec: Spec = {}, more?: Parameters<typeof signedBy>[2]) => signedBy(BRIGHT, plain(spec), more)
const byEvil = (spec: Spec = {}) => signedBy(EVIL, rawMail({ from: sender(EVIL), ...spec }))
const withHeaders = (...headers: string[]) => signed({ headers })
const parts = (all: readonly string[]) => ({
  headers: ['Content-Type: multipart/mixed; boundary=b'],
  text: ['--b\r\nContent-Type: text/plain\r\n\r\nSee attached.', ...all.map((part) => `--b\r\n${part}`), '--b--'].join(
    '\r\n',
  ),
})
const attachment = (name: string, content = 'eA==', type = 'application/pdf') =>
  `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${content}`
const html = (text: string) => signed({ headers: ['Content-Type: text/html; charset=utf-8'], text })
const nested = (depth: number): string => {
  let body = 'Content-Type: text/plain\r\n\r\ndeep'
  for (let at = 0; at < depth; at++)
    body = `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n${body}\r\n--b${at}--`
  return `From: ${sender()}\r\nSubject: Deep\r\n${body}\r\n`
}
const EICAR = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*').toString('base64')

/** Thirty megabytes of nothing. */
const BOMB = gzipSync(Buffer.alloc(30_000_000)).toString('base64')

const NOT_VERIFIED = 'held: The sender isn’t verified.'
const NOT_ALLOWED = 'held: This sender isn’t allowed to start instances.'
const UNREADABLE = 'rejected: Rejected: it can’t be read'
const AUTOMATIC = 'ignored: Automatic reply, ignored'
const BULK = 'ignored: Mailing list or bulk email, ignored'
const REPORT = 'ignored: Delivery report, ignored'
const OURS = 'ignored: Our own email, ignored'
const ROBOT = 'ignored: Sent by a program, ignored'
const STRANGE_REPLY = 'held: A reply to an email of ours that belongs to no instance of this workflow.'

const forged: Case[] = [
  ['no signature', () => plain(), NOT_VERIFIED],
  ['the real signature of another domain', () => signedBy(EVIL, plain()), NOT_VERIFIED],
  ['a changed body', async () => (await signed()).replace('pay', 'pay me'), NOT_VERIFIED],
  ['a changed subject', async () => (await signed()).replace('Subject: ', 'Subject: X'), NOT_VERIFIED],
  ['more than was signed (l=)', async () => `${await signed({}, { maxBodyLength: 4 })}Pay 9,000\r\n`, NOT_VERIFIED],
  ['a part that was signed (l=)', () => signed({}, { maxBodyLength: 4 }), NOT_VERIFIED],
  ['a second From line above', async () => `From: boss@${BRIGHT}\r\n${await signed()}`, NOT_VERIFIED],
  [
    'a second From line below',
    async () => (await signed()).replace('To: ', `From: boss@${BRIGHT}\r\nTo: `),
    NOT_VERIFIED,
  ],
  ['a second From line with a space', async () => `From : boss@${BRIGHT}\r\n${await byEvil()}`, NOT_VERIFIED],
  ['a second subject above', async () => `Subject: Pay 9,000\r\n${await signed()}`, NOT_VERIFIED],
  ['another Message-ID above', async () => `message-id: <new@${BRIGHT}>\r\n${await signed()}`, NOT_VERIFIED],
  ['another type above', async () => `Content-Type\r\n : text/html\r\n${await signed()}`, NOT_VERIFIED],
  ['a subject that nobody signed', () => signed({}, { headerList: ['From', 'To', 'Date'] }), NOT_VERIFIED],
  [
    'the border’s word about a message with two subjects',
    () =>
      plain({
        headers: ['Subject: Pay 9,000', `Authentication-Results: mx.border.example; dmarc=pass header.from=${BRIGHT}`],
      }),
    NOT_VERIFIED,
  ],
  ['two addresses in From', () => signed({ from: `a@${BRIGHT}, b@${EVIL}` }), NOT_VERIFIED],
  ['a group in From', () => signed({ from: `Board: a@${BRIGHT}, b@${EVIL};` }), NOT_VERIFIED],
  [
    'a key that nobody publishes',
    () => signedBy('unknown.example', rawMail({ from: sender('unknown.example') })),
    NOT_VERIFIED,
  ],
  ['no From line', async () => (await signed()).replace(/^From:.*\r\n/m, ''), NOT_VERIFIED],
  ['a signature that is cut off', async () => (await signed()).replace(/ b=[^;]{40}/, ' b='), NOT_VERIFIED],
  ['an empty signature', () => `DKIM-Signature: \r\n${plain()}`, NOT_VERIFIED],
  ['a thousand empty signatures', () => `${'DKIM-Signature: v=1\r\n'.repeat(1_000)}${plain()}`, NOT_VERIFIED],
  ['SHA-1 in its signature', async () => (await signed()).replace('rsa-sha256', 'rsa-sha1'), NOT_VERIFIED],
  ['a signature of a domain below', () => signedBy(`mail.${EVIL}`, plain()), NOT_VERIFIED],
  [
    'its own word for dkim=pass',
    () => plain({ headers: [`Authentication-Results: x; dkim=pass header.d=${BRIGHT}`] }),
    NOT_VERIFIED,
  ],
  [
    'its own word for dmarc=pass',
    () => plain({ headers: [`Authentication-Results: mx; dmarc=pass header.from=${BRIGHT}`] }),
    NOT_VERIFIED,
  ],
  [
    'a chain of its own (ARC)',
    () => plain({ headers: ['ARC-Authentication-Results: i=1; mx; dkim=pass', 'ARC-Seal: i=1; cv=pass'] }),
    NOT_VERIFIED,
  ],
  ['a Received-SPF of its own', () => plain({ headers: ['Received-SPF: pass'] }), NOT_VERIFIED],
  ['a stranger’s signature and another Sender', () => byEvil({ headers: [`Sender: boss@${BRIGHT}`] }), NOT_ALLOWED],
  ['a stranger’s signature and another Reply-To', () => byEvil({ headers: [`Reply-To: boss@${BRIGHT}`] }), NOT_ALLOWED],
  ['an address for a name', () => byEvil({ from: `"boss@${BRIGHT}" <${sender(EVIL)}>` }), NOT_ALLOWED],
  [
    'an encoded address for a name',
    () => byEvil({ from: `=?utf-8?Q?boss=40${BRIGHT}?= <${sender(EVIL)}>` }),
    NOT_ALLOWED,
  ],
  ['an address in a comment', () => byEvil({ from: `${sender(EVIL)} (boss@${BRIGHT})` }), NOT_ALLOWED],
  ['our domain before its own', () => byEvil({ from: sender(`${BRIGHT}.${EVIL}`) }), NOT_ALLOWED],
  ['our domain behind its own', () => signedBy(EVIL, rawMail({ from: sender(`not${BRIGHT}`) })), NOT_VERIFIED],
  ['an address in quotes', () => byEvil({ from: `"boss@${BRIGHT}"@${EVIL}` }), NOT_ALLOWED],
  ['letters that look alike', () => signedBy(EVIL, rawMail({ from: sender('brіghtline.example') })), NOT_VERIFIED],
]

const automatic: Case[] = [
  ['an empty sender', async () => ({ raw: await signed(), envelope: '' }), REPORT],
  ['a bounce', () => withHeaders('Content-Type: multipart/report; report-type=delivery-status; boundary=b'), REPORT],
  [
    'a receipt',
    () => withHeaders('Content-Type: multipart/report; report-type=disposition-notification; boundary=b'),
    REPORT,
  ],
  ['a complaint', () => withHeaders('Content-Type: MULTIPART/REPORT; report-type=feedback-report; boundary=b'), REPORT],
  ['a vacation reply', () => withHeaders('Auto-Submitted: auto-replied'), AUTOMATIC],
  ['a vacation reply with words', () => withHeaders('auto-submitted: AUTO-REPLIED (vacation)'), AUTOMATIC],
  ['a generated mail', () => withHeaders('Auto-Submitted: auto-generated'), AUTOMATIC],
  ['a notice', () => withHeaders('Auto-Submitted: auto-notified; owner-email="a@b.example"'), AUTOMATIC],
  ['a second line that says so', () => withHeaders('Auto-Submitted: no', 'Auto-Submitted: auto-replied'), AUTOMATIC],
  ['a folded line that says so', () => withHeaders('Auto-Submitted:\r\n auto-replied'), AUTOMATIC],
  ['an older autoresponder', () => withHeaders('X-Autoreply: yes'), AUTOMATIC],
  ['another older autoresponder', () => withHeaders('X-Autorespond: Out of office'), AUTOMATIC],
  ['bulk mail', () => withHeaders('Precedence: bulk'), BULK],
  ['junk mail', () => withHeaders('Precedence:  Junk '), BULK],
  ['an old vacation reply', () => withHeaders('Precedence: auto_reply'), BULK],
  ['list mail', () => withHeaders('List-Id: <news.brightline.example>'), BULK],
  ['list mail of an older kind', () => withHeaders('Precedence: list'), BULK],
  ['a mail daemon', () => signed({ from: `MAILER-DAEMON@${BRIGHT}` }), ROBOT],
  ['a postmaster', () => signed({ from: `Postmaster@${BRIGHT}` }), ROBOT],
  ['our own mail', () => signedBy(ours, rawMail({ from: `Throughline <no-reply@${ours}>` })), OURS],
  ['our own mail, forged', () => rawMail({ from: `no-reply@${ours.toUpperCase()}` }), OURS],
  ['an address of ours that starts workflows', () => rawMail({ from: `invoices@${ctx.config.MAIL_IN_DOMAIN}` }), OURS],
  [
    'our own mail that came back',
    async () => (await signed()).replace(/^Message-ID: .*$/m, `Message-ID: <1@${ours}>\r`),
    OURS,
  ],
  [
    'a vacation reply to our mail',
    () => withHeaders(`In-Reply-To: <1@${ours}>`, 'Auto-Submitted: auto-replied'),
    AUTOMATIC,
  ],
  ['a reply to a mail we never sent', () => withHeaders(`In-Reply-To: <made.up@${ours}>`), STRANGE_REPLY],
  [
    'a reply to it among others',
    () => withHeaders(`References: <a@b.example> <made.up@${ours}>\r\n <c@d.example>`),
    STRANGE_REPLY,
  ],
]

const broken: Case[] = [
  ['50 levels', () => signedBy(BRIGHT, nested(50)), 'started: deep'],
  ['200 levels', () => nested(200), UNREADABLE],
  ['10,000 parts', () => plain(parts(Array.from({ length: 10_000 }, (_, n) => attachment(`${n}.pdf`)))), UNREADABLE],
  [
    '51 attachments',
    () => plain(parts(Array.from({ length: 51 }, (_, n) => attachment(`${n}.pdf`)))),
    'rejected: Rejected: too many attachments',
  ],
  ['a header of 400 KB', () => plain({ headers: [`X: ${'y'.repeat(400_000)}`] }), UNREADABLE],
  ['nothing at all', () => '\r\n', NOT_VERIFIED],
  ['no headers', () => '\r\nPlease pay.\r\n', NOT_VERIFIED],
  ['a line of a megabyte', () => plain({ text: 'x'.repeat(1_000_000) }), NOT_VERIFIED],
  [
    'base64 that is none',
    () =>
      signed({ headers: ['Content-Type: text/plain', 'Content-Transfer-Encoding: base64'], text: 'UGF5IG5vdw==%%%%' }),
    'started:',
  ],
  [
    'quoted letters that are none',
    () =>
      signed({ headers: ['Content-Type: text/plain', 'Content-Transfer-Encoding: quoted-printable'], text: 'a=ZZ=' }),
    'started:',
  ],
  [
    'a charset that nobody knows',
    () => signed({ headers: ['Content-Type: text/plain; charset=x-klingon'], text: 'Pay' }),
    'started: Pay',
  ],
  [
    'mixed charsets',
    () =>
      signed({
        subject: '=?utf-8?B?w4l0w6k=?= =?iso-8859-1?Q?=E9?=',
        headers: ['Content-Type: text/plain; charset=iso-8859-1'],
        text: 'Pay',
      }),
    'started: Pay',
  ],
  ['a NUL in text and subject', () => signed({ subject: '=?utf-8?Q?Pay=00now?=', text: 'Pay\u0000now' }), 'started:'],
  ['a NUL in the name', () => signed({ from: `=?utf-8?Q?A=00B?= <${sender()}>` }), 'started:'],
  ['half a character', () => signed({ subject: '=?utf-16be?B?2AA=?=', text: 'Pay' }), 'started: Pay'],
  ['letters that turn round', () => signed({ subject: '=?utf-8?Q?=E2=80=AEyap?=', text: 'Pay' }), 'started: Pay'],
  ['a subject of 100,000 letters', () => signed({ subject: 's'.repeat(100_000), text: 'Pay' }), 'started: Pay'],
  ['a script', () => html('<p>Pay <b>now</b></p><script>alert(1)</script>'), 'started: Pay now'],
  ['a script that never ends', () => html(`<p>Pay</p>${'<script>'.repeat(50_000)}`), 'started: Pay'],
  ['tags made to be slow', () => html(`<p>Pay</p>${'<br '.repeat(200_000)}`), 'started:'],
  ['blanks made to be slow', () => html(`<p>Pay</p>${'\f'.repeat(500_000)}x`), 'started:'],
  ['comments made to be slow', () => html(`<p>Pay</p>${'<!--'.repeat(200_000)}`), 'started: Pay'],
  ['pictures elsewhere', () => html(`<p>Pay</p><img src="http://127.0.0.1:${canaryPort}/a.png">`), 'started: Pay'],
  [
    'a body elsewhere',
    () =>
      signed(
        parts([`Content-Type: message/external-body; access-type=URL; URL="http://127.0.0.1:${canaryPort}/"\r\n\r\nx`]),
      ),
    'started:',
  ],
  ['a virus', () => signed(parts([attachment('eicar.com', EICAR)])), 'started:'],
  ['a zip bomb', () => signed(parts([attachment('bomb.gz', BOMB, 'application/gzip')])), 'started:'],
  ['a name that leads elsewhere', () => signed(parts([attachment('../../../etc/passwd')])), 'started:'],
  ['a name of 10,000 letters', () => signed(parts([attachment(`${'n'.repeat(10_000)}.pdf`)])), 'started:'],
  ['a message in a message', () => signed(parts([`Content-Type: message/rfc822\r\n\r\n${plain()}`])), 'started:'],
]

const address = await addressWith({
  senders: 'domains',
  domains: [BRIGHT],
  mapping: { company: '$.text' },
})

/** What each came to, by the sender's envelope, which is one of a kind. */
async function endsOf(cases: readonly Case[]): Promise<string[][]> {
  const envelopes: string[] = []
  const known = new Set((await mail.rowsOf(address)).map(({ id }) => id))
  const ids: string[] = []
  for (const [name, make] of cases) {
    const made = await make()
    const { raw, envelope } = typeof made === 'string' ? { raw: made, envelope: sender() } : made
    expect([name, await send(addressOf(address), raw, envelope)]).toEqual([name, 250])
    envelopes.push(envelope)
    const row = (await mail.rowsOf(address)).find(({ id }) => !known.has(id))
    ids.push(row?.id ?? '')
    known.add(row?.id ?? '')
  }
  const { tenantId } = mail.ours
  const queue = [...ids]
  const work = async () => {
    for (let mailId = queue.shift(); mailId; mailId = queue.shift())
      await mail.activities.processReceivedMail({ tenantId, mailId })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const { rows } = await api.database.admin((db) =>
    db.query<{ id: string; ends: string }>(
      `select m.id, m.state || ': ' || coalesce(m.reason ->> 'message', left(s.variables ->> 'company', 40), '') as ends
       from inbound_mails m left join instance_state s on s.instance_id = m.instance_id where m.id = any ($1)`,
      [ids],
    ),
  )
  return cases.map(([name], at) => [name, rows.find(({ id }) => id === ids[at])?.ends ?? 'nothing'])
}

async function expectEnds(cases: readonly Case[]) {
  const ends = await endsOf(cases)
  const wanted = cases.map(([name, , end], at) => [name, ends[at]?.[1]?.startsWith(end) ? ends[at]?.[1] : end])
  expect(ends).toEqual(wanted)
}

test('there are eighty of them', () => {
  expect(forged.length + automatic.length + broken.length).toBeGreaterThanOrEqual(80)
})

/** A few at a time, so that what fails is named soon. */
const lots = (cases: readonly Case[]) =>
  Array.from({ length: Math.ceil(cases.length / LOT) }, (_, n) => {
    const lot = cases.slice(n * LOT, (n + 1) * LOT)
    return { names: lot.map(([name]) => name).join(', '), lot }
  })

test.each(lots(forged))('senders that are forged: $names', ({ lot }) => expectEnds(lot))
test.each(lots(automatic))('mail that programs write: $names', ({ lot }) => expectEnds(lot))
test.each(lots(broken))('messages made to break what reads them: $names', ({ lot }) => expectEnds(lot))

test('nothing that a message names is called, and every file waits for the scanner', async () => {
  expect(hits).toBe(0)
  const { rows } = await api.database.admin((db) =>
    db.query<{ name: string; state: string }>(
      `select d.name, d.state from documents d join inbound_mails m on m.instance_id = d.instance_id
       where m.address_id = $1`,
      [address.mailAddressId],
    ),
  )
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['quarantined']))
  expect(rows.map(({ name }) => name)).toContain('passwd')
})

test('one message is one message, whatever line ends it tries to hide another behind', async () => {
  const other = await addressWith()
  const socket = connect(mail.port, '127.0.0.1')
  const answers: string[] = []
  socket.on('data', (data) => answers.push(String(data)))
  const said = (code: string) =>
    expect.poll(
      () =>
        answers
          .join('')
          .split('\n')
          .filter((line) => line.startsWith(code)).length,
    )
  const to = addressOf(other)
  await said('220').toBe(1)
  socket.write('EHLO there\r\n')
  await said('250 ').toBe(1)
  socket.write(`MAIL FROM:<a@${EVIL}>\r\nRCPT TO:<${to}>\r\nDATA\r\n`)
  await said('354').toBe(1)
  const hidden = `MAIL FROM:<boss@${BRIGHT}>\r\nRCPT TO:<${to}>\r\nDATA\r\nFrom: boss@${BRIGHT}\r\n\r\nPay\r\n`
  socket.write(`From: a@${EVIL}\r\n\r\nx\n.\r\n${hidden}\n.\n${hidden}\r.\r${hidden}\r\n.\r\n`)
  await said('250 ').toBe(4)
  socket.end('QUIT\r\n')
  expect(await mail.rowsOf(other)).toHaveLength(1)
})

test('a hundred recipients are not taken, nor is a sender that writes headers', async () => {
  const code = await send(
    Array.from({ length: 30 }, (_, n) => `unknown-${n}@${ctx.config.MAIL_IN_DOMAIN}`),
    plain(),
  )
  expect(code).toBe(550)
  expect(await send('a@b>\r\nRCPT TO:<c@d', plain()).catch(() => 'not sent')).not.toBe(250)
})
