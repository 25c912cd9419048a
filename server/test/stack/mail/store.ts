import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'

export type Mail = {
  id: string
  messageId: string
  from: string
  /** Everyone the server was asked to deliver to, hidden recipients included. */
  to: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  receivedAt: string
}

type Query = { to?: string | undefined; since?: string | undefined; limit?: number | undefined }

/** Mails in memory, oldest first, and in a file that only grows until everything is deleted. */
export class MailStore {
  readonly #file: string
  #mails: Mail[]
  #lastWrite: Promise<unknown> = Promise.resolve()

  constructor(file: string) {
    this.#file = file
    this.#mails = existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(parseLine) : []
  }

  /** Resolves when the mail is on disk: what was accepted is not lost when this process is killed. */
  async add(mail: Omit<Mail, 'id' | 'receivedAt'>): Promise<Mail> {
    const kept = { id: randomUUID(), ...mail, receivedAt: new Date().toISOString() }
    await this.#write(() => appendFile(this.#file, `${JSON.stringify(kept)}\n`, { mode: 0o600 }))
    this.#mails.push(kept)
    return kept
  }

  list({ to, since, limit }: Query): Mail[] {
    const wanted = to?.toLowerCase()
    const from = since ? new Date(since).getTime() : 0
    return this.#mails
      .filter((mail) => !wanted || mail.to.some((address) => address.toLowerCase() === wanted))
      .filter((mail) => Date.parse(mail.receivedAt) >= from)
      .toReversed()
      .slice(0, limit)
  }

  find(id: string): Mail | undefined {
    return this.#mails.find((mail) => mail.id === id)
  }

  async clear(): Promise<void> {
    await this.#write(async () => {
      await writeFile(this.#file, '', { mode: 0o600 })
      this.#mails = []
    })
  }

  #write(work: () => Promise<void>): Promise<void> {
    const next = this.#lastWrite.then(work)
    this.#lastWrite = next.catch(() => undefined)
    return next
  }
}

/** A line that was cut off by a kill was never acknowledged to its sender. */
function parseLine(line: string): Mail[] {
  try {
    return line ? [JSON.parse(line)] : []
  } catch {
    return []
  }
}
