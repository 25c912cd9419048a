import type { ServerResponse } from 'node:http'
import { callbackify } from 'node:util'
import { simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { sendHtml, sendJson, serve } from '../http.ts'
import { contentPage, contentPolicy, listPage, mailPage } from './page.ts'
import { type Mail, MailStore } from './store.ts'

const [host = '', smtpPort, pagePort, file = ''] = process.argv.slice(2)
const store = new MailStore(file)

const valueOf = (line: string) =>
  line
    .slice(line.indexOf(':') + 1)
    .replace(/\r?\n\s+/g, ' ')
    .trim()

async function keep(store: MailStore, stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
  const parsed = await simpleParser(stream)
  await store.add({
    messageId: parsed.messageId ?? '',
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map((recipient) => recipient.address),
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html || '',
    headers: Object.fromEntries(parsed.headerLines.map(({ key, line }) => [key, valueOf(line)])),
  })
}

/** Takes every mail for every address, without sign-in and without encryption. */
function receive(port: number, host: string, store: MailStore): void {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    size: 30 * 1024 * 1024,
    onData(stream, session, done) {
      callbackify(keep)(store, stream, session, done)
    },
  })
  server.on('error', (error) => process.stderr.write(`smtp: ${error.message}\n`))
  server.listen(port, host)
}

function answer(response: ServerResponse, mail: Mail | undefined, send: (mail: Mail) => void): void {
  if (mail) send(mail)
  else sendJson(response, 404, { error: 'not_found' })
}

receive(Number(smtpPort), host, store)
serve(Number(pagePort), host, async (request, response, { pathname, searchParams }) => {
  const to = searchParams.get('to') ?? undefined
  const since = searchParams.get('since') ?? undefined
  const limit = searchParams.has('limit') ? Number(searchParams.get('limit')) : undefined
  const [, first, id = '', part] = pathname.replace(/^\/api/, '').split('/')
  const api = pathname.startsWith('/api/messages')

  if (api && request.method === 'DELETE') {
    await store.clear()
    response.writeHead(204).end()
  } else if (api && !id) sendJson(response, 200, store.list({ to, since, limit }))
  else if (api) answer(response, store.find(id), (mail) => sendJson(response, 200, mail))
  else if (pathname === '/') sendHtml(response, listPage(store.list({ to: to || undefined, limit: 200 }), to ?? ''))
  else if (first === 'messages') {
    answer(response, store.find(id), (mail) =>
      part === 'html' ? sendHtml(response, contentPage(mail), contentPolicy) : sendHtml(response, mailPage(mail)),
    )
  } else sendJson(response, 404, { error: 'not_found' })
})
