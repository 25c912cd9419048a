import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { onPath } from './binaries.ts'
import { answers, remember, running, until } from './daemon.ts'
import { install } from './debian.ts'
import { writeEnvironment } from './environment.ts'
import type { Part } from './part.ts'
import { parts } from './parts.ts'
import { folder, logOf, state } from './places.ts'
import { say } from './say.ts'

/** What the worker and the api start to read files, by the Debian package that has it. */
const TOOLS = {
  'poppler-utils': ['pdfinfo', 'pdftotext', 'pdftoppm'],
  'tesseract-ocr': ['tesseract'],
  'util-linux': ['prlimit', 'setpriv', 'unshare'],
}

const lackingTools = (): string[] =>
  Object.entries(TOOLS).flatMap(([name, commands]) => (commands.every((command) => onPath(command)) ? [] : [name]))

export const isUp = async (part: Part) => running(part.name) !== undefined && (await part.healthy())

export async function allUp(): Promise<boolean> {
  return lackingTools().length === 0 && (await Promise.all(parts.map(isUp))).every(Boolean)
}

function lastLines(part: Part): string {
  return readFileSync(logOf(part.name), 'utf8').trimEnd().split('\n').slice(-15).join('\n')
}

/** The threads of a server that was killed may hold its port for a moment after it counts as ended. */
async function refuseForeign(part: Part): Promise<void> {
  const number = Number(part.address.split(':').at(-1))
  const deadline = Date.now() + 10_000
  while (await answers(number)) {
    if (Date.now() > deadline) throw new Error(`${part.title}: port ${number} is in use by another program`)
    await sleep(100)
  }
}

/** Waits until the part is usable; false when its process ended instead. */
async function becomesHealthy(part: Part): Promise<boolean> {
  await until(part.title, 90, async () => !running(part.name) || (await part.healthy()))
  return running(part.name) !== undefined
}

/** A server that was killed may leave something behind that stops the next one for a moment. */
export async function startPart(part: Part): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await refuseForeign(part)
    remember(part.name, await part.start())
    if (await becomesHealthy(part)) return
    if (attempt === 4) throw new Error(`${part.title} ended:\n${lastLines(part)}`)
    await sleep(1000 * attempt)
  }
}

async function bringUp(part: Part, others: Map<string, Promise<void>>): Promise<void> {
  if (!running(part.name) || !(await becomesHealthy(part))) {
    await part.ensure()
    for (const name of part.needs) await others.get(name)
    await startPart(part)
  }
  await part.prepare?.()
  say(part.name, `${part.title} on ${part.address}`)
}

export async function up(): Promise<void> {
  folder(state, 'data')
  writeEnvironment()
  const stopped = parts.filter((part) => !running(part.name))
  const lacking = await Promise.all(stopped.map((part) => part.packages()))
  await install([...new Set([...lacking.flat(), ...lackingTools()])])
  const jobs = new Map<string, Promise<void>>()
  for (const part of parts) jobs.set(part.name, bringUp(part, jobs))
  const results = await Promise.allSettled(jobs.values())
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  const messages = failures.map((reason) => (reason instanceof Error ? reason.message : String(reason)))
  if (messages.length > 0) throw new Error([...new Set(messages)].join('\n\n'))
}
