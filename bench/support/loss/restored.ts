import { setTimeout as sleep } from 'node:timers/promises'
import { getRestored } from '../../../contracts/src/auth.ts'
import { InstanceId } from '../../../contracts/src/ids.ts'
import { overrideStep, retryStep } from '../../../contracts/src/instance-acts.ts'
import { openInEngine } from '../open-in-engine.ts'
import { backUp, backUpEngine, putBack, setEngineBack } from './databases.ts'
import { callsAfter, callsLater, mailsAfter, onlyCalls, startsAfter } from './documents.ts'
import { brokenOf, countDone, openAt, type Part, type Setting, seconds, ticketsOf } from './setting.ts'

/** Loaded by the worker. */
export const KEYLESS_MAIL = 'bench/support/loss/keyless-mail.preload.ts'

const SETTLES_WITHIN = 6 * 60_000
/** When the person does the first step: long before the backup, right before it, after it, after the restore. */
const GROUPS = ['early', 'open', 'since', 'never'] as const
const KEYED = ['call', 'start'] as const

const nameOf = (leg: string, kind: string, group: string) => `${leg}-${kind}-${group}-`

interface Kinds {
  call: Awaited<ReturnType<Setting['publish']>>
  start: Kinds['call']
  mail: Kinds['call']
  /** Seconds until it rings: in the middle between backup and restore. */
  rings: Kinds['call']
}

async function publishAll(setting: Setting, leg: string): Promise<Kinds> {
  const { receiver, person, minutes } = setting
  const url = `${receiver.origin}/effect`
  const name = (kind: string) => `${leg}${kind}`.toUpperCase()
  const child = await setting.publish(onlyCalls(name('sub'), url))
  return {
    call: await setting.publish(callsAfter(name('call'), url, person)),
    start: await setting.publish(startsAfter(name('start'), child, person)),
    mail: await setting.publish(mailsAfter(name('mail'), person)),
    rings: await setting.publish(callsLater(name('rings'), url, person, Math.round(minutes * 30))),
  }
}

/** So many of each kind in each group, all before the person's first step; `early` ones then go on to the last step. */
async function begin(setting: Setting, leg: string, kinds: Kinds, count: number): Promise<void> {
  for (const kind of [...KEYED, 'mail'] as const)
    for (const group of GROUPS) await setting.start(kinds[kind], ticketsOf(nameOf(leg, kind, group), count))
  await enter(setting, leg, 'early')
  for (const kind of [...KEYED, 'mail'])
    await setting.until(`the early ${kind}s are made`, 120_000, async () => {
      return (await openAt(setting, 'close', nameOf(leg, kind, 'early'))) === count
    })
}

async function enter(setting: Setting, leg: string, group: string): Promise<void> {
  for (const kind of [...KEYED, 'mail']) await setting.complete('enter', nameOf(leg, kind, group))
}

/** How often each ticket got a mail. */
async function mailsTo({ installation }: Setting): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { to } of await installation.mails())
    for (const address of to) counts.set(address, (counts.get(address) ?? 0) + 1)
  return counts
}

const pauseWorker = ({ installation }: Setting, signal: 'SIGSTOP' | 'SIGCONT') =>
  process.kill(installation.pids().worker ?? 0, signal)

/** As docs/operations/backup-and-restore.md has it; the engine runs on, and is ahead. */
async function restore({ installation, say }: Setting, reaches: string): Promise<void> {
  const { api, worker, relay } = installation.services
  for (const service of [api, worker, relay]) await service?.stop()
  await putBack([installation.database.name])
  await installation.runToEnd('migrate')
  await installation.runToEnd('after-restore', reaches)
  for (const service of [relay, worker, api]) service?.start()
  await installation.ready()
  say('the database is back from its backup')
}

interface Incident {
  id: string
  answer: string | null
  status: string
}

const incidents = ({ rows }: Setting, leg: string) =>
  rows<Incident>(
    `select i.id, e.answer, i.status from instances i left join effects e on e.tenant_id = i.tenant_id and e.instance_id = i.id
     where i.name ^@ $1 and i.name !~ 'early' order by i.id`,
    [`${leg}-mail-`],
  )

/** Somebody has looked: half of the calls are made, the others count as made. */
async function lookAt({ owner }: Setting, found: readonly Incident[]): Promise<void> {
  for (const [n, { id }] of found.entries()) {
    const params = { instanceId: InstanceId.parse(id), step: 'mail' }
    if (n % 2 === 0) await owner(retryStep, { params, body: {} })
    else await owner(overrideStep, { params, body: { reason: 'The mail had arrived' } })
  }
}

const leftOpen = async ({ rows }: Setting, leg: string) =>
  (await rows(`select from instances where name ^@ $1 and status not in ('completed', 'cancelled')`, [`${leg}-`]))
    .length

/** Whoever has something to do does it, until nothing of this is open. */
async function workToEnd(setting: Setting, leg: string): Promise<number> {
  await setting.until('nothing is open', SETTLES_WITHIN, async () => {
    await setting.complete('close', `${leg}-`)
    return (await leftOpen(setting, leg)) === 0
  })
  return leftOpen(setting, leg)
}

/** The product's database is put back while the engine is ahead. */
async function productBack(setting: Setting, count: number) {
  const { installation, minutes, until } = setting
  const leg = 'db'
  const kinds = await publishAll(setting, leg)
  await begin(setting, leg, kinds, count)
  pauseWorker(setting, 'SIGSTOP')
  await enter(setting, leg, 'open')
  await setting.start(kinds.rings, ticketsOf(nameOf(leg, 'rings', 'since'), count))
  await backUp([installation.database.name])
  pauseWorker(setting, 'SIGCONT')
  const backedUp = Date.now()
  await installation.ready()
  await enter(setting, leg, 'since')
  await setting.start(kinds.call, ticketsOf(nameOf(leg, 'call', 'lost'), count))
  await setting.complete('enter', nameOf(leg, 'call', 'lost'))
  await sleep(Math.max(0, backedUp + minutes * 60_000 - Date.now()))
  const ahead = countDone(setting, `${leg}-`).done
  const reaches = new Date(backedUp).toISOString()
  await restore(setting, reaches)
  const { data: lost } = await setting.owner(getRestored)
  const sent = await mailsTo(setting)
  for (const group of ['since', 'never']) await enter(setting, leg, group)
  const waits = count * 3
  const isIncident = ({ answer, status }: Incident) => answer === 'look' && status === 'failed'
  const looked = async () => (await incidents(setting, leg)).filter(isIncident).length === waits
  await until('calls without a key wait for somebody', SETTLES_WITHIN, looked)
  const found = await incidents(setting, leg)
  const resent = [...(await mailsTo(setting))].filter(([to, times]) => times > (sent.get(to) ?? 0)).length
  await lookAt(setting, found)
  const left = await workToEnd(setting, leg)
  const mails = await mailsTo(setting)
  return {
    ahead,
    named: lost?.lost_from === reaches,
    waits,
    incidents: found.filter(isIncident).length,
    resent,
    retried: [...mails].filter(([to, times]) => times > (sent.get(to) ?? 0)).length,
    left,
    ...countDone(setting, `${leg}-`),
  }
}

/** The engine's databases are put back while the product's is ahead. */
async function engineBack(setting: Setting, count: number) {
  const { minutes } = setting
  const leg = 'engine'
  const kinds = await publishAll(setting, leg)
  await begin(setting, leg, kinds, count)
  await enter(setting, leg, 'open')
  await setting.start(kinds.rings, ticketsOf(nameOf(leg, 'rings', 'before'), count))
  await backUpEngine()
  const backedUp = Date.now()
  await setting.start(kinds.rings, ticketsOf(nameOf(leg, 'rings', 'since'), count))
  await enter(setting, leg, 'since')
  await sleep(Math.max(0, backedUp + minutes * 60_000 - Date.now()))
  await setEngineBack()
  setting.say('the engine is back from its backup')
  const at = Date.now()
  await enter(setting, leg, 'never')
  const left = await workToEnd(setting, leg)
  const took = Date.now() - at
  const mails = await mailsTo(setting)
  return {
    took,
    left,
    mailsTwice: [...mails].filter(([to, times]) => to.startsWith(leg) && times > 1).length,
    ...countDone(setting, `${leg}-`),
  }
}

export async function restored(setting: Setting): Promise<Part> {
  const count = setting.small ? 3 : 25
  const db = await productBack(setting, count)
  const engine = await engineBack(setting, count)
  const runs = () => openInEngine(setting.installation)
  await setting.until('nothing runs in the engine', SETTLES_WITHIN, async () => (await runs()) === 0)
  const open = await runs()
  const { minutes } = setting
  return {
    title: `Restores from backups of ${minutes} minutes`,
    lines: [
      `${count} instances of each kind (a call, an instance that calls, an alarm and its call, a mail), whose first step a person had done long before the`,
      'backup, right before it, since it, or not at all. No tool of the product lacks keys: for this the worker takes mail for one that does.',
      '',
      "- the product's database, the engine ahead:",
      `  - done at the receiver when it was put back: ${db.ahead}; asked again under the same key since: ${db.again}; done twice: ${db.twice}`,
      `  - calls without a key that wait for somebody: ${db.incidents} of ${db.waits}; made before somebody had looked: ${db.resent}; made by their retry: ${db.retried}`,
      `  - people are told from when until when work was lost: ${db.named ? 'yes' : 'no'}`,
      `  - left open at the end: ${db.left}`,
      "- the engine's databases, the product ahead:",
      `  - all ended ${seconds(engine.took)} after its return, left open: ${engine.left}; asked again under the same key: ${engine.again}; done twice: ${engine.twice}`,
      `- runs left open in the engine: ${open}`,
    ],
    broken: brokenOf([
      ['after the restore, done twice at the receiver', db.twice],
      ['calls without a key made although nobody had looked', db.resent],
      ['calls without a key that are no incident', db.waits - db.incidents],
      ['after the restore, not told what is lost', db.named ? 0 : 1],
      ['after the restore, stuck', db.left],
      ["after the engine's, done twice at the receiver", engine.twice],
      ["after the engine's, mails sent twice", engine.mailsTwice],
      ["after the engine's, stuck", engine.left],
      ['runs left open in the engine', open],
    ]),
  }
}
