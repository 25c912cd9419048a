import { callbackify } from 'node:util'
import { simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { MailStore } from './store.ts'

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
export function receive(port: number, host: string, store: MailStore): void {
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
